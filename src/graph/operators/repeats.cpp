#include <algorithm>
#include <numeric>

#include "graph/operators/moving_program.h"
#include "graph/operators/operator.h"
#include "graph/operators/picked.h"

// The same elements several times, or in another order: Expand, Tile, ReverseSequence, Compress.

namespace tiramisu::graph {

namespace {

using picking = std::pair<const tensor *, std::int64_t>;
using places = std::vector<std::int64_t>;

/// An operator that makes a tensor of this shape, and takes each element from this place.
struct movement {
    shape result;
    std::function<places(const places &)> source;
};

void add_mapped(operator_table &all, const std::string &name,
                const std::vector<std::string> &attributes, int first_opset,
                const std::function<movement(const node_call &)> &read,
                std::function<std::vector<step>(const lowering &)> steps = mapped_steps) {
    operator_row row;
    row.name = name;
    row.attributes = attributes;
    row.first_opset = first_opset;
    row.types = [read](const node_call &call) -> std::vector<tensor_type> {
        return {{call.type(0).elements, read(call).result}};
    };
    row.reference = [read](const node_call &call,
                           const tensor_list &inputs) -> std::vector<tensor> {
        const movement what = read(call);
        const auto strides = strides_of(call.extents(0));
        return {picked(inputs[0]->elements(), what.result, [&](const places &at) -> picking {
            const places from = what.source(at);
            return {inputs[0],
                    std::inner_product(from.begin(), from.end(), strides.begin(), std::int64_t{0})};
        })};
    };
    row.steps = std::move(steps);
    all.add(std::move(row));
}

/// Places in a tensor of that shape that is broadcast.
places spread(const shape &from, const places &at) {
    places source(from.size());
    for (std::size_t d = 0; d < from.size(); d++) {
        source[d] = from[d] == 1 ? 0 : at[at.size() - from.size() + d];
    }
    return source;
}

movement expansion_of(const node_call &call) {
    const shape &from = call.extents(0);
    return {broadcast({from, call.integers(1, "the shape")}),
            [from](const places &at) { return spread(from, at); }};
}

std::vector<step> expand_steps(const lowering &of) {
    const shape from = of.call.extents(0), to = of.outputs[0].extents;
    return {moving_step(
        of, "expand " + to_text(of.call.type(0)) + " to " + to_text(to),
        [=, lanes = of.lanes, type = of.call.type(0).elements](const std::string &name) {
            return moving_program(
                name, type, from, to, lanes, [&](const input &src, const std::vector<var> &at) {
                    std::vector<expr> place;
                    for (std::size_t d = 0; d < from.size(); d++) {
                        place.push_back(from[d] == 1 ? expr(0)
                                                     : expr(at[at.size() - from.size() + d]));
                    }
                    return expr(src.at(place.empty() ? std::vector<expr>{0} : place));
                });
        })};
}

movement tiling_of(const node_call &call) {
    const shape &from = call.extents(0);
    const auto repeats = call.integers(1, "the repeats");
    if (repeats.size() != from.size()) {
        throw refusal("repeats has " + std::to_string(repeats.size()) + " numbers, must have " +
                      std::to_string(from.size()));
    }
    shape to = from;
    for (std::size_t d = 0; d < to.size(); d++) {
        to[d] = count_of({to[d], repeats[d]});
    }
    return {to, [from](const places &at) {
                places source = at;
                for (std::size_t d = 0; d < at.size(); d++) {
                    source[d] %= from[d];
                }
                return source;
            }};
}

movement reversal_of(const node_call &call) {
    const shape &from = call.extents(0);
    const std::size_t batch = node_call::axis_of(call.integer("batch_axis", 1), from.size());
    const std::size_t time = node_call::axis_of(call.integer("time_axis", 0), from.size());
    const auto lengths = call.integers(1, "the lengths");
    if (static_cast<std::int64_t>(lengths.size()) != from[batch] || batch == time) {
        throw refusal("lengths are " + std::to_string(lengths.size()) + ", must be " +
                      std::to_string(from[batch]));
    }
    for (const std::int64_t one : lengths) {
        if (one < 0 || one > from[time]) {
            throw refusal("lengths have a " + std::to_string(one) + ", must be from 0 to " +
                          std::to_string(from[time]));
        }
    }
    return {from, [=](const places &at) {
                places source = at;
                const std::int64_t length = lengths[static_cast<std::size_t>(at[batch])];
                source[time] = at[time] < length ? length - 1 - at[time] : at[time];
                return source;
            }};
}

/// Of the whole tensor in one row where there is no axis.
movement compression_of(const node_call &call) {
    const shape &from = call.extents(0);
    const bool has_axis = call.has("axis");
    const std::size_t axis =
        has_axis ? node_call::axis_of(call.integer("axis", 0), from.size()) : 0;
    const std::string must_be =
        "how many elements there are follows from the condition (input 2, " +
        to_text(call.type(1)) +
        "), which must be booleans that are known while compiling; let the "
        "network end before it, or keep all elements with Where";
    if (call.type(1).elements != p_boolean) {
        throw refusal(must_be);
    }
    const auto flags = call.known(1, must_be).integers();
    places kept;
    for (std::size_t i = 0; i < flags.size(); i++) {
        if (flags[i] != 0) {
            kept.push_back(static_cast<std::int64_t>(i));
        }
    }
    if (static_cast<std::int64_t>(flags.size()) > (has_axis ? from[axis] : count_of(from))) {
        throw refusal("the condition has more elements than there are");
    }
    shape to = has_axis ? from : shape{0};
    to[axis] = static_cast<std::int64_t>(kept.size());
    return {to, [=](const places &at) {
                places source = at;
                if (has_axis) {
                    source[axis] = kept[static_cast<std::size_t>(at[axis])];
                    return source;
                }
                std::int64_t rest = kept[static_cast<std::size_t>(at[0])];
                source.assign(from.size(), 0);
                for (std::size_t d = from.size(); d-- > 0;) {
                    source[d] = rest % from[d];
                    rest /= from[d];
                }
                return source;
            }};
}

} // namespace

void add_repeats(operator_table &all) {
    add_mapped(all, "Expand", {}, 8, expansion_of, expand_steps);
    add_mapped(all, "Tile", {}, 6, tiling_of);
    add_mapped(all, "ReverseSequence", {"batch_axis", "time_axis"}, 10, reversal_of);
    add_mapped(all, "Compress", {"axis"}, 9, compression_of);
}

} // namespace tiramisu::graph
