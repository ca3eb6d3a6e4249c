#include <algorithm>
#include <numeric>
#include <sstream>

#include "graph/operators/moving_program.h"
#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"
#include "graph/operators/picked.h"

// Pad: with a number, or with what is inside.

namespace tiramisu::graph {

namespace {

using picking = std::pair<const tensor *, std::int64_t>;

struct padded {
    std::vector<std::int64_t> before; ///< of each dimension; less than 0 takes elements away
    shape result;
    tensor around;    ///< one element
    std::string mode; ///< where it is not "constant", elements come from inside

    bool is_constant() const { return mode == "constant"; }
};

tensor around_of(const node_call &call) {
    const primitive_t type = call.type(0).elements;
    if (!call.has_input(2)) {
        return tensor_of({type, {}},
                         std::vector<double>{static_cast<double>(call.real("value", 0))});
    }
    const std::string must_be = "the value around must be a constant of " + to_string(type);
    const tensor &value = call.known(2, must_be);
    if (value.elements() != type || value.count() != 1) {
        throw refusal(must_be);
    }
    return value.reshaped({});
}

/// Attributes before opset 11, inputs since.
padded pad_of(const node_call &call) {
    const shape &from = call.extents(0);
    padded made{std::vector<std::int64_t>(from.size(), 0), from, around_of(call),
                call.text("mode", "constant")};
    if (!made.is_constant() && made.mode != "reflect" && made.mode != "edge" &&
        made.mode != "wrap") {
        throw refusal("attribute mode is \"" + made.mode +
                      "\", must be constant, reflect, edge or wrap");
    }
    const auto pads =
        call.has_input(1) ? call.integers(1, "the padding") : call.integers("pads", {});
    std::vector<std::int64_t> axes(from.size());
    std::iota(axes.begin(), axes.end(), 0);
    if (call.has_input(3)) {
        axes = call.integers(3, "the axes");
    }
    if (pads.size() != 2 * axes.size()) {
        throw refusal("the padding has " + std::to_string(pads.size()) + " numbers, must have " +
                      std::to_string(2 * axes.size()));
    }
    for (std::size_t i = 0; i < axes.size(); i++) {
        const std::size_t d = node_call::axis_of(axes[i], from.size());
        made.before[d] = pads[i];
        made.result[d] += pads[i] + pads[i + axes.size()];
        if (!made.is_constant() && from[d] == 0) {
            throw refusal("input is " + to_text(from) + ", which has nothing to pad with");
        }
    }
    count_of(made.result);
    return made;
}

/// The element inside of a row of `size` that stands at a place outside.
std::int64_t mirrored(const std::string &mode, std::int64_t at, std::int64_t size) {
    if (mode == "edge" || size == 1) {
        return std::clamp<std::int64_t>(at, 0, size - 1);
    }
    const std::int64_t period = mode == "wrap" ? size : 2 * (size - 1);
    const std::int64_t place = (at % period + period) % period;
    return place < size ? place : period - place;
}

std::vector<tensor> pad_reference(const node_call &call, const tensor_list &inputs) {
    const padded what = pad_of(call);
    const shape &from = call.extents(0);
    const auto strides = strides_of(from);
    const tensor around = inputs[0]->elements() == what.around.elements()
                              ? what.around
                              : tensor_of({inputs[0]->elements(), {}}, reals_of(what.around));
    return {picked(inputs[0]->elements(), what.result,
                   [&](const std::vector<std::int64_t> &at) -> picking {
                       std::int64_t position = 0;
                       for (std::size_t d = 0; d < at.size(); d++) {
                           std::int64_t there = at[d] - what.before[d];
                           if (what.is_constant() && (there < 0 || there >= from[d])) {
                               return {&around, 0};
                           }
                           there = what.is_constant() ? there : mirrored(what.mode, there, from[d]);
                           position += there * strides[d];
                       }
                       return {inputs[0], position};
                   })};
}

/// A number in the language.
expr number_of(const tensor &one) {
    return is_float(one.elements()) ? expr::literal(one.elements(), reals_of(one).front())
                                    : expr::literal(one.elements(), one.integers().front());
}

expr padded_value(const padded &what, const shape &from, const input &src,
                  const std::vector<var> &at) {
    std::vector<expr> place;
    expr inside;
    for (std::size_t d = 0; d < from.size(); d++) {
        const expr there = at[d] - literal(what.before[d]);
        const bool may_leave = what.before[d] > 0 || what.result[d] - what.before[d] > from[d];
        if (may_leave) {
            const expr is_in = there >= 0 && there < literal(from[d]);
            inside = inside.is_defined() ? inside && is_in : is_in;
        }
        place.push_back(may_leave ? clamp(there, 0, literal(from[d] - 1)) : there);
    }
    const expr value = src.at(place), around = number_of(what.around);
    return inside.is_defined() ? select(inside, value, around) : value;
}

std::vector<step> steps_of(const lowering &of) {
    const shape from = of.call.extents(0);
    const padded what = pad_of(of.call);
    if (!what.is_constant()) {
        return mapped_steps(of);
    }
    std::ostringstream text;
    text.precision(17);
    text << "pad " << to_text(of.call.type(0)) << " by " << list_text(what.before) << " to "
         << to_text(what.result) << " with " << reals_of(what.around).front();
    return {moving_step(
        of, text.str(),
        [=, lanes = of.lanes, type = of.call.type(0).elements](const std::string &name) {
            return moving_program(name, type, from, what.result, lanes,
                                  [&](const input &src, const std::vector<var> &at) {
                                      return padded_value(what, from, src, at);
                                  });
        })};
}

} // namespace

void add_pad(operator_table &all) {
    operator_row row;
    row.name = "Pad";
    row.attributes = {"mode", "pads", "value"};
    row.first_opset = 2;
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        if (call.type(0).elements == p_boolean) {
            throw refusal("input is " + to_text(call.type(0)) + ", must be of numbers");
        }
        return {{call.type(0).elements, pad_of(call).result}};
    };
    row.reference = pad_reference;
    row.steps = steps_of;
    all.add(std::move(row));
}

} // namespace tiramisu::graph
