#include <algorithm>
#include <numeric>

#include "graph/operators/loops.h"
#include "graph/operators/moving_program.h"
#include "graph/operators/operator.h"
#include "graph/operators/picked.h"
#include "graph/operators/quantized.h"

// Transpose.

namespace tiramisu::graph {

namespace {

using picking = std::pair<const tensor *, std::int64_t>;

std::vector<std::size_t> permutation_of(const node_call &call) {
    const std::size_t rank = call.extents(0).size();
    std::vector<std::int64_t> reversed(rank);
    std::iota(reversed.rbegin(), reversed.rend(), 0);
    const auto given = call.integers("perm", reversed);
    std::vector<std::int64_t> sorted = given;
    std::sort(sorted.begin(), sorted.end());
    std::reverse(reversed.begin(), reversed.end());
    if (sorted != reversed) {
        throw refusal("attribute perm is [" + list_text(given) + "], must be an order of " +
                      std::to_string(rank) + " dimensions");
    }
    return {given.begin(), given.end()};
}

template <typename List>
List permuted(const List &from, const std::vector<std::size_t> &order) {
    List to;
    for (const std::size_t d : order) {
        to.push_back(from[d]);
    }
    return to;
}

/// Dimensions that stay side by side are one; those of one element are none.
void merge(shape &from, std::vector<std::size_t> &order) {
    for (std::size_t d = from.size(); d-- > 0;) {
        const auto place = std::find(order.begin(), order.end(), d);
        const bool follows = d > 0 && place != order.begin() && *(place - 1) == d - 1;
        if (from.size() == 1 || (!follows && from[d] != 1)) {
            continue;
        }
        if (follows) {
            from[d - 1] *= from[d];
        }
        from.erase(from.begin() + static_cast<std::ptrdiff_t>(d));
        order.erase(place);
        for (std::size_t &one : order) {
            one -= one > d ? 1 : 0;
        }
    }
}

/// Where other elements lie side by side in the result than in the source: tiles of whole cache
/// lines of both, which stay in the cache while they are read across.
void run_in_tiles(computation &dst, const std::vector<var> &at, std::size_t across,
                  const shape &result, int lanes) {
    constexpr int lines = 64;
    const var outer("outer_across"), inner("inner_across"), tile("tile"), lane("lane");
    const var &last = at.back();
    dst.split(at[across], lines, outer, inner);
    dst.split(last, lanes, tile, lane);
    for (std::size_t d = across + 1; d + 1 < at.size(); d++) {
        dst.interchange(inner, at[d]);
    }
    dst.interchange(inner, tile);
    dst.vectorize(lane, lanes, tail::masked);
    if (is_worth_threads(result)) {
        dst.parallelize(across == 0 ? outer : at.front());
    }
}

nn::program transpose_program(const std::string &name, shape from, primitive_t type,
                              std::vector<std::size_t> order, int lanes) {
    if (from.empty()) { // a single number
        from = {1};
        order = {0};
    }
    merge(from, order);
    const shape to = permuted(from, order);
    const auto across = static_cast<std::size_t>(
        std::find(order.begin(), order.end(), from.size() - 1) - order.begin());
    const bool is_turned = across + 1 < to.size() && to[across] > 1 && to.back() >= lanes;
    return moving_program(
        name, type, from, to,
        [&](const input &src, const std::vector<var> &at) {
            std::vector<expr> place(from.size());
            for (std::size_t d = 0; d < order.size(); d++) {
                place[order[d]] = at[d];
            }
            return expr(src.at(place));
        },
        [&](computation &dst, const std::vector<var> &at) {
            if (is_turned) {
                run_in_tiles(dst, at, across, to, lanes);
            } else {
                run_in_order(dst, at, to, lanes);
            }
        });
}

/// The integers of quantized numbers are transposed, which are smaller.
bool transposed_integers(expansion &to) {
    const quantization *const from = to.quantization_of(to.input(0));
    if (from == nullptr) {
        return false;
    }
    const quantization of = *from;
    const auto order = permutation_of(to.call);
    std::int64_t axis = 0;
    if (const shape &scales = to.extents(of.scale); count_of(scales) != 1) {
        if (scales.size() != 1) {
            return false; // of blocks
        }
        axis = std::find(order.begin(), order.end(), node_call::axis_of(of.axis, order.size())) -
               order.begin();
    }
    to.result(0, dequantized(to, to.transposed(of.integers, {order.begin(), order.end()}), of.scale,
                             of.zero, axis));
    return true;
}

} // namespace

void add_transpose(operator_table &all) {
    operator_row row;
    row.name = "Transpose";
    row.attributes = {"perm"};
    row.first_opset = 1;
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        return {{call.type(0).elements, permuted(call.extents(0), permutation_of(call))}};
    };
    row.reference = [](const node_call &call, const tensor_list &inputs) -> std::vector<tensor> {
        const auto order = permutation_of(call);
        const auto strides = permuted(strides_of(call.extents(0)), order);
        return {picked(call.type(0).elements, permuted(call.extents(0), order),
                       [&](const std::vector<std::int64_t> &at) -> picking {
                           return {inputs[0], std::inner_product(at.begin(), at.end(),
                                                                 strides.begin(), std::int64_t{0})};
                       })};
    };
    row.steps = [](const lowering &of) -> std::vector<step> {
        const shape from = of.call.extents(0);
        const auto order = permutation_of(of.call);
        return {moving_step(
            of,
            "transpose " + to_text(of.call.type(0)) + " to " +
                list_text({order.begin(), order.end()}),
            [=, lanes = of.lanes, type = of.call.type(0).elements](const std::string &name) {
                return transpose_program(name, from, type, order, lanes);
            })};
    };
    row.with_integers = transposed_integers;
    all.add(std::move(row));
}

} // namespace tiramisu::graph
