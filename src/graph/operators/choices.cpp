#include "graph/operators/element_definition.h"
#include "graph/operators/numbers.h"

// Where and Cast: elements of one type that follow from those of others.

namespace tiramisu::graph {

namespace {

using reals = element_definition::reals;
using integers = element_definition::integers;
using expressions = element_definition::expressions;

void add_where(operator_table &all) {
    element_definition made;
    made.name = "Where";
    made.first_opset = 9;
    made.least_inputs = made.most_inputs = 3;
    made.mixes_types = true;
    made.result = [](const node_call &call) {
        if (call.type(0).elements != p_boolean || call.type(1).elements != call.type(2).elements) {
            throw refusal("inputs are " + to_text(call.type(0)) + ", " + to_text(call.type(1)) +
                          " and " + to_text(call.type(2)) +
                          ", must be booleans and two tensors of one type");
        }
        return call.type(1).elements;
    };
    made.real = [](const node_call &, const reals &x) { return x[0] != 0 ? x[1] : x[2]; };
    made.integer = [](const node_call &, const integers &x) { return x[0] != 0 ? x[1] : x[2]; };
    made.element = [](const node_call &call, const expressions &x) {
        return call.type(1).elements == p_boolean ? (x[0] && x[1]) || (!x[0] && x[2])
                                                  : select(x[0], x[1], x[2]);
    };
    add(all, made);
}

/// Of floats that are no integers, the nearest toward 0; of what is not 0, true.
expr converted(const expr &x, primitive_t to) {
    const primitive_t from = x.get_data_type();
    if (from == to) {
        return x;
    }
    if (to == p_boolean) {
        return x != expr::literal(from, 0);
    }
    if (from == p_boolean) {
        return select(x, expr::literal(to, 1), expr::literal(to, 0));
    }
    return cast(to, x);
}

primitive_t cast_target(const node_call &call) {
    if (!call.has("to")) {
        throw refusal("attribute to is missing");
    }
    return type_of_number(call.integer("to", 0));
}

void add_cast(operator_table &all) {
    element_definition made;
    made.name = "Cast";
    made.attributes = {"to", "saturate", "round_mode"};
    made.first_opset = 6;
    made.mixes_types = true;
    made.result = cast_target;
    made.real = [](const node_call &, const reals &x) { return x[0]; };
    made.integer = [](const node_call &, const integers &x) { return x[0]; };
    made.element = [](const node_call &call, const expressions &x) {
        return converted(x[0], cast_target(call));
    };
    add(all, made);
}

void add_cast_like(operator_table &all) {
    all.add_expanded("CastLike", {"saturate", "round_mode"}, 15, [](expansion &to) {
        to.result(0, to.cast(to.input(0), to.type(to.input(1)).elements));
    });
}

} // namespace

void add_choices(operator_table &all) {
    add_where(all);
    add_cast(all);
    add_cast_like(all);
}

} // namespace tiramisu::graph
