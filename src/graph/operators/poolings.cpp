#include <algorithm>
#include <limits>
#include <sstream>

#include "graph/operators/operator.h"
#include "graph/operators/pooled.h"
#include "graph/operators/strides.h"

// MaxPool, AveragePool and their global forms: of images with one or two dimensions the library's
// layer where that does it, else a program that follows the definition.

namespace tiramisu::graph {

namespace {

void require_image(const node_call &call) {
    const tensor_type &src = call.type(0);
    if (src.elements != p_float32 || src.extents.size() < 3 || src.extents.size() > 5) {
        throw refusal("input is " + to_text(src) + ", must be float32 of 3 to 5 dimensions");
    }
}

void with_rows(pooled &what) {
    if (what.windows.size() == 1) {
        window one_row;
        one_row.in = one_row.out = 1;
        what.windows.insert(what.windows.begin(), one_row);
    }
}

pooled windowed(const node_call &call, bool is_maximum) {
    require_image(call);
    const auto kernel = call.integers("kernel_shape", {});
    if (kernel.size() + 2 != call.extents(0).size()) {
        throw refusal("attribute kernel_shape has " + std::to_string(kernel.size()) +
                      " numbers, must have " + std::to_string(call.extents(0).size() - 2));
    }
    pooled made{call.extents(0)[0], call.extents(0)[1], windows_of(call, kernel), is_maximum,
                call.integer("count_include_pad", 0) != 0};
    for (const window &one : made.windows) {
        if (one.before >= one.reach() || one.after >= one.reach()) {
            throw refusal("padding is " + std::to_string(std::max(one.before, one.after)) +
                          ", must be less than the window, " + std::to_string(one.reach()));
        }
    }
    with_rows(made);
    return made;
}

pooled global(const node_call &call, bool is_maximum) {
    require_image(call);
    const shape &src = call.extents(0);
    pooled made{src[0], src[1], {}, is_maximum};
    for (std::size_t d = 2; d < src.size(); d++) {
        window all;
        all.size = all.in = src[d];
        all.out = 1;
        if (all.size < 1) {
            throw refusal("input is " + to_text(src) + ", which has nothing to pool");
        }
        made.windows.push_back(all);
    }
    with_rows(made);
    return made;
}

shape result_of(const node_call &call, const pooled &what) {
    shape extents = what.sizes(&window::out);
    if (call.extents(0).size() == 3) {
        extents.erase(extents.begin() + 2);
    }
    return extents;
}

float value_at(const pooled &what, const float *src, const std::vector<std::int64_t> &at) {
    shape kernel;
    for (const window &one : what.windows) {
        kernel.push_back(one.size);
    }
    double sum = 0, largest = -std::numeric_limits<double>::infinity(), count = 1;
    for (index_walk k(kernel); !k.is_done(); k.next()) {
        std::int64_t place = at[0] * what.channels + at[1];
        bool is_inside = true;
        for (std::size_t d = 0; d < kernel.size(); d++) {
            const std::int64_t position = what.windows[d].position(at[d + 2], k.index()[d]);
            is_inside = is_inside && position >= 0 && position < what.windows[d].in;
            place = place * what.windows[d].in + position;
        }
        if (is_inside) {
            sum += static_cast<double>(src[place]);
            largest = std::max(largest, static_cast<double>(src[place]));
        }
    }
    for (std::size_t d = 0; d < kernel.size(); d++) {
        count *= static_cast<double>(divisor(what.windows[d], at[d + 2], what.counts_padding));
    }
    return static_cast<float>(what.is_maximum ? largest : sum / count);
}

tensor pooled_values(const node_call &call, const pooled &what, const tensor_list &inputs) {
    std::vector<float> values;
    for (index_walk at(what.sizes(&window::out)); !at.is_done(); at.next()) {
        values.push_back(value_at(what, inputs[0]->data<float>(), at.index()));
    }
    return {result_of(call, what), std::move(values)};
}

/// Whether a pooling layer does it: padding is the same on both sides, as far as windows reach.
bool is_layer(const pooled &what) {
    return what.windows.size() == 2 &&
           std::all_of(what.windows.begin(), what.windows.end(), [](const window &one) {
               const std::int64_t out = (one.in + 2 * one.before - one.size) / one.stride + 1;
               return one.dilation == 1 && one.before < one.size && out == one.out &&
                      (one.before == one.after ||
                       (one.out - 1) * one.stride + one.size <= one.in + one.before);
           });
}

/// Whether all windows that a mean divides by their whole size lie in the padded image.
bool has_even_windows(const pooled &what) {
    return std::all_of(what.windows.begin(), what.windows.end(), [](const window &one) {
        return (one.out - 1) * one.stride + one.size <= one.in + one.before + one.after;
    });
}

step layer_step(const lowering &of, const pooled &what) {
    const window &rows = what.rows(), &columns = what.columns();
    std::ostringstream text;
    text << "pooling mb=" << what.images << " ic=" << what.channels << " ih=" << rows.in
         << " iw=" << columns.in << " pool="
         << (what.is_maximum       ? "max_pool"
             : what.counts_padding ? "avg_pool_padded"
                                   : "avg_pool")
         << ':' << rows.size << 'x' << columns.size << ':' << rows.stride << 'x' << columns.stride
         << ':' << rows.before << 'x' << columns.before
         << " layout=" << nn::to_string(of.layout_of(of.input(0)));
    step made;
    made.text = text.str();
    made.arguments = {{"src", {of.input(0)}}, {"dst", {of.output()}, true}};
    return made;
}

std::vector<step> steps_of(const lowering &of, const pooled &what) {
    const bool can_be_layer =
        is_layer(what) && (what.is_maximum || !what.counts_padding || has_even_windows(what));
    if (can_be_layer) {
        return {layer_step(of, what)};
    }
    if (of.layout_of(of.output()) != nn::layout::nchw) {
        // In blocks, a block is an image whose pixels are 16 elements: no program for that.
        throw refusal("is laid out in blocks of channels");
    }
    step made = windows_step(what, of.lanes);
    made.arguments = {{"src", {of.input(0)}}, {"dst", {of.output()}, true}};
    if (!made.weights.empty()) {
        made.arguments.insert(made.arguments.begin() + 1, {made.weights, {}});
    }
    return {made};
}

/// The maximum of bytes is that of the same numbers as floats.
bool is_of_bytes(const node_call &call) {
    return size_in_bytes(call.type(0).elements) == 1 && call.type(0).elements != p_boolean;
}

/// MaxPool alone, and the places of its maxima where anything reads them.
void pool_with_places(expansion &to) {
    const bool is_converted = is_of_bytes(to.call);
    auto attributes = to.call.what().attributes;
    attributes.erase("storage_order");
    const std::string &x = to.input(0);
    const std::string y = to.add("MaxPool", {is_converted ? to.cast(x, p_float32) : x}, attributes);
    to.result(0, is_converted ? to.cast(y, to.type(x).elements) : y);
    if (to.needs(1)) {
        const pooled what = windowed(to.call, true);
        to.result(1, to.reshaped(places_of_maxima(to, what), result_of(to.call, what)));
    }
}

bool has_places(const node_call &call) {
    return call.what().outputs.size() > 1 && !call.what().outputs[1].empty();
}

using reading = std::function<pooled(const node_call &)>;

void add(operator_table &all, const std::string &name, const std::vector<std::string> &attributes,
         const reading &read, std::function<void(expansion &)> expand = nullptr) {
    operator_row row;
    row.name = name;
    row.attributes = attributes;
    row.first_opset = 1;
    row.types = [read](const node_call &call) -> std::vector<tensor_type> {
        return {{p_float32, result_of(call, read(call))}};
    };
    row.reference = [read](const node_call &call,
                           const tensor_list &inputs) -> std::vector<tensor> {
        return {pooled_values(call, read(call), inputs)};
    };
    row.steps = [read](const lowering &of) { return steps_of(of, read(of.call)); };
    row.layouts = layout_rule::same;
    row.expand = std::move(expand);
    row.expands = [](const node_call &call) { return is_of_bytes(call) || has_places(call); };
    row.can_be_blocked = [read](const node_call &call) { return is_layer(read(call)); };
    all.add(std::move(row));
}

} // namespace

void add_poolings(operator_table &all) {
    add(
        all, "MaxPool",
        {"auto_pad", "ceil_mode", "dilations", "kernel_shape", "pads", "storage_order", "strides"},
        [](const node_call &call) { return windowed(call, true); }, pool_with_places);
    add(all, "AveragePool",
        {"auto_pad", "ceil_mode", "count_include_pad", "dilations", "kernel_shape", "pads",
         "strides"},
        [](const node_call &call) { return windowed(call, false); });
    add(all, "GlobalMaxPool", {}, [](const node_call &call) { return global(call, true); });
    add(all, "GlobalAveragePool", {}, [](const node_call &call) { return global(call, false); });
}

} // namespace tiramisu::graph
