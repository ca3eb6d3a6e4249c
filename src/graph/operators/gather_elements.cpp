#include <algorithm>
#include <numeric>

#include "graph/operators/flat_places.h"
#include "graph/operators/loops.h"
#include "graph/operators/moving_program.h"
#include "graph/operators/operator.h"
#include "graph/operators/picked.h"
#include "graph/operators/places.h"
#include "tiramisu/function.h"

// GatherElements and GatherND: elements, and slices, at places that another tensor names.

namespace tiramisu::graph {

namespace {

using picking = std::pair<const tensor *, std::int64_t>;

std::size_t elements_axis(const node_call &call) {
    require_places(call);
    const shape &from = call.extents(0), &at = call.extents(1);
    const std::size_t axis = node_call::axis_of(call.integer("axis", 0), from.size());
    bool fits = at.size() == from.size();
    for (std::size_t d = 0; fits && d < at.size(); d++) {
        fits = d == axis || at[d] <= from[d];
    }
    if (!fits) {
        throw refusal("indices are " + to_text(call.type(1)) + ", must lie inside of " +
                      to_text(from));
    }
    return axis;
}

std::vector<tensor> elements_reference(const node_call &call, const tensor_list &inputs) {
    const std::size_t axis = elements_axis(call);
    const shape &from = inputs[0]->extents();
    const auto strides = strides_of(from);
    const std::vector<std::int64_t> places = inputs[1]->integers();
    std::size_t next = 0;
    return {picked(inputs[0]->elements(), inputs[1]->extents(),
                   [&](const std::vector<std::int64_t> &at) -> picking {
                       std::vector<std::int64_t> place = at;
                       place[axis] = inside(places[next++], from[axis]);
                       return {inputs[0], std::inner_product(place.begin(), place.end(),
                                                             strides.begin(), std::int64_t{0})};
                   })};
}

nn::program elements_program(const std::string &name, const shape &from, const shape &to,
                             std::size_t axis, primitive_t type, primitive_t places_type,
                             int lanes) {
    const function_scope scope(name);
    const std::vector<var> in = iterators(from, "in"), in_places = iterators(to, "p"),
                           at = iterators(to);
    input src("src", in, type), places("places", in_places, places_type);
    buffer src_memory("src", buffer_sizes(from), type, a_input);
    buffer places_memory("places", buffer_sizes(to), places_type, a_input);
    buffer dst_memory("dst", buffer_sizes(to), type, a_output);
    src.store_in(&src_memory);
    places.store_in(&places_memory);
    require_inside(places, in_places, from[axis]);
    std::vector<expr> place = as_exprs(at);
    place[axis] = inside(places.at(as_exprs(at)), from[axis]);
    computation dst("dst_values", at, type);
    dst.set_expression(src.at(place));
    dst.store_in(&dst_memory);
    run_in_order(dst, at, to, lanes);
    return {scope.get(), {src_memory, places_memory, dst_memory}};
}

void add_gather_elements(operator_table &all) {
    operator_row row;
    row.name = "GatherElements";
    row.attributes = {"axis"};
    row.first_opset = 11;
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        elements_axis(call);
        return {{call.type(0).elements, call.extents(1)}};
    };
    row.reference = elements_reference;
    row.places = 1;
    row.steps = [](const lowering &of) -> std::vector<step> {
        const std::size_t axis = elements_axis(of.call);
        const shape from = of.call.extents(0), to = of.call.extents(1);
        const primitive_t type = of.call.type(0).elements, places = of.call.type(1).elements;
        step made;
        made.text = "gather elements of " + to_text(of.call.type(0)) + " along " +
                    std::to_string(axis) + " at " + to_text(of.call.type(1));
        made.arguments = {
            {"src", {of.input(0)}}, {"places", {of.input(1)}}, {"dst", {of.output()}, true}};
        made.write = [=, lanes = of.lanes](const std::string &name) {
            return elements_program(name, from, to, axis, type, places, lanes);
        };
        return {made};
    };
    all.add(std::move(row));
}

/// The last size of the indices counts the dimensions that one of them names.
struct gathered_slices {
    std::size_t batch = 0, named = 0;
    shape result;
    std::int64_t length = 1; ///< of a slice
};

gathered_slices slices_of(const node_call &call) {
    require_places(call);
    const shape &from = call.extents(0), &at = call.extents(1);
    gathered_slices made;
    made.batch = static_cast<std::size_t>(std::max<std::int64_t>(0, call.integer("batch_dims", 0)));
    made.named = at.empty() ? 0 : static_cast<std::size_t>(std::max<std::int64_t>(0, at.back()));
    bool fits = !at.empty() && made.batch < at.size() && made.batch + made.named <= from.size() &&
                made.named > 0;
    for (std::size_t d = 0; fits && d < made.batch; d++) {
        fits = at[d] == from[d];
    }
    if (!fits) {
        throw refusal("inputs are " + to_text(call.type(0)) + " and " + to_text(call.type(1)) +
                      ", which do not go together");
    }
    made.result.assign(at.begin(), at.end() - 1);
    const auto rest = from.begin() + static_cast<std::ptrdiff_t>(made.batch + made.named);
    made.result.insert(made.result.end(), rest, from.end());
    made.length = count_of({rest, from.end()});
    return made;
}

std::vector<tensor> slices_reference(const node_call &call, const tensor_list &inputs) {
    const gathered_slices what = slices_of(call);
    const shape &from = inputs[0]->extents(), &at = inputs[1]->extents();
    const std::vector<std::int64_t> places = inputs[1]->integers();
    const std::int64_t each = count_of({at.begin(), at.end() - 1});
    const std::int64_t batches =
        count_of({at.begin(), at.begin() + static_cast<std::ptrdiff_t>(what.batch)});
    return {picked(inputs[0]->elements(), {each, what.length},
                   [&](const std::vector<std::int64_t> &index) -> picking {
                       std::int64_t place = batches == 0 ? 0 : index[0] / (each / batches);
                       for (std::size_t d = 0; d < what.named; d++) {
                           const std::int64_t size = from[what.batch + d];
                           const auto i = static_cast<std::size_t>(index[0]) * what.named + d;
                           place = place * size + inside(places[i], size);
                       }
                       return {inputs[0], place * what.length + index[1]};
                   })
                .reshaped(what.result)};
}

/// Slices at places of run time: of all that lie after one another, whatever dimensions name them.
void gather_slices(expansion &to) {
    const gathered_slices what = slices_of(to.call);
    const shape &from = to.call.extents(0);
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(what.batch);
    const shape sizes(begin, begin + static_cast<std::ptrdiff_t>(what.named));
    const std::int64_t batches = count_of({from.begin(), begin}), each = count_of(sizes),
                       count = count_of(what.result) / std::max<std::int64_t>(1, what.length);
    std::string places = joined_places(to, to.input(1), sizes);
    if (batches > 1) {
        const std::string first = to.add(
            "Mul", {numbered(to, {batches, 1}), to.number(static_cast<double>(each), p_int64)});
        places = to.add("Add", {to.reshaped(places, {batches, count / batches}), first});
    }
    const std::string rows = to.reshaped(to.input(0), {batches * each, what.length});
    const std::string taken = to.add("Gather", {rows, to.reshaped(places, {count})});
    to.result(0, to.reshaped(taken, what.result));
}

void add_gather_nd(operator_table &all) {
    operator_row row;
    row.name = "GatherND";
    row.expand = gather_slices;
    row.expands = [](const node_call &call) {
        return call.value(1) == nullptr && count_of(slices_of(call).result) > 0;
    };
    row.attributes = {"batch_dims"};
    row.first_opset = 11;
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        return {{call.type(0).elements, slices_of(call).result}};
    };
    row.reference = slices_reference;
    row.steps = mapped_steps;
    all.add(std::move(row));
}

} // namespace

void add_gathers_of_elements(operator_table &all) {
    add_gather_elements(all);
    add_gather_nd(all);
}

} // namespace tiramisu::graph
