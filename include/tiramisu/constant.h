#pragma once

#include <memory>
#include <string>
#include <utility>

#include "tiramisu/computation.h"

namespace tiramisu {

/// A named scalar. With a value it is computed once at the start of the generated function (a
/// literal is known while compiling); with only a type (`constant n("n", p_int32)`) it becomes an
/// argument of the generated function, after the buffers, in the order of declaration.
///
/// It is a computation so far as it has a place in the order, where it runs nothing:
/// a.then(n, i).then(b, i) means a.then(b, i).
class constant : public computation {
public:
    constant(std::string name, const expr &value, function *owner = nullptr,
             source_place where = source_place::current());
    /// The value, converted to `type`.
    constant(std::string name, const expr &value, primitive_t type, function *owner = nullptr,
             source_place where = source_place::current());
    /// The same where it is `function_wide`. Otherwise the value may use the iterators of `with`
    /// and stands for itself: it is computed where it is used, also in bounds of iterators, for
    /// which the loops over the iterators that it names have to be around, whatever `level` says.
    /// In isl texts its name may bound iterators and stand in the accesses of what is read.
    constant(std::string name, const expr &value, primitive_t type, bool function_wide,
             const computation *with, int level, function *owner = nullptr,
             source_place where = source_place::current());

    /// Another handle of a constant.
    constant(std::shared_ptr<core::computation_state> place, std::string name, expr value)
        : computation(std::move(place)), name_(std::move(name)), value_(std::move(value)) {}

    const std::string &get_name() const { return name_; }
    operator expr() const { return value_; }
    /// The value; a constant has one, whatever the index.
    template <typename... Indices>
    expr operator()(const Indices &...) const {
        return value_;
    }

private:
    std::string name_;
    expr value_; ///< how expressions refer to it
};

} // namespace tiramisu
