#include <numeric>
#include <set>

#include "graph/operators/operator.h"
#include "graph/operators/places.h"
#include "graph/operators/strides.h"

// ScatterElements, ScatterND and Scatter, at places that are known: each element of the result is
// one of the data or one of the updates, and is taken from both in a row.

namespace tiramisu::graph {

namespace {

using list = std::vector<std::int64_t>;

/// Where each update goes, counted in elements of the data.
list element_targets(const expansion &to) {
    const shape &from = to.call.extents(0), &at = to.call.extents(1);
    const std::size_t axis = node_call::axis_of(to.call.integer("axis", 0), from.size());
    const list places = to.call.integers(1, "the indices");
    const list strides = strides_of(from);
    bool fits = at.size() == from.size() && to.call.extents(2) == at;
    for (std::size_t d = 0; fits && d < at.size(); d++) {
        fits = d == axis || at[d] <= from[d];
    }
    if (!fits) {
        throw refusal("indices are " + to_text(at) + " beside " + to_text(from));
    }
    list targets;
    std::size_t next = 0;
    for (index_walk walk(at); !walk.is_done(); walk.next()) {
        list place = walk.index();
        place[axis] = inside(places[next++], from[axis]);
        targets.push_back(
            std::inner_product(place.begin(), place.end(), strides.begin(), std::int64_t{0}));
    }
    return targets;
}

list slice_targets(const expansion &to) {
    const shape &from = to.call.extents(0), &at = to.call.extents(1);
    const list places = to.call.integers(1, "the indices");
    const auto named = static_cast<std::size_t>(at.empty() ? 0 : at.back());
    if (at.empty() || named == 0 || named > from.size()) {
        throw refusal("indices are " + to_text(at) + " beside " + to_text(from));
    }
    const std::int64_t length =
        count_of({from.begin() + static_cast<std::ptrdiff_t>(named), from.end()});
    const std::int64_t slices = count_of({at.begin(), at.end() - 1});
    if (count_of(to.call.extents(2)) != slices * length) {
        throw refusal("updates are " + to_text(to.call.type(2)) + " for " + std::to_string(slices) +
                      " slices of " + std::to_string(length));
    }
    list targets;
    for (std::int64_t i = 0; i < slices; i++) {
        std::int64_t place = 0;
        for (std::size_t d = 0; d < named; d++) {
            const auto k = static_cast<std::size_t>(i) * named + d;
            place = place * from[d] + inside(places[k], from[d]);
        }
        for (std::int64_t j = 0; j < length; j++) {
            targets.push_back(place * length + j);
        }
    }
    return targets;
}

/// What is there already and the update make the new element.
std::string reduced(expansion &to, const std::string &data, const std::string &updates,
                    const list &targets) {
    const std::string reduction = to.call.text("reduction", "none");
    if (reduction == "none") {
        return updates;
    }
    const std::string op = reduction == "add"   ? "Add"
                           : reduction == "mul" ? "Mul"
                           : reduction == "max" ? "Max"
                           : reduction == "min" ? "Min"
                                                : "";
    if (op.empty()) {
        throw refusal("attribute reduction is \"" + reduction + "\", which is not supported");
    }
    if (std::set<std::int64_t>(targets.begin(), targets.end()).size() != targets.size()) {
        throw refusal("attribute reduction is \"" + reduction +
                      "\", which is supported only where all indices differ");
    }
    return to.add(op, {to.add("Gather", {data, to.integers(targets)}), updates});
}

void scatter(expansion &to, const list &targets) {
    const shape extents = to.call.extents(0);
    const std::int64_t count = count_of(extents);
    const std::string data = to.reshaped(to.input(0), {count});
    const std::string updates = reduced(
        to, data, to.reshaped(to.input(2), {static_cast<std::int64_t>(targets.size())}), targets);
    list places(static_cast<std::size_t>(count));
    std::iota(places.begin(), places.end(), 0);
    for (std::size_t i = 0; i < targets.size(); i++) {
        places[static_cast<std::size_t>(targets[i])] = count + static_cast<std::int64_t>(i);
    }
    const std::string row = to.concatenated({data, updates}, 0);
    to.result(0, to.reshaped(to.add("Gather", {row, to.integers(places)}), extents));
}

} // namespace

void add_scatters(operator_table &all) {
    const auto of_elements = [](expansion &to) { scatter(to, element_targets(to)); };
    all.add_expanded("Scatter", {"axis"}, 9, of_elements);
    all.add_expanded("ScatterElements", {"axis", "reduction"}, 11, of_elements);
    all.add_expanded("ScatterND", {"reduction"}, 11,
                     [](expansion &to) { scatter(to, slice_targets(to)); });
}

} // namespace tiramisu::graph
