#include "support/network_builder.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "graph/operators/numbers.h"

namespace tiramisu::testing {

namespace {

using graph::shape;
using graph::tensor;

std::vector<float> random_floats(std::int64_t count, float scale, float middle,
                                 std::mt19937 &random) {
    std::uniform_real_distribution<float> values(middle - scale, middle + scale);
    std::vector<float> made;
    for (std::int64_t i = 0; i < count; i++) {
        made.push_back(values(random));
    }
    return made;
}

shape sizes_of(const graph::value_declaration &value) {
    shape extents;
    for (const graph::extent &one : value.extents) {
        extents.push_back(one.size);
    }
    return extents;
}

/// Memory of a tensor that nothing has written to: no numbers, if it is of floats.
tensor not_written(const graph::tensor_type &type) {
    const auto count = static_cast<std::size_t>(graph::count_of(type.extents));
    switch (size_in_bytes(type.elements)) {
    case 1: return {type, std::vector<std::uint8_t>(count, 0xff)};
    case 2: return {type, std::vector<std::uint16_t>(count, 0xffff)};
    case 4: return {type, std::vector<std::uint32_t>(count, 0xffffffff)};
    default: return {type, std::vector<std::uint64_t>(count, ~std::uint64_t{0})};
    }
}

} // namespace

network_builder::network_builder(const std::string &name, int opset, unsigned seed)
    : random_(seed) {
    made_.name = name;
    made_.opset = opset;
}

std::string network_builder::fresh(const std::string &like) {
    return like + "_" + std::to_string(++count_);
}

std::string network_builder::input(const std::string &name, const shape &extents,
                                   primitive_t type) {
    graph::value_declaration one{name, type, {}};
    for (const std::int64_t size : extents) {
        one.extents.push_back({size, ""});
    }
    made_.inputs.push_back(one);
    return name;
}

std::string network_builder::weights(const shape &extents, float scale, float middle) {
    return constant({extents, random_floats(graph::count_of(extents), scale, middle, random_)});
}

std::string network_builder::constant(const tensor &values) {
    const std::string name = fresh("weights");
    made_.constants[name] = values;
    return name;
}

std::string network_builder::numbers(const std::vector<std::int64_t> &values) {
    return constant({shape{static_cast<std::int64_t>(values.size())}, values});
}

std::string network_builder::number(float value) {
    return constant({shape{}, std::vector<float>{value}});
}

std::string network_builder::node(const std::string &op, const std::vector<std::string> &inputs,
                                  const attributes &with, const std::string &name) {
    return node_of(1, op, inputs, with, name).front();
}

std::vector<std::string> network_builder::node_of(std::size_t outputs, const std::string &op,
                                                  const std::vector<std::string> &inputs,
                                                  const attributes &with, const std::string &name) {
    graph::node made;
    made.name = name.empty() ? fresh(op) : name;
    made.op = op;
    made.inputs = inputs;
    for (std::size_t i = 0; i < outputs; i++) {
        made.outputs.push_back(made.name + "_out" + (i == 0 ? "" : std::to_string(i + 1)));
    }
    made.attributes = with;
    made_.nodes.push_back(std::make_shared<const graph::node>(made));
    return made.outputs;
}

std::string network_builder::conv(const std::string &src, int channels, int filters, int kernel,
                                  int stride, int groups, bool bias) {
    const int in_group = channels / groups;
    const auto terms = static_cast<float>(in_group * kernel * kernel);
    std::vector<std::string> inputs = {
        src, weights({filters, in_group, kernel, kernel}, std::sqrt(3 / terms))};
    if (bias) {
        inputs.push_back(weights({filters}));
    }
    const std::int64_t pad = kernel / 2;
    return node("Conv", inputs,
                {{"pads", std::vector<std::int64_t>{pad, pad, pad, pad}},
                 {"strides", std::vector<std::int64_t>{stride, stride}},
                 {"group", std::int64_t{groups}}});
}

std::string network_builder::batch_norm(const std::string &src, int channels) {
    const shape each = {channels};
    return node("BatchNormalization", {src, weights(each, 0.5f, 1), weights(each, 0.5f),
                                       weights(each, 0.5f), weights(each, 0.4f, 0.6f)});
}

std::string network_builder::dense(const std::string &src, int inputs, int outputs) {
    return node("Gemm",
                {src, weights({outputs, inputs}, std::sqrt(3 / static_cast<float>(inputs))),
                 weights({outputs})},
                {{"transB", std::int64_t{1}}});
}

graph::model network_builder::with_outputs(const std::vector<std::string> &values) {
    for (const std::string &value : values) {
        graph::value_declaration one{value, p_float32, {}};
        one.has_rank = false;
        made_.outputs.push_back(one);
    }
    return made_;
}

std::map<std::string, tensor> random_inputs(const graph::model &network, unsigned seed) {
    std::mt19937 random(seed);
    std::map<std::string, tensor> made;
    for (const graph::value_declaration &one : network.inputs) {
        const shape extents = sizes_of(one);
        if (is_float(one.elements)) {
            const auto floats = random_floats(graph::count_of(extents), 1, 0, random);
            made[one.name] = graph::tensor_of({one.elements, extents},
                                              std::vector<double>(floats.begin(), floats.end()));
            continue;
        }
        std::vector<std::int64_t> integers;
        for (std::int64_t i = 0; i < graph::count_of(extents); i++) {
            integers.push_back(static_cast<std::int64_t>(random() % 3));
        }
        made[one.name] = graph::tensor_of({one.elements, extents}, integers);
    }
    return made;
}

std::map<std::string, tensor> run(const nn::network &compiled,
                                  const std::map<std::string, tensor> &inputs) {
    nn::network_arrays sources, results;
    for (const auto &[name, values] : inputs) {
        sources.emplace(
            name, nn::network_elements(const_cast<void *>(values.bytes()), values.elements()));
    }
    std::map<std::string, tensor> made;
    for (const graph::value_declaration &one : compiled.outputs()) {
        made[one.name] = not_written({one.elements, sizes_of(one)});
        results.emplace(one.name, nn::network_elements(const_cast<void *>(made[one.name].bytes()),
                                                       one.elements));
    }
    compiled.run(sources, results);
    return made;
}

double difference(const tensor &left, const tensor &right) {
    if (left.type() != right.type()) {
        return std::numeric_limits<double>::infinity();
    }
    const std::vector<double> ones = graph::reals_of(left), others = graph::reals_of(right);
    double largest = 1, most = 0;
    for (std::size_t i = 0; i < ones.size(); i++) {
        if (ones[i] == others[i] || (std::isnan(ones[i]) && std::isnan(others[i]))) {
            continue; // infinities, too
        }
        if (!std::isfinite(ones[i] - others[i])) {
            return std::numeric_limits<double>::infinity();
        }
        largest = std::max(largest, std::fabs(others[i]));
        most = std::max(most, std::fabs(ones[i] - others[i]));
    }
    return most / largest;
}

void expect_computes_as_defined(const graph::model &network, double tolerance) {
    const auto inputs = random_inputs(network);
    const auto expected = graph::evaluate(network, inputs);
    const auto found = run(nn::network(network), inputs);
    for (const auto &[name, values] : expected) {
        EXPECT_LE(difference(found.at(name), values), tolerance)
            << "output " << name << " of network " << network.name;
    }
}

} // namespace tiramisu::testing
