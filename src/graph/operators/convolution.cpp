#include <sstream>

#include "graph/operators/integer_products.h"
#include "graph/operators/loops.h"
#include "graph/operators/moving_program.h"
#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"
#include "graph/operators/products.h"
#include "graph/operators/sparse_weights.h"
#include "graph/operators/strides.h"
#include "graph/operators/volumes.h"
#include "graph/operators/window.h"
#include "tiramisu/function.h"

// Conv: with constant filters the library's layer, of images with three dimensions plane by plane;
// else a program that follows the definition.

namespace tiramisu::graph {

namespace {

struct convolution {
    std::int64_t images, channels, filters, groups;
    std::vector<window> windows; ///< at least rows, columns
    bool has_bias = false;

    const window &rows() const { return windows[0]; }
    const window &columns() const { return windows[1]; }
    std::int64_t in_group() const { return channels / groups; }
    shape source() const {
        shape made = {images, channels};
        for (const window &one : windows) {
            made.push_back(one.in);
        }
        return made;
    }
    shape weights() const {
        shape made = {filters, in_group()};
        for (const window &one : windows) {
            made.push_back(one.size);
        }
        return made;
    }
    shape result() const {
        shape made = {images, filters};
        for (const window &one : windows) {
            made.push_back(one.out);
        }
        return made;
    }
};

convolution convolution_of(const node_call &call) {
    const shape &src = call.extents(0), &weights = call.extents(1);
    const primitive_t type = call.type(0).elements;
    const bool fits = is_of_bytes(call)
                          ? is_byte(type) && is_byte(call.type(1).elements)
                          : call.type(1).elements == type &&
                                (type == p_float32 || type == p_float64 || type == p_int32);
    if (!fits) {
        throw refusal("inputs are " + to_text(call.type(0)) + " and " + to_text(call.type(1)) +
                      ", must be " + (is_of_bytes(call) ? "uint8 or int8" : "float32"));
    }
    if (weights.size() != src.size() || src.size() < 3 || src.size() > 5) {
        throw refusal("inputs are " + to_text(call.type(0)) + " and " + to_text(call.type(1)) +
                      ", must both have 3 to 5 dimensions");
    }
    convolution made;
    made.images = src[0];
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
    made.has_bias = call.has_input(2);
    made.windows = windows_of(call, kernel);
    if (made.windows.size() == 1) {
        window one_row;
        one_row.in = one_row.out = 1;
        made.windows.insert(made.windows.begin(), one_row);
    }
    return made;
}

shape result_of(const node_call &call, const convolution &what) {
    shape extents = what.result();
    if (call.extents(0).size() == 3) {
        extents.erase(extents.begin() + 2);
    }
    return extents;
}

std::vector<tensor_type> types(const node_call &call) {
    const shape extents = result_of(call, convolution_of(call));
    return {{elements_of_sums(call), extents}};
}

/// Sum of the products of a filter at a place [n, f, y, x, ...].
double sum_at(const convolution &what, const std::vector<double> &src,
              const std::vector<double> &weights, const std::vector<std::int64_t> &at) {
    const std::int64_t first = at[1] / (what.filters / what.groups) * what.in_group();
    shape kernel = what.weights();
    kernel.erase(kernel.begin());
    std::int64_t weight = at[1] * count_of(kernel);
    double sum = 0;
    for (index_walk k(kernel); !k.is_done(); k.next(), weight++) {
        std::int64_t place = at[0] * what.channels + first + k.index()[0];
        bool is_inside = true;
        for (std::size_t d = 0; d < what.windows.size(); d++) {
            const window &one = what.windows[d];
            const std::int64_t position = one.position(at[d + 2], k.index()[d + 1]);
            is_inside = is_inside && position >= 0 && position < one.in;
            place = place * one.in + position;
        }
        sum += is_inside ? src[static_cast<std::size_t>(place)] *
                               weights[static_cast<std::size_t>(weight)]
                         : 0;
    }
    return sum;
}

std::vector<tensor> reference(const node_call &call, const tensor_list &inputs) {
    const convolution what = convolution_of(call);
    const bool has_bias = inputs.size() > 2 && inputs[2] != nullptr;
    const std::vector<double> src = reals_of(*inputs[0]), weights = reals_of(*inputs[1]),
                              bias = has_bias ? reals_of(*inputs[2]) : std::vector<double>();
    std::vector<double> values;
    for (index_walk at(what.result()); !at.is_done(); at.next()) {
        values.push_back(sum_at(what, src, weights, at.index()) +
                         (has_bias ? bias[static_cast<std::size_t>(at.index()[1])] : 0));
    }
    return {tensor_of({elements_of_sums(call), result_of(call, what)}, values)};
}

/// By the definition: of any number of dimensions, any type, and filters that are not known.
nn::program plain_program(const convolution &what, primitive_t type, const std::string &name,
                          int lanes) {
    const function_scope scope(name);
    const shape from = what.source(), filters = what.weights(), to = what.result();
    const std::vector<var> at = iterators(to), in = iterators(from, "in"),
                           in_weights = iterators(filters, "w"),
                           k = iterators({filters.begin() + 1, filters.end()}, "k");
    input src("src", in, type), weights("weights", in_weights, type);
    buffer src_memory("src", buffer_sizes(from), type, a_input);
    buffer weights_memory("weights", buffer_sizes(filters), type, a_input);
    buffer bias_memory("bias", buffer_sizes({what.filters}), type, a_input);
    buffer dst_memory("dst", buffer_sizes(to), type, a_output);
    src.store_in(&src_memory);
    weights.store_in(&weights_memory);
    std::vector<expr> place = {
        at[0], at[1] / literal(what.filters / what.groups) * literal(what.in_group()) + k[0]};
    std::vector<expr> weight = {at[1], k[0]};
    expr inside;
    for (std::size_t d = 0; d < what.windows.size(); d++) {
        const window &one = what.windows[d];
        const expr position = at[d + 2] * literal(one.stride) - literal(one.before) +
                              k[d + 1] * literal(one.dilation);
        const expr is_in = position >= 0 && position < literal(one.in);
        inside = inside.is_defined() ? inside && is_in : is_in;
        place.push_back(clamp(position, 0, literal(one.in - 1)));
        weight.push_back(k[d + 1]);
    }
    const expr zero = expr::literal(type, 0);
    computation sums("sums", at, zero);
    sums.at(as_exprs(at)) += select(inside, src.at(place), zero) * weights.at(weight);
    std::vector<buffer> arguments = {src_memory, weights_memory};
    if (what.has_bias) {
        input bias("bias", iterators({what.filters}, "b"), type);
        bias.store_in(&bias_memory);
        computation with_bias("with_bias", at, sums.at(as_exprs(at)) + bias(at[1]));
        with_bias.store_in(&dst_memory);
        run_in_order(with_bias, at, to, lanes);
        arguments.push_back(bias_memory);
    } else {
        sums.store_in(&dst_memory);
    }
    arguments.push_back(dst_memory);
    return {scope.get(), arguments};
}

std::string plain_text(const lowering &of, const convolution &what) {
    std::ostringstream text;
    text << "convolution of " << to_text(of.call.type(0)) << " by " << to_text(of.call.type(1))
         << " in " << what.groups << (what.has_bias ? " with bias" : "");
    for (const window &one : what.windows) {
        text << ' ' << one.in << "->" << one.out << ':' << one.size << '/' << one.stride << '/'
             << one.dilation << '/' << one.before;
    }
    return text.str();
}

std::vector<step> plain_steps(const lowering &of, const convolution &what) {
    step made;
    made.text = plain_text(of, what);
    made.arguments = {{"src", {of.input(0)}}, {"weights", {of.input(1)}}};
    if (what.has_bias) {
        made.arguments.push_back({"bias", {of.input(2)}});
    }
    made.arguments.push_back({"dst", {of.output()}, true});
    made.write = [what, type = of.call.type(0).elements, lanes = of.lanes](
                     const std::string &name) { return plain_program(what, type, name, lanes); };
    return {made};
}

bool is_float_layer(const node_call &call) {
    return call.type(0).elements == p_float32 && call.extents(0).size() <= 4 &&
           call.value(1) != nullptr;
}

bool is_layer(const node_call &call) {
    return is_of_bytes(call) || is_float_layer(call);
}

/// The problem's text, with the post-ops that rewriting has given the node.
std::string text_of(const lowering &of, const convolution &what) {
    std::ostringstream text;
    text << "conv2d mb=" << what.images << " g=" << what.groups << " ic=" << what.channels
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
    if (is_of_bytes(of.call)) {
        text << " type=" << byte_word(of.call.type(0))
             << " weights_type=" << byte_word(of.call.type(1)) << " dst_type=s32";
    }
    return text.str();
}

/// Whether weights by an image, channels by pixels, are a product with enough columns that to
/// gather pixels would take longer: the products of this many channels of one pixel lie apart.
bool is_product_of_bytes(const node_call &call, const convolution &what) {
    constexpr std::int64_t enough_pixels = 128;
    const auto meets_each = [](const window &one) {
        return one.size == 1 && one.stride == 1 && one.in == one.out && one.before == 0;
    };
    return is_of_bytes(call) && what.groups == 1 && meets_each(what.rows()) &&
           meets_each(what.columns()) && what.rows().in * what.columns().in >= enough_pixels;
}

/// One for each image.
std::vector<step> product_of_bytes_steps(const lowering &of, const convolution &what) {
    const std::int64_t pixels = what.rows().in * what.columns().in;
    const matrix_product p = {what.filters, pixels, what.channels};
    std::vector<step> made;
    for (std::int64_t n = 0; n < what.images; n++) {
        step one;
        one.text = gemm_text(p, 1, false, "", false) + type_words(of.call, 1, 0);
        one.arguments = {{"a", {of.input(1)}},
                         {"b", {of.input(0), n * what.channels * pixels}},
                         {"c", {of.output(), n * what.filters * pixels}, true}};
        made.push_back(std::move(one));
    }
    return made;
}

std::vector<step> steps(const lowering &of) {
    const convolution what = convolution_of(of.call);
    if (is_product_of_bytes(of.call, what)) {
        return product_of_bytes_steps(of, what);
    }
    if (!is_layer(of.call)) {
        return plain_steps(of, what);
    }
    step made;
    made.has_sparse_weights = has_sparse_weights(of.call);
    made.text = made.has_sparse_weights ? sparse_text("sparse_" + text_of(of, what), of.call)
                                        : text_of(of, what);
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
    row.expand = [](expansion &to) { convolve_planes(to, convolution_of(to.call).windows); };
    row.expands = [](const node_call &call) {
        return call.type(0).elements == p_float32 && call.extents(0).size() == 5 &&
               call.value(1) != nullptr && count_of(call.extents(0)) > 0;
    };
    row.layouts = layout_rule::either;
    row.can_be_blocked = [](const node_call &call) {
        return is_layer(call) && !has_sparse_weights(call);
    };
    row.with_integers = convolve_quantized;
    all.add(row);
    all.add(integer_row(row, "ConvInteger", convolve_integers, [](const node_call &call) {
        return call.has_input(2) || call.has_input(3) || !is_byte_convolution(call);
    }));
}

} // namespace tiramisu::graph
