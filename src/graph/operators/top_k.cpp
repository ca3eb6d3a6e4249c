#include <algorithm>
#include <numeric>

#include "graph/operators/axis_rows.h"
#include "graph/operators/loops.h"
#include "graph/operators/numbers.h"
#include "graph/operators/strides.h"
#include "tiramisu/function.h"

// TopK.

namespace tiramisu::graph {

namespace {

struct top {
    axis_rows of;
    std::int64_t count;
    bool is_largest;
    shape result;
};

top top_of(const node_call &call) {
    require_numbers_along(call);
    const shape &extents = call.extents(0);
    const std::size_t axis = node_call::axis_of(call.integer("axis", -1), extents.size());
    top made{rows_along(extents, axis), call.has("k") ? call.integer("k", 0) : 0,
             call.integer("largest", 1) != 0, extents};
    if (call.has_input(1)) {
        const auto given = call.integers(1, "the number of elements");
        made.count = given.size() == 1 ? given[0] : -1;
    }
    if (made.count < 0 || made.count > extents[axis]) {
        throw refusal("takes " + std::to_string(made.count) + " elements of " +
                      std::to_string(extents[axis]));
    }
    made.result[axis] = made.count;
    return made;
}

std::vector<tensor> top_reference(const node_call &call, const tensor_list &inputs) {
    const top what = top_of(call);
    const exact_numbers numbers = exact_numbers_of(*inputs[0]);
    const axis_rows to = {what.of.before, what.count, what.of.after};
    const auto count = static_cast<std::size_t>(count_of(what.result));
    exact_numbers values(count);
    std::vector<std::int64_t> places(count);
    for (index_walk at({what.of.before, what.of.after}); !at.is_done(); at.next()) {
        const std::int64_t i = at.index()[0], j = at.index()[1];
        const auto number = [&](std::int64_t k) {
            return numbers[static_cast<std::size_t>(what.of.position(i, k, j))];
        };
        std::vector<std::int64_t> order(static_cast<std::size_t>(what.of.along));
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](std::int64_t one, std::int64_t other) {
            return what.is_largest ? number(one) > number(other) : number(one) < number(other);
        });
        for (std::int64_t k = 0; k < what.count; k++) {
            const auto place = static_cast<std::size_t>(to.position(i, k, j));
            places[place] = order[static_cast<std::size_t>(k)];
            values[place] = number(places[place]);
        }
    }
    return {tensor_of({inputs[0]->elements(), what.result}, values),
            tensor(what.result, std::move(places))};
}

/// How many elements come before each one; then each of the first ones is looked for.
nn::program top_program(const top &what, primitive_t type, const std::string &name, int lanes) {
    const function_scope scope(name);
    const shape from = what.of.extents(), to = {what.of.before, what.count, what.of.after};
    const std::vector<var> in = iterators(from, "in"), at = iterators(from, "f"),
                           of = iterators(to, "t");
    const auto length = static_cast<std::int32_t>(what.of.along);
    const var k("k", 0, length), m("m", 0, length);
    input src("src", in, type);
    buffer src_memory("src", buffer_sizes(from), type, a_input);
    buffer values_memory("values", buffer_sizes(to), type, a_output);
    buffer places_memory("places", buffer_sizes(to), p_int64, a_output);
    src.store_in(&src_memory);
    computation rank("rank", at, expr(0));
    const expr one = src(at[0], at[1], at[2]), other = src(at[0], k, at[2]);
    const expr before = what.is_largest ? other > one : other < one;
    rank(at[0], at[1], at[2]) += select(before || (other == one && k < at[1]), 1, 0);
    computation place("place", of, expr(0));
    place(of[0], of[1], of[2]).max_with(select(rank(of[0], m, of[2]) == of[1], expr(m), expr(0)));
    computation places("places_values", of, cast(p_int64, place(of[0], of[1], of[2])));
    places.store_in(&places_memory);
    computation values("values_values", of,
                       src(of[0], clamp(place(of[0], of[1], of[2]), 0, length - 1), of[2]));
    values.store_in(&values_memory);
    run_in_order(places, of, to, lanes);
    return {scope.get(), {src_memory, values_memory, places_memory}};
}

} // namespace

void add_top_k(operator_table &all) {
    operator_row row;
    row.name = "TopK";
    row.attributes = {"axis", "k", "largest", "sorted"};
    row.first_opset = 1;
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        const top what = top_of(call);
        return {{call.type(0).elements, what.result}, {p_int64, what.result}};
    };
    row.reference = top_reference;
    row.steps = [](const lowering &of) -> std::vector<step> {
        const top what = top_of(of.call);
        const primitive_t type = of.call.type(0).elements;
        return {rows_step(of,
                          what.of.text("first " + std::to_string(what.count) +
                                           (what.is_largest ? " largest" : " smallest"),
                                       type),
                          {"values", "places"}, [=, lanes = of.lanes](const std::string &called) {
                              return top_program(what, type, called, lanes);
                          })};
    };
    all.add(std::move(row));
}

} // namespace tiramisu::graph
