#pragma once

#include <string>
#include <vector>

#include "core/program/state.h"

namespace tiramisu::core {

/// What carries out a loop command: reads its arguments in order and changes a copy of the nest.
class nest_transformer {
public:
    nest_transformer(const computation_state &computation, const command &what)
        : computation_(computation), what_(what), nest_(computation.nest) {}

    loop_nest result() && { return std::move(nest_); }

    /// Throws user_error for this command.
    [[noreturn]] void refuse(const std::string &problem) const;

    // Arguments.

    std::size_t arguments_left() const { return what_.arguments.size() - next_; }
    template <typename T>
    bool follows() const {
        return arguments_left() > 0 && std::holds_alternative<T>(what_.arguments[next_]);
    }
    int level();
    int number() { return std::get<int>(argument()); }
    int factor(int of_level); ///< a number that is at least 1
    std::string new_name() { return std::get<new_loop>(argument()).name; }
    tail vector_tail() { return follows<tail>() ? std::get<tail>(argument()) : tail::separated; }
    poly::integer_matrix matrix() { return std::get<poly::integer_matrix>(argument()); }

    // Several arguments at once: the elements of a list, or as many single arguments.

    std::vector<int> levels(std::size_t single);
    std::vector<int> factors(const std::vector<int> &of_levels);
    /// Names given for the parts of the loops; without names, those of the loops and the suffix.
    std::vector<std::string> names(const std::vector<int> &of_levels, const std::string &suffix);

    // The nest as it is now.

    loop_nest &nest() { return nest_; }
    const computation_state &computation() const { return computation_; }
    const isl::set &domain() const { return computation_.domain; }
    const std::string &name(int level) const { return loop(level).name; }
    std::vector<int> identity_order() const;

    void require_different(std::vector<int> levels) const;
    void require_consecutive(const std::vector<int> &levels) const;
    void require_serial(int level) const; ///< refuses a loop that runs on the lanes of a vector
    void require_whole(int level) const;  ///< refuses a loop of which iterations are peeled off
    /// Names are unique in a nest, so that every one means one loop.
    void require_unique_names() const;

    // Changes.

    void split(int level, int by, const std::string &outer, const std::string &inner);
    /// Makes `map` the nest's map, in which the loop at `level` and the one inside it are one loop.
    void merge(int level, const poly::loop_relation &map, const std::string &into);
    /// Loop k becomes loop order[k] of before.
    void permute(const std::vector<int> &order);
    void tag(int level, poly::loop_kind kind) { loop(level).kind = kind; }
    void mask_lanes(int level, int lanes) { loop(level).masked_lanes = lanes; }
    poly::loop_kind kind(int level) const { return loop(level).kind; }
    poly::loop_cut &cut(int level) { return loop(level).cut; }
    const scheduled_loop &loop(int level) const {
        return nest_.loops[static_cast<std::size_t>(level)];
    }
    void rename(int level, const std::string &to) { loop(level).name = to; }

private:
    const command_argument &argument() { return what_.arguments.at(next_++); }
    void require_factor(int of_level, int value) const;
    void require_one_each(std::size_t given, const char *what, std::size_t loops) const;
    scheduled_loop &loop(int level) { return nest_.loops[static_cast<std::size_t>(level)]; }

    const computation_state &computation_;
    const command &what_;
    std::size_t next_ = 0;
    loop_nest nest_;
};

} // namespace tiramisu::core
