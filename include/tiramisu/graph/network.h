#pragma once

#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/graph/model.h"
#include "tiramisu/jit.h"
#include "tiramisu/nn/layer_options.h"
#include "tiramisu/type.h"

namespace tiramisu::nn {

/// What becomes of constant weights some of which are zeros.
enum class weight_density {
    automatic, ///< a layer skips its zeros where that is likely to be faster
    dense,     ///< all are multiplied with
    sparse     ///< all layers that can skip zeros do so
};

/// What computes a layer.
struct layer_choice {
    std::string solver, configuration;

    friend bool operator==(const layer_choice &left, const layer_choice &right) {
        return left.solver == right.solver && left.configuration == right.configuration;
    }
};
/// By the texts of layers, as network_report has them.
using layer_choices = std::map<std::string, layer_choice>;

/// How a network is compiled.
struct network_options {
    /// Sizes of inputs by their names, where the network leaves some open; or the one size that a
    /// symbol of the file stands for, by its name.
    std::map<std::string, graph::shape> input_shapes;
    /// Values of inputs that are known: they are part of the network, which has no such inputs.
    std::map<std::string, graph::tensor> input_values;
    /// Of all its layers: solver and configuration stay "auto" and "". They are relaxed unless it
    /// is said otherwise: results of whole networks differ by about 1e-6 then.
    layer_options layers = {"auto", "", {}, nullptr, true};
    weight_density density = weight_density::automatic;
    /// Of layers whose weights are dense: what computes them, instead of what the rule, or
    /// `layers.results`, would take. See tune_network().
    layer_choices choices = {};
    /// Of write_object(): the path of a file that takes the weights; empty: they are part of the
    /// object file.
    std::string weight_file;
};

/// What became of a network.
struct network_report {
    struct step {
        std::string node;      ///< "node "conv1" (Conv)"
        std::string text;      ///< of the layer or of the program
        std::string solver;    ///< of a layer; empty for a program
        double operations = 0; ///< multiplications and additions of a layer's sums
    };
    std::vector<step> steps;
    int functions = 0;                  ///< that differ
    int reorders = 0;                   ///< of the steps
    std::size_t weights_bytes = 0;      ///< as layers read them
    std::size_t memory_bytes = 0;       ///< of what lies between steps
    std::size_t least_memory_bytes = 0; ///< no order of memory needs less
};

/// What the steps of a network take.
struct network_profile {
    network_report report;
    std::vector<double> seconds; ///< of each of its steps, the median of the runs
};

/// Elements that a network reads or writes, of the type that their array says. Booleans are bool,
/// or bytes.
class network_elements {
public:
    template <typename T>
    network_elements(T *data) // NOLINT(google-explicit-constructor): the array is what is meant
        : type_(primitive_type_of<std::remove_const_t<T>>()),
          data_(const_cast<std::remove_const_t<T> *>(data)), is_constant_(std::is_const_v<T>) {}
    network_elements(void *data, primitive_t type) : type_(type), data_(data) {}

    primitive_t type() const { return type_; }
    void *data() const { return data_; }
    bool is_constant() const { return is_constant_; }

private:
    primitive_t type_;
    void *data_;
    bool is_constant_ = false;
};
using network_arrays = std::map<std::string, network_elements>;

/// A network of an ONNX file, compiled into this process: layers with their activations as one,
/// batch normalisation in their weights, memory between them planned. Several threads may run one
/// at once.
class network {
public:
    /// Throws io_error if the file cannot be read or is damaged, unsupported_error with everything
    /// that is not supported, user_error if sizes of inputs are missing.
    explicit network(const std::string &path, const network_options &opts = {},
                     source_place where = source_place::current());
    explicit network(const graph::model &model, const network_options &opts = {},
                     source_place where = source_place::current());
    ~network();
    network(network &&) noexcept;
    network &operator=(network &&) noexcept;

    /// With the sizes that it is compiled for, in the order of the file.
    const std::vector<graph::value_declaration> &inputs() const;
    const std::vector<graph::value_declaration> &outputs() const;
    const network_report &report() const;

    /// Computes. Tensors are dense and row-major, and lie apart. Throws user_error if one is
    /// missing, is of another type, or if there is none of a name; error if memory runs out.
    void run(const network_arrays &inputs, const network_arrays &outputs) const;
    /// The outputs, in memory of their own.
    std::map<std::string, graph::tensor>
    run(const std::map<std::string, graph::tensor> &inputs) const;
    /// The same run, to be made many times: what lies between steps keeps its memory. It refers to
    /// the tensors and the network, which outlive it.
    prepared_call prepare(const network_arrays &inputs, const network_arrays &outputs,
                          const execution &opts = {}) const;

    /// Writes the network as a C function `name` of its inputs and outputs, with its weights
    /// inside or in a file of their own, into an object file and a header beside it: what it needs
    /// beside them is the run-time library. Throws as the constructor, and io_error where a file
    /// cannot be written, or where one of weights would replace what is none.
    static network_report write_object(const graph::model &model, const std::string &object,
                                       const std::string &name, const network_options &opts = {},
                                       source_place where = source_place::current());

    /// Times each step of a network by itself, as many runs as are asked for after one that warms
    /// up. Throws as the constructor and run(), user_error if there are less than one.
    static network_profile profile(const graph::model &model, const network_arrays &inputs,
                                   const network_arrays &outputs, int runs,
                                   const network_options &opts = {},
                                   source_place where = source_place::current());

private:
    struct compiled;
    std::unique_ptr<compiled> compiled_;
};

} // namespace tiramisu::nn
