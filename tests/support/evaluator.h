#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "tiramisu/expr.h"

namespace tiramisu::oracle {

/// The program under test does what has no meaning: reads outside of a buffer, reads what was never
/// written, converts a float that is out of range. The fault is the test's, not the compiler's.
class meaningless : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A number of one of the language's types.
struct value {
    primitive_t type = p_none;
    std::int64_t integer = 0; ///< integers and booleans: extended to 64 bits as their type says
    double real = 0;          ///< floats

    /// The low bits, read as `type`.
    static value of_bits(primitive_t type, std::uint64_t bits);
    static value of_integer(primitive_t type, std::int64_t number) {
        return of_bits(type, static_cast<std::uint64_t>(number));
    }
    /// Rounded to `type`, a float type.
    static value of_real(primitive_t type, double number);

    bool operator==(const value &other) const;
    std::string to_string() const;
};

/// What the names in an expression stand for.
struct environment {
    using index = std::vector<std::int64_t>;

    std::map<std::string, value> scalars;
    /// The value of an o_access node.
    std::function<value(const std::string &name, const index &at)> read;
    /// The value of an o_call node.
    std::function<value(const std::string &name, const std::vector<value> &arguments)> call;
    /// Told, if there is one, what is not looked at: an arm of select() that is not taken, a right
    /// side of && or || that does not matter.
    std::function<void(const expr &unused)> passed_over;
};

/// The value of an expression, straight from the rules of the language. Integers wrap at their
/// width; `/` and `%` round toward minus infinity and give 0 for a divisor 0; a shift uses the low
/// bits of its amount; float32 is computed in float; `&&` and `||` look at the right side only
/// where it matters, select() at the arm that it takes.
value evaluate(const expr &expression, const environment &names);

/// `number` as a value of `type`.
value convert(const value &number, primitive_t type);

/// evaluate() of an integer expression.
std::int64_t evaluate_integer(const expr &expression, const environment &names);

} // namespace tiramisu::oracle
