#include <numeric>

#include "graph/operators/operator.h"

// The rotation of positions that attention reads, as ONNX defines it by other operators.

namespace tiramisu::graph {

namespace {

/// Cosines or sines of the positions, as they go with x: one for all heads.
std::string of_positions(expansion &to, std::size_t input, const shape &x, bool heads_first) {
    const std::string row =
        to.has(3) ? to.add("Gather", {to.input(input), to.input(3)}) : to.input(input);
    const shape extents = to.extents(row);
    const std::int64_t length = heads_first ? x[2] : x[1];
    if (extents.size() != 3 || extents[1] != length) {
        throw refusal("its angles are " + to_text(extents) + ", must be a batch of " +
                      std::to_string(length) + " positions");
    }
    return heads_first ? to.reshaped(row, {extents[0], 1, extents[1], extents[2]})
                       : to.reshaped(row, {extents[0], extents[1], 1, extents[2]});
}

/// Two halves of the last dimension: its beginning and end, or every second element.
std::pair<std::string, std::string> halves(expansion &to, const std::string &x, bool alternate) {
    const shape extents = to.extents(x);
    const std::int64_t last = static_cast<std::int64_t>(extents.size()) - 1;
    const std::int64_t size = extents.back(), half = size / 2;
    return alternate ? std::pair(to.sliced(x, last, 0, size, 2), to.sliced(x, last, 1, size, 2))
                     : std::pair(to.sliced(x, last, 0, half), to.sliced(x, last, half, size));
}

std::string joined(expansion &to, std::string one, std::string other, bool alternate) {
    const shape half = to.extents(one);
    const auto last = static_cast<std::int64_t>(half.size()) - 1;
    if (!alternate) {
        return to.concatenated({one, other}, last);
    }
    shape apart = half, whole = half;
    apart.push_back(1);
    whole.back() *= 2;
    return to.reshaped(
        to.concatenated({to.reshaped(one, apart), to.reshaped(other, apart)}, last + 1), whole);
}

void rotate(expansion &to) {
    const shape given = to.call.extents(0);
    const std::int64_t heads = to.call.integer("num_heads", 0);
    const bool heads_first = given.size() == 4;
    if (!heads_first && (given.size() != 3 || heads < 1 || given[2] % heads != 0)) {
        throw refusal("input is " + to_text(to.call.type(0)) +
                      ", must have 4 dimensions, or 3 of which num_heads, " +
                      std::to_string(heads) + ", divides the last");
    }
    const std::string x =
        heads_first ? to.input(0)
                    : to.reshaped(to.input(0), {given[0], given[1], heads, given[2] / heads});
    const shape extents = to.extents(x);
    const std::int64_t some = to.call.integer("rotary_embedding_dim", 0);
    const std::int64_t size = some == 0 ? extents[3] : some;
    const std::string cosine = of_positions(to, 1, extents, heads_first),
                      sine = of_positions(to, 2, extents, heads_first);
    if (size < 2 || size > extents[3] || size % 2 != 0 || to.extents(cosine)[3] != size / 2 ||
        to.extents(sine)[3] != size / 2) {
        throw refusal("rotates " + std::to_string(size) + " of " + std::to_string(extents[3]) +
                      " elements by " + std::to_string(to.extents(cosine)[3]) + " angles");
    }
    const bool alternate = to.call.integer("interleaved", 0) != 0;
    const auto [first, second] = halves(to, to.sliced(x, 3, 0, size), alternate);
    const auto times = [&, one = first, other = second](const std::string &a, const std::string &b,
                                                        const char *op) {
        return to.add(op, {to.add("Mul", {a, one}), to.add("Mul", {b, other})});
    };
    std::string turned =
        joined(to, times(cosine, sine, "Sub"), times(sine, cosine, "Add"), alternate);
    if (size < extents[3]) {
        turned = to.concatenated({turned, to.sliced(x, 3, size, extents[3])}, 3);
    }
    to.result(0, to.reshaped(turned, given));
}

/// As ONNX Runtime has it: positions come before the angles, and may be that of the first element.
void rotate_from(expansion &to) {
    if (to.call.integer("is_packed_batching", 0) != 0 || to.call.real("scale", 1) != 1) {
        throw refusal("attributes is_packed_batching and scale are not 0 and 1, as is supported");
    }
    const shape x = to.call.extents(0), angles = to.call.extents(2);
    if (x.size() < 3 || angles.size() != 2) {
        throw refusal("input is " + to_text(to.call.type(0)) + ", its angles are " +
                      to_text(angles) + ", must have 3 or 4 dimensions, and 2");
    }
    const std::int64_t length = x.size() == 4 ? x[2] : x[1];
    std::string places = to.input(1);
    if (count_of(to.call.extents(1)) == 1) {
        std::vector<std::int64_t> behind(static_cast<std::size_t>(length));
        std::iota(behind.begin(), behind.end(), 0);
        const std::string row =
            to.add("Add", {to.reshaped(places, {1, 1}), to.constant({shape{1, length}, behind})});
        places = to.add("Expand", {row, to.integers({x[0], length})});
    }
    std::int64_t heads = to.call.integer("num_heads", 0);
    if (x.size() == 3 && heads == 0) {
        heads = angles[1] > 0 ? x[2] / (2 * angles[1]) : 0;
    }
    to.result(0, to.add("RotaryEmbedding", {to.input(0), to.input(2), to.input(3), places},
                        {{"interleaved", to.call.integer("interleaved", 0)},
                         {"num_heads", heads},
                         {"rotary_embedding_dim", to.call.integer("rotary_embedding_dim", 0)}}));
}

} // namespace

void add_rotary_embedding(operator_table &all) {
    all.add_expanded(
        "com.microsoft.RotaryEmbedding",
        {"interleaved", "is_packed_batching", "num_heads", "rotary_embedding_dim", "scale"}, 1,
        rotate_from);
    all.add_expanded("RotaryEmbedding", {"interleaved", "num_heads", "rotary_embedding_dim"}, 23,
                     rotate);
}

} // namespace tiramisu::graph
