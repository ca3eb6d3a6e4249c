#pragma once

#include <string>

#include "tiramisu/computation.h"

namespace tiramisu {

/// A named scalar. With a value it is computed once at the start of the generated function (a
/// literal is known while compiling); with only a type (`constant n("n", p_int32)`) it becomes an
/// argument of the generated function, after the buffers, in the order of declaration.
class constant {
public:
    constant(std::string name, const expr &value, function *owner = nullptr,
             source_place where = source_place::current());

    const std::string &get_name() const { return name_; }
    operator expr() const { return value_; }

private:
    std::string name_;
    expr value_; ///< how expressions refer to it
};

} // namespace tiramisu
