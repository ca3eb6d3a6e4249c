#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/language.h"
#include "tiramisu/type.h"

// Schedules as values: what the schedule commands of a function say, apart from the function. A
// schedule can be copied, edited, compared, saved, and given to a function, which proves it.

namespace tiramisu {

class function;
class var;

/// A loop of a computation, by its name, or by its level counted from the outermost.
struct loop_reference {
    std::string name;
    int level = -1; ///< counts where the name is empty

    loop_reference(const var &loop);
    loop_reference(std::string loop) : name(std::move(loop)) {}
    loop_reference(const char *loop) : name(loop) {}
    loop_reference(int loop_level) : level(loop_level) {}

    friend bool operator==(const loop_reference &left, const loop_reference &right) {
        return left.name == right.name && (!left.name.empty() || left.level == right.level);
    }
};

/// A name that a command gives to a loop that it makes.
struct new_loop {
    std::string name;

    new_loop(const var &loop);
    explicit new_loop(std::string loop) : name(std::move(loop)) {}
    explicit new_loop(const char *loop) : name(loop) {}

    friend bool operator==(const new_loop &left, const new_loop &right) {
        return left.name == right.name;
    }
};

/// Another computation: its name or, of an update, "C_update_1" as schedule::text() shows it.
struct computation_reference {
    std::string id;

    friend bool operator==(const computation_reference &left, const computation_reference &right) {
        return left.id == right.id;
    }
};

/// A map in isl's notation.
struct isl_text {
    std::string text;

    friend bool operator==(const isl_text &left, const isl_text &right) {
        return left.text == right.text;
    }
};

/// What stands between the parentheses of a command. A plain number is a number: loops by level are
/// loop_reference(0).
using command_argument =
    std::variant<loop_reference, new_loop, computation_reference, int, memory, tail, isl_text,
                 std::vector<loop_reference>, std::vector<new_loop>, std::vector<int>,
                 std::vector<std::vector<int>>>;

/// One schedule command as data. `{"C", "split", {loop_reference("i"), 32}}` is C.split(i, 32).
struct command {
    std::string computation; ///< that it is given to, as in computation_reference
    std::string name;        ///< of the method
    std::vector<command_argument> arguments;
    source_place where = {}; ///< that errors name; takes no part in comparisons

    friend bool operator==(const command &left, const command &right) {
        return left.computation == right.computation && left.name == right.name &&
               left.arguments == right.arguments;
    }
    friend bool operator!=(const command &left, const command &right) { return !(left == right); }
};

/// The commands of a function, in the order in which they are given.
///
/// A schedule knows the name of its function and nothing else of it: whether the commands can be
/// given is found out where a function takes them (function::set_schedule, function::is_legal).
/// What is no command, such as the buffers of computations, is a part of the function.
class schedule {
public:
    /// Without commands: every computation as it is declared.
    explicit schedule(std::string function_name, std::vector<command> commands = {});

    /// Reads what to_json() writes. Throws user_error with the place in the text where it is cut
    /// off, of another version, or anything else than a schedule.
    static schedule from_json(const std::string &text,
                              source_place where = source_place::current());

    const std::string &function_name() const { return function_; }
    const std::vector<command> &commands() const { return commands_; }
    bool empty() const { return commands_.empty(); }

    /// The same commands for a function of another name.
    schedule of(std::string function_name) const;
    /// One more command at the end. Nothing is checked.
    schedule with(command next) const;
    /// The first `count` commands, or all if there are fewer.
    schedule first(std::size_t count) const;
    /// One more command at the end, if `to` takes the commands; `to` stays as it is. Throws
    /// user_error, which names the command that cannot be given. Whether the schedule is legal is
    /// not asked: see function::is_legal.
    schedule apply(const function &to, command next,
                   source_place where = source_place::current()) const;

    /// A line a command, the C++ that gives it.
    std::string text() const;
    /// The form that function::save_schedule() writes to files.
    std::string to_json() const;
    /// Equal for equal schedules, in every process and on every machine.
    std::size_t hash() const;

    friend bool operator==(const schedule &left, const schedule &right) {
        return left.function_ == right.function_ && left.commands_ == right.commands_;
    }
    friend bool operator!=(const schedule &left, const schedule &right) { return !(left == right); }

private:
    std::string function_;
    std::vector<command> commands_;
};

/// What function::is_legal() found.
struct verdict {
    bool is_legal = true;
    /// What code generation would throw, with its witness and how to mend the schedule; none where
    /// it is legal. Where nothing is computed out of order, but no code can be generated (a window
    /// does not fit where the program stores it, a kernel is none), its dependence() is empty.
    std::optional<schedule_error> error;

    explicit operator bool() const { return is_legal; }
};

} // namespace tiramisu

/// So that sets and maps can be keyed by schedules.
template <>
struct std::hash<tiramisu::schedule> {
    std::size_t operator()(const tiramisu::schedule &one) const { return one.hash(); }
};
