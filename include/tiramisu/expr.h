#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/type.h"

namespace tiramisu {

struct expr_node;

/// A value: a handle to an immutable tree. Copies share the tree.
///
/// Operators follow these typing rules. Operands have equal types, or are int32 and int64 (the
/// result is int64). A literal takes the other operand's type if its value is exactly
/// representable there (`2 * A(i)` with doubles, `A(i) * 0.5` with floats). Everything else needs
/// `cast`. Comparisons and logic give p_boolean. Integer `/` and `%` round toward minus infinity;
/// integers wrap.
///
/// At most 2,000 operations stand inside of each other, and at most 100,000 in one expression
/// (user_error). Longer sums are reductions, or computations that read each other.
class expr {
public:
    /// Undefined: the expression of an input, or of a computation defined later.
    expr() = default;
    /// Typed but undefined.
    expr(primitive_t type);
    /// A literal.
    template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
    expr(T value) : expr(literal(primitive_type_of<T>(), value)) {}

    /// An operation with one, two or three operands. The operand of o_address is a name.
    expr(op_t op, expr operand, source_place where = source_place::current());
    expr(op_t op, expr left, expr right, source_place where = source_place::current());
    expr(op_t op, expr first, expr second, expr third,
         source_place where = source_place::current());
    /// A cast: `op` is o_cast.
    expr(op_t op, primitive_t type, expr operand, source_place where = source_place::current());
    /// A call (o_call) of a C function, or an access (o_access) to a computation by name.
    expr(op_t op, std::string name, std::vector<expr> operands, primitive_t type,
         source_place where = source_place::current());

    /// The halide_buffer_t in which a computation lies (o_address), as an argument of a call, which
    /// may read it; or an allocation (o_allocate). Throws unsupported_error for other operations.
    expr(op_t op, const std::string &name, source_place where = source_place::current());

    /// A literal of the given type; integers wrap, floats round.
    static expr literal(primitive_t type, std::int64_t value);
    static expr literal(primitive_t type, std::uint64_t value);
    static expr literal(primitive_t type, double value);
    template <typename T>
    static expr literal(primitive_t type, T value) {
        if constexpr (std::is_floating_point_v<T>) {
            return literal(type, static_cast<double>(value));
        } else if constexpr (std::is_signed_v<T>) {
            return literal(type, static_cast<std::int64_t>(value));
        } else {
            return literal(type, static_cast<std::uint64_t>(value));
        }
    }
    /// An iterator or parameter that is known by its name only.
    static expr variable(std::string name, primitive_t type);
    static expr variable(std::string name, primitive_t type, expr lower, expr upper);

    bool is_defined() const;
    bool is_constant() const; ///< a literal
    expr_t get_expr_type() const;
    op_t get_op_type() const; ///< o_none unless get_expr_type() is e_op
    primitive_t get_data_type() const;
    const std::string &get_name() const; ///< of a variable, access or call; empty otherwise
    int get_n_arg() const;
    const expr &get_operand(int i) const;
    const std::vector<expr> &get_operands() const;
    const std::vector<expr> &get_access() const { return get_operands(); }
    const std::vector<expr> &get_arguments() const { return get_operands(); }

    /// The value of a literal. Integers of every type fit get_int_val, read as two's complement.
    std::int64_t get_int_val(source_place where = source_place::current()) const;
    std::int32_t get_int32_value(source_place where = source_place::current()) const {
        return static_cast<std::int32_t>(get_int_val(where));
    }
    double get_double_val(source_place where = source_place::current()) const;

    /// Same tree (names, operations, types and literals). A variable is its name: the bounds that
    /// it may carry do not matter.
    bool is_equal(const expr &other) const;
    /// As C++ would write it.
    std::string to_str() const;
    void dump(bool exhaustive = false) const; ///< prints to_str() to standard output

    /// The tree node; null if undefined. For walks inside the compiler.
    const expr_node *node() const { return node_.get(); }

protected:
    explicit expr(std::shared_ptr<const expr_node> node) : node_(std::move(node)) {}

private:
    std::shared_ptr<const expr_node> node_;
};

/// One node of an expression. Immutable once made.
struct expr_node {
    expr_t kind = e_none;
    op_t op = o_none;
    primitive_t type = p_none;
    std::string name;           ///< variable, access, call
    std::vector<expr> operands; ///< of a bounded variable: its lower and upper bound
    int depth = 0;              ///< operations on the longest way to a leaf
    std::int64_t size = 0;      ///< operations, those of a shared operand each time it is used
    std::int64_t integer = 0;   ///< literal of an integer type or boolean
    double real = 0;            ///< literal of a float type
    /// Of an access by an object: the name of the function that has the object, shared with it.
    std::shared_ptr<const std::string> home;
};

/// An operand or index; remembers the line of the user's program that wrote it, which operators
/// have no other way to know.
class located_expr {
public:
    template <typename T, std::enable_if_t<std::is_convertible_v<T, expr>, int> = 0>
    located_expr(const T &value, const char *file = __builtin_FILE(), int line = __builtin_LINE())
        : value_(value), where_{file, line} {}

    const expr &value() const { return value_; }
    const source_place &where() const { return where_; }

private:
    expr value_;
    source_place where_;
};

expr operator-(const located_expr &value);
expr operator!(const located_expr &value);
expr operator+(const located_expr &left, const located_expr &right);
expr operator-(const located_expr &left, const located_expr &right);
expr operator*(const located_expr &left, const located_expr &right);
expr operator/(const located_expr &left, const located_expr &right);
expr operator%(const located_expr &left, const located_expr &right);
expr operator>>(const located_expr &left, const located_expr &right);
expr operator<<(const located_expr &left, const located_expr &right);
expr operator&&(const located_expr &left, const located_expr &right);
expr operator||(const located_expr &left, const located_expr &right);
expr operator==(const located_expr &left, const located_expr &right);
expr operator!=(const located_expr &left, const located_expr &right);
expr operator<(const located_expr &left, const located_expr &right);
expr operator<=(const located_expr &left, const located_expr &right);
expr operator>(const located_expr &left, const located_expr &right);
expr operator>=(const located_expr &left, const located_expr &right);

expr cast(primitive_t type, const expr &value, source_place where = source_place::current());
template <typename T>
expr value_cast(primitive_t type, T value) {
    return expr::literal(type, value);
}
expr min(const expr &left, const expr &right, source_place where = source_place::current());
expr max(const expr &left, const expr &right, source_place where = source_place::current());
expr select(const expr &condition, const expr &if_true, const expr &if_false,
            source_place where = source_place::current());
expr clamp(const expr &value, const expr &lowest, const expr &highest,
           source_place where = source_place::current());
expr abs(const expr &value, source_place where = source_place::current());
expr sqrt(const expr &value, source_place where = source_place::current());
expr exp(const expr &value, source_place where = source_place::current());
expr log(const expr &value, source_place where = source_place::current());
expr pow(const expr &base, const expr &exponent, source_place where = source_place::current());
expr sin(const expr &value, source_place where = source_place::current());
expr cos(const expr &value, source_place where = source_place::current());
expr tan(const expr &value, source_place where = source_place::current());
expr asin(const expr &value, source_place where = source_place::current());
expr acos(const expr &value, source_place where = source_place::current());
expr atan(const expr &value, source_place where = source_place::current());
expr sinh(const expr &value, source_place where = source_place::current());
expr cosh(const expr &value, source_place where = source_place::current());
expr tanh(const expr &value, source_place where = source_place::current());
expr sigmoid(const expr &value,
             source_place where = source_place::current()); ///< 1 / (1 + exp(-value))
expr floor(
    const expr &value,
    source_place where = source_place::current()); ///< of an integer: converted to float32 first
expr ceil(const expr &value, source_place where = source_place::current());
expr round(const expr &value, source_place where = source_place::current()); ///< halves to even
expr trunc(const expr &value, source_place where = source_place::current());

/// A call of the C function `name`, found when the object is linked; it must have no side effect
/// that another instance could see.
expr call(const std::string &name, const std::vector<expr> &arguments, primitive_t result,
          source_place where = source_place::current());

} // namespace tiramisu
