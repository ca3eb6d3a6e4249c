#pragma once

#include <string>
#include <variant>
#include <vector>

#include "polyhedral/integer_matrix.h"
#include "tiramisu/error.h"
#include "tiramisu/type.h"

namespace tiramisu {
class var;
}

namespace tiramisu::core {

struct function_state;
struct computation_state;

/// Refers to a loop by its name, or by its level counted from the outermost.
struct loop_reference {
    std::string name;
    int level = -1; ///< used if the name is empty

    loop_reference(const var &loop);
    loop_reference(int loop_level) : level(loop_level) {}
};

/// A name that a command gives to a loop that it makes.
struct new_loop {
    std::string name;

    new_loop(const var &loop);
    explicit new_loop(std::string loop_name) : name(std::move(loop_name)) {}
};

/// Another computation, by its id.
struct computation_reference {
    std::string id;
};

/// A map in isl's notation.
struct isl_text {
    std::string text;
};

using command_argument =
    std::variant<loop_reference, new_loop, computation_reference, int, memory, tail, isl_text,
                 std::vector<loop_reference>, std::vector<new_loop>, std::vector<int>,
                 poly::integer_matrix>;

/// One schedule command as data: it can be printed as the C++ that gives it, kept, and applied to
/// another function that has computations of the same names.
struct command {
    std::string computation; ///< id
    std::string verb;        ///< name of the method
    std::vector<command_argument> arguments;
    source_place where;
};

/// "split(i, 32, i0, i1)"
std::string call_text(const command &what);

/// "blur.split(i, 32, i0, i1);"
std::string to_cpp(const command &what);

/// Carries the command out on the computation that it names and records it. Throws user_error,
/// without a change, if an argument is not legal.
void apply(function_state &function, const command &what);

} // namespace tiramisu::core
