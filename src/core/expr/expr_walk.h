#pragma once

#include <functional>
#include <map>
#include <string>

#include "tiramisu/expr.h"

namespace tiramisu::core {

/// Calls `visit` on every node, operands after their operation.
void for_each_node(const expr &value, const std::function<void(const expr &)> &visit);

/// Whether the tree is the variable of this name alone.
bool is_variable(const expr &value, const std::string &name);

/// Whether a variable of this name is in the tree.
bool reads_name(const expr &value, const std::string &name);

/// Whether an element of a computation or buffer of this name is read in the tree.
bool reads_element(const expr &value, const std::string &name);

/// Rebuilds the tree bottom-up: `replace` gets each node with its new operands and returns it or
/// what stands for it.
expr rewrite(const expr &value, const std::function<expr(const expr &)> &replace);

/// Variables replaced by expressions.
expr substitute(const expr &value, const std::map<std::string, expr> &variables);

} // namespace tiramisu::core
