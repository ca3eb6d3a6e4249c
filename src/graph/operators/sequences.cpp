#include <algorithm>
#include <numeric>

#include "graph/operators/inner_graphs.h"
#include "graph/operators/moving_program.h"

// Sequences of tensors. Which tensors one holds is known while compiling, so that nothing of it is
// left: what is read of it is one of these tensors.

namespace tiramisu::graph {

namespace {

using names = std::vector<std::string>;

names sequence_of(const expansion &to) {
    const names *held = to.sequence(to.input(0));
    if (held == nullptr) {
        throw refusal("input is " + to_text(to.call.type(0)) + ", must be a sequence");
    }
    return *held;
}

/// A place in a sequence, counted from its end where it is negative; that end may be one, too.
std::ptrdiff_t place_of(const expansion &to, std::size_t input, std::size_t size,
                        bool may_be_end = false) {
    const std::vector<std::int64_t> given = to.call.integers(input, "the place");
    const auto count = static_cast<std::int64_t>(size);
    if (given.size() != 1 || given[0] < -count || given[0] >= count + (may_be_end ? 1 : 0)) {
        throw refusal("the place is " + list_text(given) + " in a sequence of " +
                      std::to_string(size));
    }
    return static_cast<std::ptrdiff_t>(given[0] < 0 ? given[0] + count : given[0]);
}

void construct(expansion &to) {
    names held;
    for (std::size_t i = 0; i < to.call.input_count(); i++) {
        held.push_back(to.input(i));
    }
    to.result_sequence(0, held);
}

void take(expansion &to) {
    const names held = sequence_of(to);
    to.result(0, held[static_cast<std::size_t>(place_of(to, 1, held.size()))]);
}

void insert(expansion &to) {
    names held = sequence_of(to);
    const std::ptrdiff_t place =
        to.has(2) ? place_of(to, 2, held.size(), true) : static_cast<std::ptrdiff_t>(held.size());
    held.insert(held.begin() + place, to.input(1));
    to.result_sequence(0, held);
}

void erase(expansion &to) {
    names held = sequence_of(to);
    if (held.empty()) {
        throw refusal("its sequence holds nothing");
    }
    const std::ptrdiff_t last = static_cast<std::ptrdiff_t>(held.size()) - 1;
    held.erase(held.begin() + (to.has(1) ? place_of(to, 1, held.size()) : last));
    to.result_sequence(0, held);
}

void count(expansion &to) {
    to.result(0, to.number(static_cast<double>(sequence_of(to).size()), p_int64));
}

void join(expansion &to) {
    const names held = sequence_of(to);
    if (held.empty()) {
        throw refusal("its sequence holds nothing");
    }
    const std::int64_t axis = to.call.integer("axis", 0);
    to.result(0, to.call.integer("new_axis", 0) != 0 ? stacked(to, held, axis)
                                                     : to.concatenated(held, axis));
}

void require_few(std::int64_t parts) {
    if (parts > most_rounds) {
        throw refusal("makes " + std::to_string(parts) + " parts, supported are up to " +
                      std::to_string(most_rounds));
    }
}

/// Parts of one size, the last of which may be smaller.
std::vector<std::int64_t> equal_lengths(std::int64_t whole, std::int64_t each) {
    if (each < 1) {
        throw refusal("the size of its parts is " + std::to_string(each) + ", must be at least 1");
    }
    require_few(whole / each);
    std::vector<std::int64_t> lengths;
    for (std::int64_t left = whole; left > 0; left -= each) {
        lengths.push_back(std::min(each, left));
    }
    return lengths;
}

std::vector<std::int64_t> lengths_of(const expansion &to, std::int64_t whole) {
    if (!to.has(1)) {
        return equal_lengths(whole, 1);
    }
    std::vector<std::int64_t> lengths = to.call.integers(1, "the sizes of parts");
    if (to.call.extents(1).empty()) {
        return equal_lengths(whole, lengths[0]);
    }
    require_few(static_cast<std::int64_t>(lengths.size()));
    const bool fits =
        std::all_of(lengths.begin(), lengths.end(), [](std::int64_t one) { return one >= 0; }) &&
        std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0}) == whole;
    if (!fits) {
        throw refusal("the sizes of its " + std::to_string(lengths.size()) +
                      " parts must add up to " + std::to_string(whole));
    }
    return lengths;
}

void split(expansion &to) {
    const std::string &x = to.input(0);
    shape extents = to.extents(x);
    const std::size_t axis = node_call::axis_of(to.call.integer("axis", 0), extents.size());
    const std::vector<std::int64_t> lengths = lengths_of(to, extents[axis]);
    const bool drops_axis = !to.has(1) && to.call.integer("keepdims", 1) == 0;
    extents.erase(extents.begin() + static_cast<std::ptrdiff_t>(axis));
    names parts;
    std::int64_t first = 0;
    for (const std::int64_t length : lengths) {
        const std::string part =
            to.sliced(x, static_cast<std::int64_t>(axis), first, first + length);
        parts.push_back(drops_axis ? to.reshaped(part, extents) : part);
        first += length;
    }
    to.result_sequence(0, parts);
}

} // namespace

void add_sequences(operator_table &all) {
    const auto add = [&](const std::string &name, const names &attributes,
                         const std::function<void(expansion &)> &expand) {
        all.add_expanded(name, attributes, 11, expand, true);
    };
    add("SequenceConstruct", {}, construct);
    add("SequenceEmpty", {"dtype"}, [](expansion &to) { to.result_sequence(0, {}); });
    add("SequenceAt", {}, take);
    add("SequenceInsert", {}, insert);
    add("SequenceErase", {}, erase);
    add("SequenceLength", {}, count);
    add("ConcatFromSequence", {"axis", "new_axis"}, join);
    all.add_expanded("SplitToSequence", {"axis", "keepdims"}, 11, split);
}

} // namespace tiramisu::graph
