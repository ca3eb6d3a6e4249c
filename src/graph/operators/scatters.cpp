#include <algorithm>
#include <map>
#include <numeric>

#include "graph/operators/flat_places.h"
#include "graph/operators/operator.h"
#include "graph/operators/places.h"
#include "graph/operators/strides.h"

// ScatterElements, ScatterND and Scatter. Where places are known, each element of the result is one
// of the data or one of the updates, and is taken from both in a row; else every place is compared
// with that of every update.

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

/// Updates of different places, which are made at once.
struct scatter_round {
    list updates; ///< their numbers
    list targets;
};

/// Each update is in the round that its place has come to, so that each place meets its updates in
/// their order.
std::vector<scatter_round> rounds_of(const list &targets) {
    constexpr std::size_t most_rounds = 256;
    std::map<std::int64_t, std::size_t> met;
    std::vector<scatter_round> rounds;
    for (std::size_t i = 0; i < targets.size(); i++) {
        const std::size_t round = met[targets[i]]++;
        if (round == most_rounds) {
            throw refusal("a place has more than " + std::to_string(most_rounds) + " updates");
        }
        rounds.resize(std::max(rounds.size(), round + 1));
        rounds[round].updates.push_back(static_cast<std::int64_t>(i));
        rounds[round].targets.push_back(targets[i]);
    }
    return rounds;
}

/// The operator that makes the new element of what is there and the update; empty: the update is
/// it.
std::string operator_of_reduction(const node_call &call) {
    const std::string reduction = call.text("reduction", "none");
    for (const auto &[name, op] :
         {std::pair{"none", ""}, std::pair{"add", "Add"}, std::pair{"mul", "Mul"},
          std::pair{"max", "Max"}, std::pair{"min", "Min"}}) {
        if (reduction == name) {
            return op;
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
    const std::string op = operator_of_reduction(to.call);
    const std::string updates =
        to.reshaped(to.input(2), {static_cast<std::int64_t>(targets.size())});
    std::string data = to.reshaped(to.input(0), {count_of(extents)});
    if (op.empty()) {
        data = with_updates(to, data, updates, targets);
    } else {
        for (const scatter_round &round : rounds_of(targets)) {
            const std::string before = to.add("Gather", {data, to.integers(round.targets)}),
                              update = to.add("Gather", {updates, to.integers(round.updates)});
            data = with_updates(to, data, to.add(op, {before, update}), round.targets);
        }
    }
    to.result(0, to.reshaped(data, extents));
}

/// Comparisons of places with those of updates, above which other ways would be needed.
constexpr std::int64_t most_comparisons = std::int64_t{1} << 22;

void require_few(const node_call &call, std::int64_t rows, std::int64_t updates) {
    if (updates > 0 && rows > most_comparisons / updates) {
        throw call.unknown(
            1, "names " + std::to_string(updates) + " of " + std::to_string(rows) +
                   " places that are not known while compiling: too many to compare each with "
                   "each");
    }
}

/// Updates are rows, and so are the data; `targets` says which row each update is for.
void scatter_rows(expansion &to, const std::string &targets, std::int64_t length) {
    const shape extents = to.call.extents(0);
    const std::int64_t rows = length == 0 ? 0 : count_of(extents) / length,
                       count = count_of(to.extents(targets));
    if (rows == 0 || count == 0) {
        to.result(0, to.input(0));
        return;
    }
    require_few(to.call, rows, count);
    const std::string data = to.reshaped(to.input(0), {rows, length}),
                      updates = to.reshaped(to.input(2), {count, length});
    const std::string is_target =
        to.add("Equal", {numbered(to, {rows, 1}), to.reshaped(targets, {1, count})});
    const std::string reduction = to.call.text("reduction", "none");
    std::string made;
    if (reduction == "none") { // the last one of several
        const std::string none = to.number(-1, p_int64);
        const std::string update = to.reduced(
            "ReduceMax", to.add("Where", {is_target, numbered(to, {1, count}), none}), {1});
        const std::string place = to.add("Max", {update, to.number(0, p_int64)});
        const std::string taken = to.add("Gather", {updates, to.reshaped(place, {rows})});
        made = to.add("Where", {to.add("Equal", {update, none}), data, taken});
    } else if (reduction == "add") {
        require_few(to.call, rows * length, count);
        // Not a product by zeros and ones: what is infinite or no number stays in its row.
        const std::string of_row =
            to.add("Where", {to.reshaped(is_target, {rows, count, 1}),
                             to.reshaped(updates, {1, count, length}), to.like(updates, 0)});
        made = to.add("Add", {data, to.reduced("ReduceSum", of_row, {1}, false)});
    } else {
        throw to.call.unknown(1, "attribute reduction is \"" + reduction +
                                     "\", which is not supported where places are not known while "
                                     "compiling");
    }
    to.result(0, to.reshaped(made, extents));
}

void scatter_elements(expansion &to) {
    if (to.call.value(1) != nullptr) {
        scatter(to, element_targets(to));
        return;
    }
    const shape &from = to.call.extents(0), &at = to.call.extents(1);
    const std::size_t axis = named_axis(to);
    require_few(to.call, count_of(from), count_of(at));
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
