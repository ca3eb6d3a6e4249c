#include <algorithm>
#include <numeric>

#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"

// Operators that are others put together: parts of tensors, and other orders of their elements.

namespace tiramisu::graph {

namespace {

/// Sizes of the parts: an attribute before opset 13, an input since; or equal ones, the last of
/// which may be smaller.
std::vector<std::int64_t> lengths_of(const expansion &to, std::int64_t size) {
    const node_call &call = to.call;
    const auto count = static_cast<std::int64_t>(call.what().outputs.size());
    std::vector<std::int64_t> lengths =
        call.has_input(1) ? call.integers(1, "the sizes of parts") : call.integers("split", {});
    if (lengths.empty()) {
        const std::int64_t each = (size + count - 1) / count;
        for (std::int64_t left = size; static_cast<std::int64_t>(lengths.size()) < count;) {
            lengths.push_back(std::min(each, left));
            left -= lengths.back();
        }
    }
    const bool fits =
        static_cast<std::int64_t>(lengths.size()) == count &&
        std::all_of(lengths.begin(), lengths.end(), [](std::int64_t one) { return one >= 0; }) &&
        std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0}) == size;
    if (!fits) {
        throw refusal("has " + std::to_string(lengths.size()) + " sizes of parts for " +
                      std::to_string(count) + " outputs, which must add up to " +
                      std::to_string(size));
    }
    return lengths;
}

void split(expansion &to) {
    const std::string &x = to.input(0);
    const std::size_t axis = node_call::axis_of(to.call.integer("axis", 0), to.extents(x).size());
    std::int64_t first = 0;
    std::size_t output = 0;
    for (const std::int64_t length : lengths_of(to, to.extents(x)[axis])) {
        if (to.needs(output)) {
            to.result(output, to.sliced(x, static_cast<std::int64_t>(axis), first, first + length));
        }
        first += length;
        output++;
    }
}

shape image_of(const expansion &to, std::int64_t block) {
    const shape &x = to.extents(to.input(0));
    if (x.size() != 4 || block < 1) {
        throw refusal("input is " + to_text(to.call.type(0)) + " with blocks of " +
                      std::to_string(block) + ", must have 4 dimensions");
    }
    return x;
}

void depth_to_space(expansion &to) {
    const std::int64_t b = to.call.integer("blocksize", 0);
    const shape x = image_of(to, b);
    const bool columns_first = to.call.text("mode", "DCR") == "CRD";
    if (x[1] % (b * b) != 0) {
        throw refusal("has " + std::to_string(x[1]) + " channels, must be a multiple of " +
                      std::to_string(b * b));
    }
    const std::int64_t c = x[1] / (b * b);
    const std::string apart = columns_first ? to.reshaped(to.input(0), {x[0], c, b, b, x[2], x[3]})
                                            : to.reshaped(to.input(0), {x[0], b, b, c, x[2], x[3]});
    const std::string moved =
        to.transposed(apart, columns_first ? std::vector<std::int64_t>{0, 1, 4, 2, 5, 3}
                                           : std::vector<std::int64_t>{0, 3, 4, 1, 5, 2});
    to.result(0, to.reshaped(moved, {x[0], c, x[2] * b, x[3] * b}));
}

void space_to_depth(expansion &to) {
    const std::int64_t b = to.call.integer("blocksize", 0);
    const shape x = image_of(to, b);
    if (x[2] % b != 0 || x[3] % b != 0) {
        throw refusal("input is " + to_text(x) + ", height and width must be multiples of " +
                      std::to_string(b));
    }
    const std::string apart = to.reshaped(to.input(0), {x[0], x[1], x[2] / b, b, x[3] / b, b});
    const std::string moved = to.transposed(apart, {0, 3, 5, 1, 2, 4});
    to.result(0, to.reshaped(moved, {x[0], x[1] * b * b, x[2] / b, x[3] / b}));
}

/// Zeros below a diagonal, or above it.
void triangle(expansion &to) {
    const std::string &x = to.input(0);
    const shape &extents = to.extents(x);
    if (extents.size() < 2) {
        throw refusal("input is " + to_text(to.call.type(0)) + ", must have at least 2 dimensions");
    }
    const bool is_upper = to.call.integer("upper", 1) != 0;
    const std::int64_t k =
        to.has(1) ? to.call.integers(1, "the diagonal").front() : std::int64_t{0};
    const std::int64_t rows = extents[extents.size() - 2], columns = extents.back();
    std::vector<std::uint8_t> kept;
    for (std::int64_t i = 0; i < rows; i++) {
        for (std::int64_t j = 0; j < columns; j++) {
            kept.push_back((is_upper ? j >= i + k : j <= i + k) ? 1 : 0);
        }
    }
    const std::string mask =
        to.constant({tensor_type{p_boolean, {rows, columns}}, std::move(kept)});
    to.result(0, to.add("Where", {mask, x, to.like(x, 0)}));
}

void one_hot(expansion &to) {
    const tensor &given =
        to.call.known(1, "the depth is not known while compiling, must be a constant");
    constexpr std::int64_t most = std::int64_t{1} << 24;
    const auto depth = given.count() == 1 ? static_cast<std::int64_t>(reals_of(given).front()) : 0;
    if (depth < 1 || depth > most || count_of(to.call.extents(2)) != 2) {
        throw refusal("the depth is " + to_text(given.type()) + " of " + std::to_string(depth) +
                      ", must be one number from 1 to " + std::to_string(most) +
                      "; the values are " + to_text(to.call.type(2)) + ", must be two");
    }
    const shape &at = to.extents(to.input(0));
    const auto rank = static_cast<std::int64_t>(at.size());
    const std::size_t axis = node_call::axis_of(to.call.integer("axis", -1), at.size() + 1);
    // Counted from the end where they are negative; what is outside is nowhere.
    const std::string whole = to.cast(to.input(0), p_int64);
    const std::string from_end =
        to.add("Add", {whole, to.number(static_cast<double>(depth), p_int64)});
    const std::string is_below = to.add("Less", {whole, to.number(0, p_int64)});
    const std::string places = to.add("Where", {is_below, from_end, whole});
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(depth));
    std::iota(numbers.begin(), numbers.end(), 0);
    shape along(static_cast<std::size_t>(rank) + 1, 1), apart = at;
    along[axis] = depth;
    apart.insert(apart.begin() + static_cast<std::ptrdiff_t>(axis), 1);
    const std::string is_there =
        to.add("Equal", {to.reshaped(places, apart), to.reshaped(to.integers(numbers), along)});
    const std::string off = to.sliced(to.input(2), 0, 0, 1),
                      target = to.sliced(to.input(2), 0, 1, 2);
    to.result(0, to.add("Where", {is_there, to.reshaped(target, {}), to.reshaped(off, {})}));
}

/// The middle of each axis, with zeros around where there is too little.
void center_crop_pad(expansion &to) {
    std::string x = to.input(0);
    const shape from = to.extents(x);
    std::vector<std::int64_t> all(from.size());
    std::iota(all.begin(), all.end(), 0);
    const auto axes = to.call.integers("axes", all);
    const auto sizes = to.call.integers(1, "the shape");
    if (sizes.size() != axes.size()) {
        throw refusal("has " + std::to_string(sizes.size()) + " sizes for " +
                      std::to_string(axes.size()) + " axes");
    }
    std::vector<std::int64_t> before(from.size(), 0), after(from.size(), 0);
    for (std::size_t i = 0; i < axes.size(); i++) {
        const std::size_t d = node_call::axis_of(axes[i], from.size());
        if (sizes[i] < from[d]) {
            const std::int64_t first = (from[d] - sizes[i]) / 2;
            x = to.sliced(x, static_cast<std::int64_t>(d), first, first + sizes[i]);
        } else {
            before[d] = (sizes[i] - from[d]) / 2;
            after[d] = sizes[i] - from[d] - before[d];
        }
    }
    before.insert(before.end(), after.begin(), after.end());
    to.result(0, to.add("Pad", {x, to.integers(before)}));
}

} // namespace

void add_pieces(operator_table &all) {
    all.add_expanded("Split", {"axis", "split", "num_outputs"}, 2, split);
    all.add_expanded("DepthToSpace", {"blocksize", "mode"}, 1, depth_to_space);
    all.add_expanded("SpaceToDepth", {"blocksize"}, 1, space_to_depth);
    all.add_expanded("Trilu", {"upper"}, 14, triangle);
    all.add_expanded("OneHot", {"axis"}, 9, one_hot);
    all.add_expanded("CenterCropPad", {"axes"}, 18, center_crop_pad);
}

} // namespace tiramisu::graph
