#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tiramisu/schedule.h"
#include "tiramisu/tune/program_view.h"

namespace tiramisu::tune {

enum class loop_use { serial, parallel, vectorized, unrolled };

/// A loop that commands have made.
struct planned_loop {
    std::string name;
    std::size_t iterator = 0; ///< of the statement that it counts along
    long step = 1;            ///< of the iterator, an iteration
    long extent = 1;          ///< iterations; the last may be incomplete
    loop_use use = loop_use::serial;
    bool is_constant = true; ///< the number of iterations is known while compiling
};

/// What a statement reads of a buffer is copied first, and lies without gaps.
struct planned_copy {
    std::string buffer;
    std::size_t inside = 0; ///< so many loops
};

/// How a statement runs, as far as cost models look at it.
struct planned_nest {
    std::size_t statement = 0;
    std::vector<planned_loop> loops; ///< outermost first
    /// So many outermost loops run the whole nest together with that of another statement: loops of
    /// its own, or, inside a consumer, loops that it has not.
    std::size_t shared = 0;
    std::optional<std::size_t> shared_with = {}; ///< statement
    /// What the statement writes is kept in registers, or in a small array, inside so many loops; 0
    /// if it is not.
    std::size_t kept_inside = 0;
    bool is_in_registers = false;
    /// Runs so many times over, inside loops of a consumer; values are then close by.
    double repeated = 1;
    std::vector<planned_copy> copied = {};
    /// The part of the tiles in which what guards the borders of arrays is not known: less than all
    /// where the first and the last ones run apart.
    double at_borders = 1;
    bool is_inside_consumer = false;
    bool is_inlined = false;
};

/// Commands, and what they make of the program.
struct plan {
    std::vector<command> commands;
    std::vector<planned_nest> nests; ///< by statement of the view

    /// No commands but those that every candidate has.
    static plan plain(const program_view &view);
};

/// Writes the commands on the loops of one statement.
class nest_writer {
public:
    nest_writer(const program_view &view, std::size_t statement, plan &to)
        : id_(view.statements[statement].id), to_(to), nest_(to.nests[statement]) {}

    const planned_nest &nest() const { return nest_; }
    const std::string &id() const { return id_; }
    std::vector<std::string> names() const;
    bool has(const std::string &loop) const;

    /// Splits by `size`, unless that makes no second loop: sizes of 1, and not less than the loop.
    /// Returns the names of the outer and the inner loop, "" of one that there is not.
    std::pair<std::string, std::string> split(const std::string &loop, long size,
                                              const std::string &outer, const std::string &inner);
    /// Those loops, outermost first, before all others; names that there are not are left out.
    void reorder(const std::vector<std::string> &loops);
    void parallelize(const std::string &loop);
    void unroll(const std::string &loop);
    void vectorize(const std::string &loop, int lanes, tail rest = tail::separated);
    /// The first and the last iteration run apart.
    void peel_ends(const std::string &loop);
    void give(const std::string &name, std::vector<command_argument> arguments);

private:
    const std::string id_;
    plan &to_;
    planned_nest &nest_;

    planned_loop &loop(const std::string &name);
};

} // namespace tiramisu::tune
