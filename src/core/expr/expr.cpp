#include "tiramisu/expr.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string_view>

#include "core/expr/expr_text.h"
#include "core/expr/expr_typing.h"
#include "core/expr/float_formats.h"
#include "core/expr/integer_lerp.h"
#include "core/expr/other_targets.h"

namespace tiramisu {

namespace {

// Walks of an expression recurse, and come to a shared operand each time that it is used.
constexpr int deepest = 2000, most_operations = 100000;

[[noreturn]] void refuse(op_t op, std::int64_t found, const std::string &what, int most) {
    throw user_error("expression", core::operator_text(op),
                     "has " + std::to_string(found) + " operations" + what + ", at most " +
                         std::to_string(most) +
                         "; add up in an update over an iterator, or store a part in a "
                         "computation of its own");
}

void measure(expr_node &node) {
    const bool is_operation = node.kind == e_op;
    for (const expr &operand : node.operands) {
        if (const expr_node *part = operand.node()) {
            node.depth = std::max(node.depth, part->depth + 1);
            node.size += is_operation ? part->size : 0;
        }
    }
    node.size += is_operation ? 1 : 0;
    if (node.depth > deepest) {
        refuse(node.op, node.depth, " inside of each other", deepest);
    }
    if (node.size > most_operations) {
        refuse(node.op, node.size, " in all", most_operations);
    }
}

std::shared_ptr<const expr_node> make_node(expr_t kind, op_t op, primitive_t type, std::string name,
                                           std::vector<expr> operands) {
    auto node = std::make_shared<expr_node>();
    node->kind = kind;
    node->op = op;
    node->type = type;
    node->name = std::move(name);
    node->operands = std::move(operands);
    measure(*node);
    return node;
}

/// Older programs may give the type of the result as a last operand, which has no value.
void drop_undefined_end(op_t op, std::vector<expr> &operands) {
    while (operands.size() > core::arity(op) && !operands.back().is_defined()) {
        operands.pop_back();
    }
}

std::shared_ptr<const expr_node> make_operation(op_t op, std::vector<expr> operands) {
    drop_undefined_end(op, operands);
    const primitive_t type = core::unify_operands(op, operands);
    return make_node(e_op, op, type, "", std::move(operands));
}

/// Whether a file of the library's own, not one of its user's, is named.
bool is_in_library(const source_place &where) {
    constexpr std::string_view here = __FILE__, own = "core/expr/expr.cpp";
    constexpr std::string_view folder = here.substr(0, here.size() - own.size());
    return std::string_view(where.file).substr(0, folder.size()) == folder;
}

/// Makes a node; what is refused is refused at that place. What the library itself makes has none:
/// the call that it is made for is the place.
template <typename Make>
std::shared_ptr<const expr_node> made_at(source_place where, const Make &make) {
    try {
        return make();
    } catch (const user_error &refused) {
        if (refused.where().line != 0 || is_in_library(where)) {
            throw;
        }
        throw user_error(refused.subject(), refused.call(), refused.problem(), where);
    }
}

std::shared_ptr<const expr_node> make_address(const std::string &name) {
    return make_node(e_op, o_address, p_none, name, {});
}

/// The operands of o_memcpy are names of buffers.
std::shared_ptr<const expr_node> make_copy(const expr &from, const expr &to) {
    const auto address = [](const expr &named) {
        return named.get_expr_type() == e_var ? expr(o_address, named) : named;
    };
    return make_node(e_op, o_memcpy, p_none, "", {address(from), address(to)});
}

bool names_buffer(const expr &operand) {
    return operand.get_expr_type() == e_var || operand.get_op_type() == o_address;
}

std::shared_ptr<const expr_node> make_operation_at(source_place where, op_t op,
                                                   std::vector<expr> operands) {
    return made_at(where, [&] { return make_operation(op, std::move(operands)); });
}

std::int64_t wrap(primitive_t type, std::uint64_t bits) {
    switch (type) {
    case p_boolean: return bits != 0 ? 1 : 0;
    case p_uint8: return static_cast<std::uint8_t>(bits);
    case p_uint16: return static_cast<std::uint16_t>(bits);
    case p_uint32: return static_cast<std::uint32_t>(bits);
    case p_int8: return static_cast<std::int8_t>(bits);
    case p_int16: return static_cast<std::int16_t>(bits);
    case p_int32: return static_cast<std::int32_t>(bits);
    default: return static_cast<std::int64_t>(bits);
    }
}

const std::string no_name;
const std::vector<expr> no_operands;

} // namespace

expr::expr(primitive_t type) : node_(make_node(e_none, o_none, type, "", {})) {}

expr::expr(op_t op, expr operand, source_place where)
    : node_(op == o_address && operand.get_expr_type() == e_var
                ? make_address(operand.get_name())
                : make_operation_at(where, op, {std::move(operand)})) {}

expr::expr(op_t op, expr left, expr right, source_place where)
    : node_(op == o_memcpy && names_buffer(left) && names_buffer(right)
                ? make_copy(left, right)
                : make_operation_at(where, op, {std::move(left), std::move(right)})) {}

expr::expr(op_t op, expr first, expr second, expr third, source_place where)
    : node_(made_at(where, [&] {
          const auto of_integers =
              op == o_lerp ? core::integer_lerp(first, second, third) : std::optional<expr>();
          return of_integers ? of_integers->node_ : make_operation(op, {first, second, third});
      })) {}

expr::expr(op_t op, primitive_t type, expr operand, source_place where) {
    core::require_type("expression", core::operator_text(op), type, where);
    if (op != o_cast) {
        throw user_error("expression", core::operator_text(op) + "(" + to_string(type) + ", ...)",
                         "a type as second argument goes with o_cast only", where);
    }
    if (type == p_none) {
        throw user_error("expression", "cast(p_none, " + operand.to_str() + ")",
                         "values are of type " + core::types_of_values() + "; name one of these",
                         where);
    }
    if (operand.is_constant() && core::is_exact(operand, type)) {
        node_ = core::converted_literal(operand, type).node_;
    } else {
        node_ = made_at(where, [&] {
            core::require_values(op, {operand});
            return core::is_by_way_of_float32(operand.get_data_type(), type)
                       ? make_node(e_op, o_cast, type, "", {expr(o_cast, p_float32, operand)})
                       : make_node(e_op, o_cast, type, "", {operand});
        });
    }
}

expr::expr(op_t op, std::string name, std::vector<expr> operands, primitive_t type,
           source_place where)
    : node_(made_at(
          where, [&] { return make_node(e_op, op, type, std::move(name), std::move(operands)); })) {
    if (op != o_call && op != o_access) {
        throw user_error("expression", core::operator_text(op) + "(\"" + get_name() + "\", ...)",
                         "a name goes with o_call and o_access only", where);
    }
}

expr expr::literal(primitive_t type, std::uint64_t value) {
    core::require_type("expression", "value_cast", type, {});
    auto node = std::make_shared<expr_node>();
    node->kind = e_val;
    node->type = type;
    if (is_float(type)) {
        node->real = core::rounded_to(type, static_cast<double>(value));
    } else {
        node->integer = wrap(type, value);
    }
    return expr(std::shared_ptr<const expr_node>(std::move(node)));
}

expr expr::literal(primitive_t type, std::int64_t value) {
    if (is_float(type)) {
        return literal(type, static_cast<double>(value));
    }
    return literal(type, static_cast<std::uint64_t>(value));
}

expr expr::literal(primitive_t type, double value) {
    core::require_type("expression", "value_cast", type, {});
    if (!is_float(type)) {
        return value < 0 ? literal(type, static_cast<std::int64_t>(value))
                         : literal(type, static_cast<std::uint64_t>(value));
    }
    auto node = std::make_shared<expr_node>();
    node->kind = e_val;
    node->type = type;
    node->real = core::rounded_to(type, value);
    return expr(std::shared_ptr<const expr_node>(std::move(node)));
}

expr expr::variable(std::string name, primitive_t type) {
    return expr(make_node(e_var, o_none, type, std::move(name), {}));
}

expr expr::variable(std::string name, primitive_t type, expr lower, expr upper) {
    return expr(
        make_node(e_var, o_none, type, std::move(name), {std::move(lower), std::move(upper)}));
}

bool expr::is_defined() const {
    return node_ && node_->kind != e_none;
}

bool expr::is_constant() const {
    return get_expr_type() == e_val;
}

expr_t expr::get_expr_type() const {
    return node_ ? node_->kind : e_none;
}

op_t expr::get_op_type() const {
    return node_ ? node_->op : o_none;
}

primitive_t expr::get_data_type() const {
    return node_ ? node_->type : p_none;
}

const std::string &expr::get_name() const {
    return node_ ? node_->name : no_name;
}

int expr::get_n_arg() const {
    return static_cast<int>(get_operands().size());
}

const expr &expr::get_operand(int i) const {
    const std::vector<expr> &all = get_operands();
    if (i < 0 || i >= get_n_arg()) {
        throw user_error("expression " + to_str(), "get_operand(" + std::to_string(i) + ")",
                         "has " + std::to_string(all.size()) + " operands, counted from 0");
    }
    return all[static_cast<std::size_t>(i)];
}

const std::vector<expr> &expr::get_operands() const {
    return node_ ? node_->operands : no_operands;
}

std::int64_t expr::get_int_val(source_place where) const {
    if (!is_constant() || is_float(get_data_type())) {
        throw user_error("expression " + to_str(), "get_int_val()", "is not an integer literal",
                         where);
    }
    return node_->integer;
}

double expr::get_double_val(source_place where) const {
    if (!is_constant()) {
        throw user_error("expression " + to_str(), "get_double_val()", "is not a literal", where);
    }
    return is_float(node_->type) ? node_->real : static_cast<double>(node_->integer);
}

bool expr::is_equal(const expr &other) const {
    if (node_ == other.node_) {
        return true;
    }
    if (!node_ || !other.node_) {
        return false;
    }
    const expr_node &a = *node_, &b = *other.node_;
    if (a.kind == e_var && b.kind == e_var) {
        return a.type == b.type && a.name == b.name;
    }
    const bool has_name = a.kind != e_val; // a literal may have that of a constant
    if (a.kind != b.kind || a.op != b.op || a.type != b.type || (has_name && a.name != b.name) ||
        a.integer != b.integer || a.real != b.real || a.operands.size() != b.operands.size()) {
        return false;
    }
    for (std::size_t i = 0; i < a.operands.size(); ++i) {
        if (!a.operands[i].is_equal(b.operands[i])) {
            return false;
        }
    }
    return true;
}

std::string expr::to_str() const {
    return core::expr_text(*this);
}

void expr::dump(bool) const {
    std::cout << to_str() << '\n';
}

expr::expr(op_t op, const std::string &name, source_place where) {
    if (op == o_allocate || op == o_address || op == o_sync) {
        node_ = op == o_address ? make_address(name) : make_node(e_op, op, p_none, name, {});
        return;
    }
    core::refuse_target("expression", "expr(operation, \"" + name + "\")", "a GPU", where);
}

} // namespace tiramisu
