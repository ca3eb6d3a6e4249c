#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/jit.h"
#include "tiramisu/nn/elements.h"
#include "tiramisu/nn/invocation.h"
#include "tiramisu/nn/layer_options.h"
#include "tiramisu/nn/search_options.h"
#include "tiramisu/nn/tensor.h"

// Layers of all kinds behind one interface: for programs that read which layers there are.

namespace tiramisu::nn {

/// What a layer reads or writes: of its problem's type, but for biases, which are of its
/// accumulation_type().
struct layer_argument : tensor {
    enum class role { source, weights, result };

    role is = role::source;
    bool may_be_left_out = false;
};

/// The memory of a run by the names of the arguments; none for what is left out.
struct layer_memory {
    std::map<std::string, const_elements> sources;
    std::map<std::string, elements> results;
};

/// Weights that a layer packed, for no other one.
class any_weights {
public:
    any_weights() = default;
    any_weights(const std::string &made_for, std::shared_ptr<const void> packed)
        : made_for_(made_for), packed_(std::move(packed)) {}

    const std::string &made_for() const { return made_for_; }
    const void *packed() const { return packed_.get(); }

private:
    std::string made_for_;
    std::shared_ptr<const void> packed_;
};

/// A layer of any kind, compiled into this process. Several threads may run one at once.
class any_layer {
public:
    virtual ~any_layer() = default;

    /// What makes the same: the problem's text, and the options that are not as by default.
    virtual std::string text() const = 0;
    virtual const std::string &solver() const = 0;
    virtual const std::string &configuration() const = 0;
    virtual std::size_t workspace_bytes() const = 0;
    /// What run() takes, and pack(), where one of them is the weights.
    virtual std::vector<layer_argument> arguments() const = 0;

    /// Weights as the problem defines them; where the layer reads sparse ones, zeros are not
    /// stored. Throws user_error if they are null, or if the layer has none.
    virtual any_weights pack(const_elements weights,
                             source_place where = source_place::current()) const = 0;
    /// A run, to be made many times. Throws user_error if memory is missing or for no argument of
    /// the layer, or if the weights were packed for another one.
    virtual invocation prepare(const layer_memory &memory, const any_weights &weights = {},
                               const execution &opts = {},
                               source_place where = source_place::current()) const = 0;
    /// The same once.
    void run(const layer_memory &memory, const any_weights &weights = {},
             source_place where = source_place::current()) const {
        prepare(memory, weights, {}, where)();
    }
};

/// What can be done with texts of layers that begin with the same name. All throw user_error where
/// a text has no meaning, and what the layer's class throws.
class layer_kind {
public:
    virtual ~layer_kind() = default;

    virtual std::string name() const = 0;    ///< "conv2d", "sparse_lstm", "softmax"
    virtual std::string example() const = 0; ///< a text

    virtual std::vector<solver_verdict>
    solvers(const std::string &text, source_place where = source_place::current()) const = 0;
    virtual std::unique_ptr<any_layer> make(const std::string &text, const layer_options &opts = {},
                                            source_place where = source_place::current()) const = 0;
    virtual std::vector<find_result> find(const std::string &text, const search_options &opts = {},
                                          source_place where = source_place::current()) const = 0;
    virtual void write_object(const std::string &text, const std::string &object,
                              const std::string &name, const layer_options &opts = {},
                              source_place where = source_place::current()) const = 0;
};

/// All kinds, by name.
const std::vector<const layer_kind *> &layer_kinds();

/// The kind that a text begins with. Throws user_error if it begins with none.
const layer_kind &kind_of(const std::string &text, source_place where = source_place::current());

/// A layer of what a text says: "gemm m=64 n=10 k=128 constant_b=1".
inline std::unique_ptr<any_layer> make_layer(const std::string &text,
                                             const layer_options &opts = {},
                                             source_place where = source_place::current()) {
    return kind_of(text, where).make(text, opts, where);
}

} // namespace tiramisu::nn
