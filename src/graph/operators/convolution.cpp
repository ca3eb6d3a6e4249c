#include <sstream>

#include "graph/operators/operator.h"
#include "graph/operators/strides.h"
#include "graph/operators/window.h"

// Conv of pictures with one or two dimensions.

namespace tiramisu::graph {

namespace {

struct convolution {
    std::int64_t pictures, channels, filters, groups;
    std::vector<window> windows; ///< rows, columns

    const window &rows() const { return windows[0]; }
    const window &columns() const { return windows[1]; }
};

convolution convolution_of(const node_call &call) {
    const shape &src = call.extents(0), &weights = call.extents(1);
    if (call.type(0).elements != p_float32 || call.type(1).elements != p_float32) {
        throw refusal("inputs are " + to_text(call.type(0)) + " and " + to_text(call.type(1)) +
                      ", must be float32");
    }
    if (weights.size() != src.size() || (src.size() != 3 && src.size() != 4)) {
        throw refusal("inputs are " + to_text(call.type(0)) + " and " + to_text(call.type(1)) +
                      ", must both have 3 or 4 dimensions");
    }
    convolution made;
    made.pictures = src[0];
    made.channels = src[1];
    made.filters = weights[0];
    made.groups = call.integer("group", 1);
    const bool divides = made.groups >= 1 && made.channels % made.groups == 0 &&
                         made.filters % made.groups == 0 &&
                         weights[1] == made.channels / made.groups;
    if (!divides) {
        throw refusal("weights are " + to_text(weights) + " for " + std::to_string(made.channels) +
                      " channels in " + std::to_string(made.groups) +
                      " groups: filters, channels of a group, kernel");
    }
    const shape kernel(weights.begin() + 2, weights.end());
    if (call.integers("kernel_shape", kernel) != kernel) {
        throw refusal("attribute kernel_shape is " + to_text(call.integers("kernel_shape", {})) +
                      ", the weights have " + to_text(kernel));
    }
    if (call.has_input(2) && call.extents(2) != shape{made.filters}) {
        throw refusal("bias is " + to_text(call.type(2)) + ", must be " +
                      std::to_string(made.filters));
    }
    made.windows = windows_of(call, kernel);
    if (made.windows.size() == 1) {
        window one_row;
        one_row.in = one_row.out = 1;
        made.windows.insert(made.windows.begin(), one_row);
    }
    return made;
}

std::vector<tensor_type> types(const node_call &call) {
    const convolution what = convolution_of(call);
    shape extents = {what.pictures, what.filters, what.columns().out};
    if (call.extents(0).size() == 4) {
        extents.insert(extents.begin() + 2, what.rows().out);
    }
    return {{p_float32, extents}};
}

/// Sum of the products of a filter at a place.
double sum_at(const convolution &what, const float *src, const float *weights, std::int64_t n,
              std::int64_t f, std::int64_t y, std::int64_t x) {
    const std::int64_t in_group = what.channels / what.groups;
    const std::int64_t first = f / (what.filters / what.groups) * in_group;
    double sum = 0;
    for (std::int64_t c = 0; c < in_group; c++) {
        for (std::int64_t ky = 0; ky < what.rows().size; ky++) {
            for (std::int64_t kx = 0; kx < what.columns().size; kx++) {
                const std::int64_t row = what.rows().position(y, ky);
                const std::int64_t column = what.columns().position(x, kx);
                if (row < 0 || row >= what.rows().in || column < 0 || column >= what.columns().in) {
                    continue;
                }
                const std::int64_t channel = n * what.channels + first + c;
                sum += static_cast<double>(
                           src[(channel * what.rows().in + row) * what.columns().in + column]) *
                       weights[((f * in_group + c) * what.rows().size + ky) * what.columns().size +
                               kx];
            }
        }
    }
    return sum;
}

std::vector<tensor> reference(const node_call &call, const tensor_list &inputs) {
    const convolution what = convolution_of(call);
    std::vector<float> values;
    for (index_walk at({what.pictures, what.filters, what.rows().out, what.columns().out});
         !at.is_done(); at.next()) {
        const auto &i = at.index();
        const double bias =
            inputs.size() > 2 && inputs[2] != nullptr ? inputs[2]->data<float>()[i[1]] : 0.0f;
        values.push_back(
            static_cast<float>(bias + sum_at(what, inputs[0]->data<float>(),
                                             inputs[1]->data<float>(), i[0], i[1], i[2], i[3])));
    }
    return {tensor(types(call).front().extents, std::move(values))};
}

/// The problem's text, with the post-ops that rewriting has given the node.
std::string text_of(const lowering &of, const convolution &what) {
    std::ostringstream text;
    text << "conv2d mb=" << what.pictures << " g=" << what.groups << " ic=" << what.channels
         << " oc=" << what.filters;
    const auto dimension = [&](const window &one, char letter) {
        text << " i" << letter << '=' << one.in << " o" << letter << '=' << one.out << " k"
             << letter << '=' << one.size << " s" << letter << '=' << one.stride << " p" << letter
             << '=' << one.before << " d" << letter << '=' << one.dilation - 1;
    };
    dimension(what.rows(), 'h');
    dimension(what.columns(), 'w');
    text << (of.call.has_input(2) ? " bias=1" : "");
    const std::string post = of.call.text("post", "");
    text << (post.empty() ? "" : " post=" + post);
    text << " src=" << nn::to_string(of.layout_of(of.input(0)))
         << " dst=" << nn::to_string(of.layout_of(of.output()));
    return text.str();
}

std::vector<step> steps(const lowering &of) {
    const convolution what = convolution_of(of.call);
    if (of.call.value(1) == nullptr) {
        throw refusal("weights are not known while compiling, must be a constant");
    }
    step made;
    made.text = text_of(of, what);
    made.arguments = {{"src", {of.input(0)}}};
    made.weights = "weights";
    made.weight_values = *of.call.value(1);
    if (of.call.has_input(2)) {
        made.arguments.push_back({"bias", {of.input(2)}});
    }
    if (of.call.has_input(3)) {
        made.arguments.push_back({"residual", {of.input(3)}});
    }
    made.arguments.push_back({"dst", {of.output()}, true});
    return {made};
}

} // namespace

void add_convolutions(operator_table &all) {
    operator_row row;
    row.name = "Conv";
    row.attributes = {"auto_pad", "dilations", "group", "kernel_shape", "pads", "strides"};
    row.first_opset = 1;
    row.types = types;
    row.reference = reference;
    row.steps = steps;
    row.layouts = layout_rule::either;
    all.add(std::move(row));
}

} // namespace tiramisu::graph
