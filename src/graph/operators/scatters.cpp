#include <algorithm>
#include <numeric>

#include "graph/operators/flat_places.h"
#include "graph/operators/operator.h"
#include "graph/operators/places.h"
#include "graph/operators/scatter_rows.h"
#include "graph/operators/strides.h"

// ScatterElements, ScatterND and Scatter. Where places are known and updates are not reduced, each
// element of the result is one of the data or one of the updates, and is taken from both in a row.

namespace tiramisu::graph {

namespace {

using list = std::vector<std::int64_t>;

/// The axis along which single elements are named. Throws refusal where the indices do not fit.
std::size_t named_axis(const expansion &to) {
    const shape &from = to.call.extents(0), &at = to.call.extents(1);
    const std::size_t axis = node_call::axis_of(to.call.integer("axis", 0), from.size());
    bool fits = at.size() == from.size() && to.call.extents(2) == at;
    for (std::size_t d = 0; fits && d < at.size(); d++) {
        fits = d == axis || at[d] <= from[d];
    }
    if (!fits) {
        throw refusal("indices are " + to_text(at) + " beside " + to_text(from));
    }
    return axis;
}

/// Where each update goes, counted in elements of the data.
list element_targets(const expansion &to) {
    const shape &from = to.call.extents(0), &at = to.call.extents(1);
    const std::size_t axis = named_axis(to);
    const list places = to.call.integers(1, "the indices");
    const list strides = strides_of(from);
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

/// What the places of whole slices name.
struct slices {
    std::size_t named = 0;              ///< dimensions
    std::int64_t length = 1, count = 0; ///< of a slice, and of slices that are updates
};

slices slices_of(const expansion &to) {
    const shape &from = to.call.extents(0), &at = to.call.extents(1);
    const auto named = static_cast<std::size_t>(at.empty() ? 0 : at.back());
    if (at.empty() || named == 0 || named > from.size()) {
        throw refusal("indices are " + to_text(at) + " beside " + to_text(from));
    }
    const std::int64_t length =
        count_of({from.begin() + static_cast<std::ptrdiff_t>(named), from.end()});
    const std::int64_t count = count_of({at.begin(), at.end() - 1});
    if (count_of(to.call.extents(2)) != count * length) {
        throw refusal("updates are " + to_text(to.call.type(2)) + " for " + std::to_string(count) +
                      " slices of " + std::to_string(length));
    }
    return {named, length, count};
}

list slice_targets(const expansion &to) {
    const shape &from = to.call.extents(0);
    const slices all = slices_of(to);
    const list places = to.call.integers(1, "the indices");
    list targets;
    for (std::int64_t i = 0; i < all.count; i++) {
        std::int64_t place = 0;
        for (std::size_t d = 0; d < all.named; d++) {
            const auto k = static_cast<std::size_t>(i) * all.named + d;
            place = place * from[d] + inside(places[k], from[d]);
        }
        for (std::int64_t j = 0; j < all.length; j++) {
            targets.push_back(place * all.length + j);
        }
    }
    return targets;
}

std::string reduction_of(const node_call &call) {
    std::string reduction = call.text("reduction", "none");
    for (const char *const known : {"none", "add", "mul", "max", "min"}) {
        if (reduction == known) {
            return reduction;
        }
    }
    throw refusal("attribute reduction is \"" + reduction + "\", which is not supported");
}

/// The row of data with one update at each of these places; the last one, where it has several.
std::string with_updates(expansion &to, const std::string &data, const std::string &updates,
                         const list &targets) {
    const std::int64_t count = count_of(to.extents(data));
    list places(static_cast<std::size_t>(count));
    std::iota(places.begin(), places.end(), 0);
    for (std::size_t i = 0; i < targets.size(); i++) {
        places[static_cast<std::size_t>(targets[i])] = count + static_cast<std::int64_t>(i);
    }
    return to.add("Gather", {to.concatenated({data, updates}, 0), to.integers(places)});
}

void scatter(expansion &to, const list &targets) {
    const shape extents = to.call.extents(0);
    const std::int64_t rows = count_of(extents), count = static_cast<std::int64_t>(targets.size());
    const std::string reduction = reduction_of(to.call);
    const std::string data = to.reshaped(to.input(0), {rows}),
                      updates = to.reshaped(to.input(2), {count});
    const std::string made =
        reduction == "none" || count == 0
            ? with_updates(to, data, updates, targets)
            : scattered_rows(to, to.reshaped(data, {rows, 1}), to.integers(targets),
                             to.reshaped(updates, {count, 1}), reduction);
    to.result(0, to.reshaped(made, extents));
}

/// Updates are rows, and so are the data; `targets` says which row each update is for.
void scatter_rows(expansion &to, const std::string &targets, std::int64_t length) {
    const shape extents = to.call.extents(0);
    const std::int64_t rows = length == 0 ? 0 : count_of(extents) / length,
                       count = count_of(to.extents(targets));
    const std::string reduction = reduction_of(to.call);
    if (rows == 0 || count == 0) {
        to.result(0, to.input(0));
        return;
    }
    const std::string data = to.reshaped(to.input(0), {rows, length}),
                      updates = to.reshaped(to.input(2), {count, length});
    to.result(
        0, to.reshaped(scattered_rows(to, data, to.reshaped(targets, {count}), updates, reduction),
                       extents));
}

void scatter_elements(expansion &to) {
    if (to.call.value(1) != nullptr) {
        scatter(to, element_targets(to));
        return;
    }
    const shape &from = to.call.extents(0), &at = to.call.extents(1);
    const std::size_t axis = named_axis(to);
    const list strides = strides_of(from);
    list others;
    for (index_walk walk(at); !walk.is_done(); walk.next()) {
        list place = walk.index();
        place[axis] = 0;
        others.push_back(
            std::inner_product(place.begin(), place.end(), strides.begin(), std::int64_t{0}));
    }
    const auto count = static_cast<std::int64_t>(others.size());
    const std::string along =
        flat_places(to, to.reshaped(to.input(1), {count}), {from[axis]}, {strides[axis]});
    scatter_rows(to, to.add("Add", {along, to.integers(others)}), 1);
}

void scatter_slices(expansion &to) {
    if (to.call.value(1) != nullptr) {
        scatter(to, slice_targets(to));
        return;
    }
    const shape &from = to.call.extents(0);
    const slices all = slices_of(to);
    const list sizes(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(all.named));
    scatter_rows(to, joined_places(to, to.input(1), sizes), all.length);
}

} // namespace

void add_scatters(operator_table &all) {
    all.add_expanded("Scatter", {"axis"}, 9, scatter_elements);
    all.add_expanded("ScatterElements", {"axis", "reduction"}, 11, scatter_elements);
    all.add_expanded("ScatterND", {"reduction"}, 11, scatter_slices);
}

} // namespace tiramisu::graph
