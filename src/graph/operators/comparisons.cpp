#include <cmath>
#include <limits>

#include "graph/operators/element_definition.h"
#include "graph/operators/loops.h"

// Comparisons, logic, and operations on bits.

namespace tiramisu::graph {

namespace {

using reals = element_definition::reals;
using integers = element_definition::integers;
using expressions = element_definition::expressions;

primitive_t boolean(const node_call &) {
    return p_boolean;
}

template <typename Compare>
void add_comparison(operator_table &all, const std::string &name, const Compare &compare,
                    int first_opset, bool takes_booleans = false) {
    element_definition made;
    made.name = name;
    made.first_opset = first_opset;
    made.least_inputs = made.most_inputs = 2;
    made.takes_booleans = takes_booleans;
    made.result = boolean;
    made.real = [compare](const node_call &, const reals &x) {
        return compare(x[0], x[1]) ? 1.0 : 0.0;
    };
    made.integer = [compare](const node_call &, const integers &x) -> std::int64_t {
        return compare(x[0], x[1]) ? 1 : 0;
    };
    made.element = [compare](const node_call &, const expressions &x) -> expr {
        return compare(x[0], x[1]);
    };
    add(all, made);
}

expr equal(const expr &x, const expr &y) {
    return x.get_data_type() == p_boolean ? (x && y) || (!x && !y) : x == y;
}

void add_equal(operator_table &all) {
    element_definition made;
    made.name = "Equal";
    made.least_inputs = made.most_inputs = 2;
    made.takes_booleans = true;
    made.result = boolean;
    made.real = [](const node_call &, const reals &x) { return x[0] == x[1] ? 1.0 : 0.0; };
    made.integer = [](const node_call &, const integers &x) -> std::int64_t {
        return x[0] == x[1] ? 1 : 0;
    };
    made.element = [](const node_call &, const expressions &x) { return equal(x[0], x[1]); };
    add(all, made);
}

template <typename Integer, typename Element>
void add_logic(operator_table &all, const std::string &name, std::size_t inputs,
               const Integer &integer, const Element &element) {
    element_definition made;
    made.name = name;
    made.first_opset = 1;
    made.least_inputs = made.most_inputs = inputs;
    made.takes_booleans = true;
    made.takes_integers = false;
    made.integer = [integer](const node_call &, const integers &x) -> std::int64_t {
        return integer(x) ? 1 : 0;
    };
    made.element = [element](const node_call &, const expressions &x) { return element(x); };
    add(all, made);
}

void add_classes(operator_table &all) {
    element_definition nan;
    nan.name = "IsNaN";
    nan.first_opset = 9;
    nan.result = boolean;
    nan.real = [](const node_call &, const reals &x) { return std::isnan(x[0]) ? 1.0 : 0.0; };
    nan.element = [](const node_call &, const expressions &x) { return is_nan(x[0]); };
    add(all, nan);

    element_definition infinite;
    infinite.name = "IsInf";
    infinite.attributes = {"detect_negative", "detect_positive"};
    infinite.first_opset = 10;
    infinite.result = boolean;
    const auto above = [](const node_call &call) {
        return call.integer("detect_positive", 1) != 0;
    };
    const auto below = [](const node_call &call) {
        return call.integer("detect_negative", 1) != 0;
    };
    infinite.real = [=](const node_call &call, const reals &x) {
        const bool is = std::isinf(x[0]) && (x[0] > 0 ? above(call) : below(call));
        return is ? 1.0 : 0.0;
    };
    infinite.element = [=](const node_call &call, const expressions &x) {
        const expr largest = x[0].get_data_type() == p_float32
                                 ? expr(std::numeric_limits<float>::max())
                                 : expr(std::numeric_limits<double>::max());
        const expr up = above(call) ? x[0] > largest : expr(false);
        const expr down = below(call) ? x[0] < -largest : expr(false);
        return up || down;
    };
    add(all, infinite);
}

/// To the left or the right, by unsigned integers.
void add_shift(operator_table &all) {
    element_definition made;
    made.name = "BitShift";
    made.attributes = {"direction"};
    made.first_opset = 11;
    made.least_inputs = made.most_inputs = 2;
    const auto to_left = [](const node_call &call) {
        const std::string direction = call.text("direction", "");
        if (direction != "LEFT" && direction != "RIGHT") {
            throw refusal("attribute direction is \"" + direction + "\", must be LEFT or RIGHT");
        }
        return direction == "LEFT";
    };
    made.integer = [=](const node_call &call, const integers &x) {
        constexpr std::int64_t last = 63;
        const bool is_inside = x[1] >= 0 && x[1] <= last;
        if (!to_left(call) && is_signed(call.type(0).elements)) {
            return x[0] >> (is_inside ? x[1] : last);
        }
        const auto word = static_cast<std::uint64_t>(x[0]);
        return !is_inside      ? 0
               : to_left(call) ? static_cast<std::int64_t>(word << x[1])
                               : static_cast<std::int64_t>(word >> x[1]);
    };
    made.element = [=](const node_call &call, const expressions &x) {
        // By the width or more, or by less than 0: nothing but the sign is left, to the right.
        const primitive_t type = x[0].get_data_type();
        const std::int64_t width = 8 * size_in_bytes(type);
        const auto number = [&](std::int64_t value) { return expr::literal(type, value); };
        const expr by = clamp(x[1], number(0), number(width - 1)), is_inside = x[1] == by;
        if (to_left(call)) {
            return select(is_inside, x[0] << by, number(0));
        }
        const expr outside = is_signed(type) ? x[0] >> number(width - 1) : number(0);
        return select(is_inside, x[0] >> by, outside);
    };
    add(all, made);
}

} // namespace

void add_comparisons(operator_table &all) {
    add_equal(all);
    add_comparison(
        all, "Less", [](const auto &x, const auto &y) { return x < y; }, 7);
    add_comparison(
        all, "Greater", [](const auto &x, const auto &y) { return x > y; }, 7);
    add_comparison(
        all, "LessOrEqual", [](const auto &x, const auto &y) { return x <= y; }, 12);
    add_comparison(
        all, "GreaterOrEqual", [](const auto &x, const auto &y) { return x >= y; }, 12);
    add_logic(
        all, "And", 2, [](const integers &x) { return x[0] != 0 && x[1] != 0; },
        [](const expressions &x) { return x[0] && x[1]; });
    add_logic(
        all, "Or", 2, [](const integers &x) { return x[0] != 0 || x[1] != 0; },
        [](const expressions &x) { return x[0] || x[1]; });
    add_logic(
        all, "Xor", 2, [](const integers &x) { return (x[0] != 0) != (x[1] != 0); },
        [](const expressions &x) { return (x[0] && !x[1]) || (!x[0] && x[1]); });
    add_logic(
        all, "Not", 1, [](const integers &x) { return x[0] == 0; },
        [](const expressions &x) { return !x[0]; });
    add_classes(all);
    add_shift(all);
}

} // namespace tiramisu::graph
