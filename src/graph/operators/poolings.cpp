#include <algorithm>
#include <limits>
#include <sstream>

#include "graph/operators/loops.h"
#include "graph/operators/operator.h"
#include "graph/operators/strides.h"
#include "graph/operators/window.h"
#include "tiramisu/function.h"

// MaxPool, AveragePool and their global forms, of pictures with one or two dimensions.

namespace tiramisu::graph {

namespace {

struct pooled {
    std::int64_t pictures, channels;
    std::vector<window> windows; ///< rows, columns
    bool is_maximum = false;
    bool counts_padding = false; ///< of a mean

    const window &rows() const { return windows[0]; }
    const window &columns() const { return windows[1]; }
};

void require_picture(const node_call &call) {
    const tensor_type &src = call.type(0);
    if (src.elements != p_float32 || (src.extents.size() != 3 && src.extents.size() != 4)) {
        throw refusal("input is " + to_text(src) + ", must be float32 of 3 or 4 dimensions");
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
    require_picture(call);
    if (call.what().outputs.size() > 1 && !call.what().outputs[1].empty()) {
        throw refusal("its second output, the places of the maxima, is not supported");
    }
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
        if (!is_maximum && one.dilation != 1) {
            throw refusal("a mean with dilations is not supported");
        }
    }
    with_rows(made);
    return made;
}

pooled global(const node_call &call, bool is_maximum) {
    require_picture(call);
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
    return call.extents(0).size() == 4
               ? shape{what.pictures, what.channels, what.rows().out, what.columns().out}
               : shape{what.pictures, what.channels, what.columns().out};
}

/// Of a window from `at`: how many elements a mean divides by.
std::int64_t divisor(const window &one, std::int64_t at, bool counts_padding) {
    const std::int64_t first = one.position(at, 0);
    return counts_padding ? std::min(first + one.size, one.in + one.after) - first
                          : std::min(first + one.size, one.in) - std::max<std::int64_t>(first, 0);
}

float value_at(const pooled &what, const float *src, const std::vector<std::int64_t> &at) {
    const window &rows = what.rows(), &columns = what.columns();
    const float *const picture = src + (at[0] * what.channels + at[1]) * rows.in * columns.in;
    double sum = 0, largest = -std::numeric_limits<double>::infinity();
    for (std::int64_t ky = 0; ky < rows.size; ky++) {
        for (std::int64_t kx = 0; kx < columns.size; kx++) {
            const std::int64_t y = rows.position(at[2], ky), x = columns.position(at[3], kx);
            if (y >= 0 && y < rows.in && x >= 0 && x < columns.in) {
                const double value = picture[y * columns.in + x];
                sum += value;
                largest = std::max(largest, value);
            }
        }
    }
    const auto count = static_cast<double>(divisor(rows, at[2], what.counts_padding) *
                                           divisor(columns, at[3], what.counts_padding));
    return static_cast<float>(what.is_maximum ? largest : sum / count);
}

tensor pooled_values(const node_call &call, const pooled &what, const tensor_list &inputs) {
    std::vector<float> values;
    for (index_walk at({what.pictures, what.channels, what.rows().out, what.columns().out});
         !at.is_done(); at.next()) {
        values.push_back(value_at(what, inputs[0]->data<float>(), at.index()));
    }
    return {result_of(call, what), std::move(values)};
}

/// Whether a pooling layer does it: padding is the same on both sides, as far as windows reach.
bool is_layer(const pooled &what) {
    return std::all_of(what.windows.begin(), what.windows.end(), [](const window &one) {
        const std::int64_t out = (one.in + 2 * one.before - one.size) / one.stride + 1;
        return one.dilation == 1 && one.before < one.size && out == one.out &&
               (one.before == one.after ||
                (one.out - 1) * one.stride + one.size <= one.in + one.before);
    });
}

/// Whether all windows that a mean divides by their whole size lie in the padded picture.
bool has_even_windows(const pooled &what) {
    return std::all_of(what.windows.begin(), what.windows.end(), [](const window &one) {
        return (one.out - 1) * one.stride + one.size <= one.in + one.before + one.after;
    });
}

step layer_step(const lowering &of, const pooled &what) {
    const window &rows = what.rows(), &columns = what.columns();
    std::ostringstream text;
    text << "pooling mb=" << what.pictures << " ic=" << what.channels << " ih=" << rows.in
         << " iw=" << columns.in << " pool="
         << (what.is_maximum       ? "max_pool"
             : what.counts_padding ? "avg_pool_padded"
                                   : "avg_pool")
         << ':' << rows.size << 'x' << columns.size << ':' << rows.stride << 'x' << columns.stride
         << ':' << rows.before << 'x' << columns.before
         << " layout=" << nn::to_string(of.layout_of(of.output()));
    step made;
    made.text = text.str();
    made.arguments = {{"src", {of.input(0)}}, {"dst", {of.output()}, true}};
    return made;
}

/// Of a mean, along one dimension, as an expression.
expr divisor_expr(const window &one, const expr &at, bool counts_padding) {
    const expr first =
        at * static_cast<std::int32_t>(one.stride) - static_cast<std::int32_t>(one.before);
    const expr last = first + static_cast<std::int32_t>(one.size);
    return counts_padding ? min(last, static_cast<std::int32_t>(one.in + one.after)) - first
                          : min(last, static_cast<std::int32_t>(one.in)) - max(first, 0);
}

/// Any padding and dilation: window by window.
nn::program windows_program(const pooled &what, const std::string &name, int lanes) {
    const function_scope scope(name);
    const shape from = {what.pictures * what.channels, what.rows().in, what.columns().in};
    const shape to = {from[0], what.rows().out, what.columns().out};
    const std::vector<var> in = iterators(from, "in"), at = iterators(to);
    input src("src", in, p_float32);
    buffer src_memory("src", buffer_sizes(from), p_float32, a_input);
    buffer dst_memory("dst", buffer_sizes(to), p_float32, a_output);
    src.store_in(&src_memory);
    const auto place = [](const window &one, const expr &i, const expr &k) {
        return i * static_cast<std::int32_t>(one.stride) - static_cast<std::int32_t>(one.before) +
               k * static_cast<std::int32_t>(one.dilation);
    };
    const auto last = [](const window &one) { return static_cast<std::int32_t>(one.in) - 1; };
    const var ky("ky", 0, static_cast<std::int32_t>(what.rows().size));
    const var kx("kx", 0, static_cast<std::int32_t>(what.columns().size));
    const expr y = place(what.rows(), at[1], ky), x = place(what.columns(), at[2], kx);
    const expr nothing(what.is_maximum ? -std::numeric_limits<float>::max() : 0.0f);
    const expr there = y >= 0 && y <= last(what.rows()) && x >= 0 && x <= last(what.columns());
    const expr value =
        select(there, src(at[0], clamp(y, 0, last(what.rows())), clamp(x, 0, last(what.columns()))),
               nothing);
    computation pooled("pooled", at, nothing);
    if (what.is_maximum) {
        pooled(at[0], at[1], at[2]).max_with(value);
        pooled.store_in(&dst_memory);
    } else {
        pooled(at[0], at[1], at[2]) += value;
        computation means(
            "means", at,
            pooled(at[0], at[1], at[2]) /
                cast(p_float32, divisor_expr(what.rows(), at[1], what.counts_padding) *
                                    divisor_expr(what.columns(), at[2], what.counts_padding)));
        means.store_in(&dst_memory);
        run_in_order(means, at, to, lanes);
    }
    return {scope.get(), {src_memory, dst_memory}};
}

std::string windows_text(const pooled &what) {
    std::ostringstream text;
    text << "windows "
         << (what.is_maximum       ? "max"
             : what.counts_padding ? "mean_padded"
                                   : "mean")
         << " of " << what.pictures * what.channels;
    for (const window &one : what.windows) {
        text << ' ' << one.in << "->" << one.out << ':' << one.size << '/' << one.stride << '/'
             << one.dilation << '/' << one.before << '/' << one.after;
    }
    return text.str();
}

std::vector<step> steps_of(const lowering &of, const pooled &what) {
    const bool can_be_layer =
        is_layer(what) && (what.is_maximum || !what.counts_padding || has_even_windows(what));
    if (can_be_layer) {
        return {layer_step(of, what)};
    }
    if (of.layout_of(of.output()) != nn::layout::nchw) {
        // In blocks, a block is a picture whose pixels are 16 elements: no program for that.
        throw refusal("is laid out in blocks of channels");
    }
    step made;
    made.text = windows_text(what);
    made.arguments = {{"src", {of.input(0)}}, {"dst", {of.output()}, true}};
    made.write = [what, lanes = of.lanes](const std::string &name) {
        return windows_program(what, name, lanes);
    };
    return {made};
}

using reading = std::function<pooled(const node_call &)>;

void add(operator_table &all, const std::string &name, const std::vector<std::string> &attributes,
         const reading &read) {
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
    row.can_be_blocked = [read](const node_call &call) { return is_layer(read(call)); };
    all.add(std::move(row));
}

} // namespace

void add_poolings(operator_table &all) {
    add(all, "MaxPool",
        {"auto_pad", "ceil_mode", "dilations", "kernel_shape", "pads", "storage_order", "strides"},
        [](const node_call &call) { return windowed(call, true); });
    add(all, "AveragePool",
        {"auto_pad", "ceil_mode", "count_include_pad", "dilations", "kernel_shape", "pads",
         "strides"},
        [](const node_call &call) { return windowed(call, false); });
    add(all, "GlobalMaxPool", {}, [](const node_call &call) { return global(call, true); });
    add(all, "GlobalAveragePool", {}, [](const node_call &call) { return global(call, false); });
}

} // namespace tiramisu::graph
