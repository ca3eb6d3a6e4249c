#include <optional>

#include "graph/operators/loops.h"
#include "graph/operators/moving_program.h"
#include "graph/operators/operator.h"
#include "graph/operators/picked.h"
#include "graph/operators/places.h"
#include "tiramisu/function.h"

// Gather: rows along an axis, at places that another tensor names.

namespace tiramisu::graph {

namespace {

using picking = std::pair<const tensor *, std::int64_t>;

/// What is before the axis, along it, and behind it.
struct gathered {
    std::int64_t before, size, after, places;
    shape result;
};

gathered gather_of(const node_call &call) {
    require_places(call);
    const shape &from = call.extents(0), &at = call.extents(1);
    const auto axis =
        static_cast<std::ptrdiff_t>(node_call::axis_of(call.integer("axis", 0), from.size()));
    gathered made{count_of({from.begin(), from.begin() + axis}),
                  from[static_cast<std::size_t>(axis)],
                  count_of({from.begin() + axis + 1, from.end()}),
                  count_of(at),
                  {}};
    made.result.assign(from.begin(), from.begin() + axis);
    made.result.insert(made.result.end(), at.begin(), at.end());
    made.result.insert(made.result.end(), from.begin() + axis + 1, from.end());
    if (made.size == 0 && count_of(made.result) > 0) {
        throw refusal("gathers from " + to_text(from) + ", where there is nothing");
    }
    if (const tensor *known = call.value(1)) {
        for (const std::int64_t place : known->integers()) {
            inside(place, made.size);
        }
    }
    return made;
}

std::vector<tensor> gather_reference(const node_call &call, const tensor_list &inputs) {
    const gathered what = gather_of(call);
    const std::vector<std::int64_t> places = inputs[1]->integers();
    return {picked(inputs[0]->elements(), {what.before, what.places, what.after},
                   [&](const std::vector<std::int64_t> &at) -> picking {
                       const std::int64_t place =
                           inside(places[static_cast<std::size_t>(at[1])], what.size);
                       return {inputs[0], (at[0] * what.size + place) * what.after + at[2]};
                   })
                .reshaped(what.result)};
}

/// The first place and the step of places that are known and evenly apart.
std::optional<std::pair<std::int64_t, std::int64_t>> even_places(const node_call &call,
                                                                 std::int64_t size) {
    if (call.value(1) == nullptr || call.value(1)->count() == 0) {
        return std::nullopt;
    }
    std::vector<std::int64_t> places = call.value(1)->integers();
    for (std::int64_t &one : places) {
        one = inside(one, size);
    }
    const std::int64_t step = places.size() > 1 ? places[1] - places[0] : 1;
    for (std::size_t i = 1; i < places.size(); i++) {
        if (places[i] - places[i - 1] != step) {
            return std::nullopt;
        }
    }
    return std::pair(places[0], step);
}

/// Where the result lies in one piece of the first input.
std::optional<std::int64_t> piece_of(const node_call &call) {
    const gathered what = gather_of(call);
    const auto even = even_places(call, what.size);
    const bool is_piece = even && what.before == 1 && even->second == 1;
    return is_piece ? std::optional(even->first * what.after) : std::nullopt;
}

nn::program gather_program(const std::string &name, const gathered &what, primitive_t type,
                           primitive_t places_type, int lanes) {
    const function_scope scope(name);
    const shape from = {what.before, what.size, what.after};
    const shape to = {what.before, what.places, what.after};
    const std::vector<var> in = iterators(from, "in"), in_places = iterators({what.places}, "p"),
                           at = iterators(to);
    input src("src", in, type), places("places", in_places, places_type);
    buffer src_memory("src", buffer_sizes(from), type, a_input);
    buffer places_memory("places", buffer_sizes({what.places}), places_type, a_input);
    buffer dst_memory("dst", buffer_sizes(to), type, a_output);
    src.store_in(&src_memory);
    places.store_in(&places_memory);
    require_inside(places, in_places, what.size);
    computation dst("dst_values", at, type);
    dst.set_expression(src(at[0], inside(places(at[1]), what.size), at[2]));
    dst.store_in(&dst_memory);
    run_in_order(dst, at, to, lanes);
    return {scope.get(), {src_memory, places_memory, dst_memory}};
}

std::string sizes_text(const gathered &what) {
    return std::to_string(what.before) + "x" + std::to_string(what.size) + "x" +
           std::to_string(what.after);
}

std::vector<step> gather_steps(const lowering &of) {
    const gathered what = gather_of(of.call);
    const primitive_t type = of.call.type(0).elements;
    if (const auto even = even_places(of.call, what.size)) {
        const shape from = {what.before, what.size, what.after};
        const shape to = {what.before, what.places, what.after};
        return {moving_step(
            of,
            "gather " + to_string(type) + " " + sizes_text(what) + " from " +
                std::to_string(even->first) + " by " + std::to_string(even->second) + " to " +
                to_text(to),
            [=, lanes = of.lanes](const std::string &name) {
                return moving_program(
                    name, type, from, to, lanes, [&](const input &src, const std::vector<var> &at) {
                        return expr(src(at[0], at[1] * literal(even->second) + literal(even->first),
                                        at[2]));
                    });
            })};
    }
    const primitive_t places = of.call.type(1).elements;
    step made;
    made.text = "gather " + to_string(type) + " " + sizes_text(what) + " at " +
                std::to_string(what.places) + " places of " + to_string(places);
    made.arguments = {
        {"src", {of.input(0)}}, {"places", {of.input(1)}}, {"dst", {of.output()}, true}};
    made.write = [=, lanes = of.lanes](const std::string &name) {
        return gather_program(name, what, type, places, lanes);
    };
    return {made};
}

} // namespace

void add_gather(operator_table &all) {
    operator_row row;
    row.name = "Gather";
    row.attributes = {"axis"};
    row.first_opset = 1;
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        return {{call.type(0).elements, gather_of(call).result}};
    };
    row.reference = gather_reference;
    row.places = 1;
    row.part = piece_of;
    row.steps = gather_steps;
    all.add(std::move(row));
}

} // namespace tiramisu::graph
