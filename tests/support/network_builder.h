#pragma once

#include <map>
#include <random>
#include <string>
#include <vector>

#include "tiramisu/graph/graph.h"

namespace tiramisu::testing {

/// Makes networks with random weights, the same ones each time.
class network_builder {
public:
    explicit network_builder(const std::string &name, int opset = 17, unsigned seed = 1);

    using attributes = std::map<std::string, graph::attribute>;

    /// An input of these sizes.
    std::string input(const std::string &name, const graph::shape &extents,
                      primitive_t type = p_float32);
    /// A constant of random values from -scale to scale.
    std::string weights(const graph::shape &extents, float scale = 1, float middle = 0);
    std::string constant(const graph::tensor &values);
    std::string numbers(const std::vector<std::int64_t> &values);
    std::string number(float value);
    /// A node; its output's name.
    std::string node(const std::string &op, const std::vector<std::string> &inputs,
                     const attributes &with = {}, const std::string &name = "");
    /// ... and so many outputs.
    std::vector<std::string> node_of(std::size_t outputs, const std::string &op,
                                     const std::vector<std::string> &inputs,
                                     const attributes &with = {}, const std::string &name = "");

    // Nodes of convolutional networks. `channels` are those of `src`.

    std::string conv(const std::string &src, int channels, int filters, int kernel, int stride = 1,
                     int groups = 1, bool bias = true);
    std::string batch_norm(const std::string &src, int channels);
    std::string dense(const std::string &src, int inputs, int outputs);

    /// The network with this value, and further ones, as outputs.
    graph::model with_output(const std::string &value) { return with_outputs({value}); }
    graph::model with_outputs(const std::vector<std::string> &values);

private:
    graph::model made_;
    std::mt19937 random_;
    int count_ = 0;

    std::string fresh(const std::string &like);
};

/// Random values for each input of a network whose sizes are known; integers are from 0 to 2.
std::map<std::string, graph::tensor> random_inputs(const graph::model &network, unsigned seed = 1);

/// Succeeds where the compiled network computes what the definition of its operators does: within
/// `tolerance` of the largest value.
void expect_computes_as_defined(const graph::model &network, double tolerance = 1e-4);

/// Outputs of a compiled network.
std::map<std::string, graph::tensor> run(const nn::network &compiled,
                                         const std::map<std::string, graph::tensor> &inputs);

/// The largest difference of two tensors over the largest value, at least 1; infinite where their
/// shapes differ or a value is no number.
double difference(const graph::tensor &left, const graph::tensor &right);

} // namespace tiramisu::testing
