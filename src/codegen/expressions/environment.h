#pragma once

#include <map>
#include <set>
#include <string>

#include "codegen/expressions/buffers.h"
#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// What the names in an expression stand for: iterators, lets and parameters have values, accesses
/// name buffers. Cheap to extend by copy: an inner scope is a copy with more names.
class environment {
public:
    explicit environment(const buffer_table *buffers = nullptr) : buffers_(buffers) {}

    /// Adds or replaces a name.
    void define(const std::string &name, Halide::Expr value) { values_[name] = std::move(value); }
    bool has(const std::string &name) const { return values_.count(name) > 0; }
    /// The value of a name; throws internal_error if it has none.
    const Halide::Expr &value(const std::string &name) const;
    /// The buffer of that name; throws internal_error if there is none.
    const buffer_layout &buffer(const std::string &name) const;

    /// Accesses, by their nodes, that read memory whether or not conditions around them hold. The
    /// set outlives the environment.
    void read_always(const std::set<const expr_node *> &accesses) { always_readable_ = &accesses; }
    bool is_always_readable(const expr &access) const {
        return always_readable_ != nullptr && always_readable_->count(access.node()) > 0;
    }

private:
    std::map<std::string, Halide::Expr> values_;
    const buffer_table *buffers_;
    const std::set<const expr_node *> *always_readable_ = nullptr;
};

} // namespace tiramisu::lower
