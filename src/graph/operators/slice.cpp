#include <algorithm>
#include <numeric>

#include "graph/operators/moving_program.h"
#include "graph/operators/operator.h"
#include "graph/operators/picked.h"

// Slice, and what is made of it: Split.

namespace tiramisu::graph {

namespace {

using picking = std::pair<const tensor *, std::int64_t>;

/// A range of each dimension.
struct sliced {
    std::vector<std::int64_t> first, step;
    shape result;
};

/// Attributes before opset 10, inputs since.
std::vector<std::int64_t> slice_list(const node_call &call, std::size_t input,
                                     const std::string &name, std::vector<std::int64_t> otherwise) {
    return call.has_input(input)    ? call.integers(input, "the list of " + name)
           : call.input_count() > 1 ? otherwise
                                    : call.integers(name, std::move(otherwise));
}

sliced slice_of(const node_call &call) {
    const shape &from = call.extents(0);
    sliced made{std::vector<std::int64_t>(from.size(), 0),
                std::vector<std::int64_t>(from.size(), 1), from};
    const auto starts = slice_list(call, 1, "starts", {}), ends = slice_list(call, 2, "ends", {});
    std::vector<std::int64_t> in_order(starts.size());
    std::iota(in_order.begin(), in_order.end(), 0);
    const auto axes = slice_list(call, 3, "axes", in_order);
    const auto steps = slice_list(call, 4, "steps", std::vector<std::int64_t>(starts.size(), 1));
    if (ends.size() != starts.size() || axes.size() != starts.size() ||
        steps.size() != starts.size()) {
        throw refusal("starts, ends, axes and steps must be equally many");
    }
    for (std::size_t i = 0; i < starts.size(); i++) {
        const std::size_t d = node_call::axis_of(axes[i], from.size());
        if (steps[i] == 0) {
            throw refusal("steps has a 0");
        }
        const bool forward = steps[i] > 0;
        const auto inside = [&](std::int64_t at) {
            const std::int64_t from_start = at < 0 ? at + from[d] : at;
            return std::clamp<std::int64_t>(from_start, forward ? 0 : -1,
                                            forward ? from[d] : from[d] - 1);
        };
        const std::int64_t begin = inside(starts[i]);
        const std::int64_t end = ends[i] < -from[d] ? (forward ? 0 : -1) : inside(ends[i]);
        made.first[d] = begin;
        made.step[d] = steps[i];
        const std::int64_t span = forward ? end - begin : begin - end;
        const std::int64_t stride = std::abs(steps[i]);
        made.result[d] = span <= 0 ? 0 : (span + stride - 1) / stride;
    }
    return made;
}

/// Where the elements begin, if they lie in one piece.
std::optional<std::int64_t> piece_of(const node_call &call) {
    const sliced what = slice_of(call);
    const shape &from = call.extents(0);
    const auto strides = strides_of(from);
    std::int64_t first = 0;
    bool is_inside = false; // of a dimension that is not taken whole, or that has several
    for (std::size_t d = 0; d < from.size(); d++) {
        const bool is_whole = what.result[d] == from[d] && what.step[d] == 1;
        if ((is_inside && !is_whole) || (what.result[d] > 1 && what.step[d] != 1)) {
            return std::nullopt;
        }
        is_inside = is_inside || what.result[d] > 1;
        first += what.first[d] * strides[d];
    }
    return count_of(what.result) == 0 ? std::nullopt : std::optional(first);
}

} // namespace

void add_slice(operator_table &all) {
    operator_row row;
    row.name = "Slice";
    row.attributes = {"starts", "ends", "axes"};
    row.first_opset = 1;
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        return {{call.type(0).elements, slice_of(call).result}};
    };
    row.reference = [](const node_call &call, const tensor_list &inputs) -> std::vector<tensor> {
        const sliced what = slice_of(call);
        const auto strides = strides_of(call.extents(0));
        return {picked(call.type(0).elements, what.result,
                       [&](const std::vector<std::int64_t> &at) -> picking {
                           std::int64_t position = 0;
                           for (std::size_t d = 0; d < at.size(); d++) {
                               position += (what.first[d] + at[d] * what.step[d]) * strides[d];
                           }
                           return {inputs[0], position};
                       })};
    };
    row.part = piece_of;
    row.steps = [](const lowering &of) -> std::vector<step> {
        const shape from = of.call.extents(0);
        const sliced what = slice_of(of.call);
        return {moving_step(
            of,
            "slice " + to_text(of.call.type(0)) + " from " + list_text(what.first) + " by " +
                list_text(what.step) + " to " + to_text(what.result),
            [=, lanes = of.lanes, type = of.call.type(0).elements](const std::string &name) {
                return moving_program(name, type, from, what.result, lanes,
                                      [&](const input &src, const std::vector<var> &at) {
                                          std::vector<expr> place;
                                          for (std::size_t d = 0; d < at.size(); d++) {
                                              place.push_back(at[d] * literal(what.step[d]) +
                                                              literal(what.first[d]));
                                          }
                                          return expr(src.at(place));
                                      });
            })};
    };
    all.add(std::move(row));
}

} // namespace tiramisu::graph
