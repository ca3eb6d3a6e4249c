#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/jit.h"
#include "tiramisu/nn/find.h"
#include "tiramisu/nn/invocation.h"
#include "tiramisu/nn/layer_options.h"
#include "tiramisu/nn/pictures.h"

namespace tiramisu::nn {

/// A layer that makes one tensor of others, with nothing to pack, compiled into this process.
/// Several threads may run one at once. A problem tells its text, its sources() and its dst().
template <typename Problem>
class tensor_layer {
public:
    /// Throws user_error if the problem has no meaning, or if a solver or configuration that was
    /// asked for cannot do it: with the reason.
    explicit tensor_layer(const Problem &problem, const layer_options &how = {},
                          source_place where = source_place::current());
    ~tensor_layer();
    tensor_layer(tensor_layer &&) noexcept;
    tensor_layer &operator=(tensor_layer &&) noexcept;

    /// dst of the problem's sources, in their order. None overlaps dst; nothing beyond size()
    /// floats is read or written. Throws user_error if there are not as many sources or one of the
    /// tensors is null, error if memory runs out.
    void run(const std::vector<const float *> &sources, float *dst) const;
    /// The same run, to be made many times.
    invocation prepare(const std::vector<const float *> &sources, float *dst,
                       const execution &how = {}) const;

    const Problem &problem() const;           ///< completed
    const std::string &solver() const;        ///< that was chosen
    const std::string &configuration() const; ///< of its parameters
    std::size_t workspace_bytes() const;      ///< allocated by each thread while it runs

    /// Every solver there is, in the order in which the rule asks them. Throws user_error as
    /// Problem::completed().
    static std::vector<solver_verdict> solvers(const Problem &problem,
                                               source_place where = source_place::current());
    /// Runs the solvers on random data and ranks them, as find() does convolutions.
    static std::vector<find_result> find(const Problem &problem, const search_options &how = {},
                                         source_place where = source_place::current());

    /// Writes the same as a C function `name` into the object file, with a header beside it that
    /// tells its arguments. A target that
    /// TIRAMISU_TARGET names takes the place of that of the options. Throws user_error as the
    /// constructor, and if there is nothing to compute or `object` names no file; io_error where
    /// one cannot be written.
    static void write_object(const Problem &problem, const std::string &object,
                             const std::string &name, const layer_options &how = {},
                             source_place where = source_place::current());

private:
    struct compiled;
    std::unique_ptr<compiled> compiled_;
};

} // namespace tiramisu::nn
