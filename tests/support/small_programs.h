#pragma once

#include <string>

#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {

/// A function of one computation "C" over i in [0, 16) and j in [0, 8) that adds 1 to "A", with a
/// buffer for each. The function is the implicit one from its making on.
struct small_program {
    explicit small_program(const std::string &name = "small")
        : implicit((init(name), 0)), i("i", 0, 16), j("j", 0, 8), k("k", 0, 4),
          a_mem("a_mem", {16, 8}, p_int32, a_input), c_mem("c_mem", {16, 8}, p_int32, a_output),
          A("A", {i, j}, p_int32), C("C", {i, j}, A(i, j) + 1),
          function(*global::get_implicit_function()) {
        A.store_in(&a_mem);
        C.store_in(&c_mem);
    }

    int implicit; ///< opens the function before the rest is made
    var i, j, k;
    buffer a_mem, c_mem;
    input A;
    computation C;
    tiramisu::function function;

    std::vector<buffer *> arguments() { return {&a_mem, &c_mem}; }
};

} // namespace tiramisu::oracle
