#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/graph/model.h"
#include "tiramisu/jit.h"
#include "tiramisu/nn/layer_options.h"

namespace tiramisu::nn {

/// How a network is compiled.
struct network_options {
    /// Sizes of inputs by their names, where the network leaves some open.
    std::map<std::string, graph::shape> input_shapes;
    /// Of all its layers: solver and configuration stay "auto" and "".
    layer_options layers;
};

/// What became of a network.
struct network_report {
    struct step {
        std::string node;   ///< "node "conv1" (Conv)"
        std::string text;   ///< of the layer or of the program
        std::string solver; ///< of a layer; empty for a program
    };
    std::vector<step> steps;
    int functions = 0;                  ///< that differ
    int reorders = 0;                   ///< of the steps
    std::size_t weights_bytes = 0;      ///< as layers read them
    std::size_t memory_bytes = 0;       ///< of what lies between steps
    std::size_t least_memory_bytes = 0; ///< no order of memory needs less
};

/// A network of an ONNX file, compiled into this process: layers with their activations as one,
/// batch normalisation in their weights, memory between them planned. Several threads may run one
/// at once.
class network {
public:
    /// Throws io_error if the file cannot be read or is damaged, unsupported_error with everything
    /// that is not supported, user_error if sizes of inputs are missing.
    explicit network(const std::string &path, const network_options &how = {},
                     source_place where = source_place::current());
    explicit network(const graph::model &model, const network_options &how = {},
                     source_place where = source_place::current());
    ~network();
    network(network &&) noexcept;
    network &operator=(network &&) noexcept;

    /// With the sizes that it is compiled for, in the order of the file.
    const std::vector<graph::value_declaration> &inputs() const;
    const std::vector<graph::value_declaration> &outputs() const;
    const network_report &report() const;

    /// Computes. Tensors are dense and row-major, and lie apart. Throws user_error if one is
    /// missing, or if there is none of a name; error if memory runs out.
    void run(const std::map<std::string, const float *> &inputs,
             const std::map<std::string, float *> &outputs) const;
    /// The same run, to be made many times: what lies between steps keeps its memory. It refers to
    /// the tensors and the network, which outlive it.
    prepared_call prepare(const std::map<std::string, const float *> &inputs,
                          const std::map<std::string, float *> &outputs,
                          const execution &how = {}) const;

    /// Writes the network as a C function `name` of its inputs and outputs, with its weights
    /// inside, into an object file and a header beside it: what it needs beside them is the
    /// run-time library. Throws as the constructor, and io_error where a file cannot be written.
    static network_report write_object(const graph::model &model, const std::string &object,
                                       const std::string &name, const network_options &how = {},
                                       source_place where = source_place::current());

private:
    struct compiled;
    std::unique_ptr<compiled> compiled_;
};

} // namespace tiramisu::nn
