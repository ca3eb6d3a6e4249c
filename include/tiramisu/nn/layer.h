#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/nn/layer_options.h"
#include "tiramisu/nn/search_options.h"

namespace tiramisu::nn {

template <typename Layer>
struct compiled_layer; ///< what a layer is a handle of

/// What layers of all classes have: such a class adds `pack`, `run` and `prepare` with its tensors.
/// `Options` and `Search` are layer_options and search_options, and what the class adds to them.
///
/// A light handle of code that was compiled into this process; a layer that is made again of the
/// same problem and options shares it (layer_cache.h). Several threads may run one at once.
template <typename Problem, typename Options, typename Search>
class layer {
public:
    /// Chooses a solver and compiles what it generates, if nothing has yet. Throws user_error if
    /// the problem has no meaning, or if a solver or configuration that was asked for cannot do it:
    /// with the reason.
    explicit layer(const Problem &problem, const Options &opts = {},
                   source_place where = source_place::current());
    // Moving copies: a layer that was moved from is the same as before.
    layer(const layer &) = default;
    layer &operator=(const layer &) = default;

    const Problem &problem() const;           ///< completed
    const std::string &solver() const;        ///< that was chosen
    const std::string &configuration() const; ///< of its parameters
    /// All temporary arrays of a run, as the solver counts them, whether they lie on the stack or
    /// are allocated; of images of any size, for the problem's.
    std::size_t workspace_bytes() const;

    /// Every solver there is, in the order in which the rule asks them. Throws user_error if the
    /// problem has no meaning.
    static std::vector<solver_verdict> solvers(const Problem &problem, const Options &opts = {},
                                               source_place where = source_place::current());
    /// Runs the solvers on random data and ranks them: those that count come first, fastest first.
    /// Each one's result is compared with that of the naive solver before its time counts: errors
    /// of more than tolerance_of() of the largest value are wrong. Takes a few seconds. Throws
    /// user_error as the constructor.
    static std::vector<find_result> find(const Problem &problem, const Search &opts = {},
                                         source_place where = source_place::current());
    /// Writes the same as a C function `name` into the object file, with a header beside it that
    /// tells its arguments; where weights are packed, that is another function, <name>_pack_weights
    /// or <name>_pack_pattern, in files of their own. A target that TIRAMISU_TARGET names takes the
    /// place of that of the options. Throws user_error as the constructor, and if there is nothing
    /// to compute or `object` names no file; io_error where one cannot be written.
    static void write_object(const Problem &problem, const std::string &object,
                             const std::string &name, const Options &opts = {},
                             source_place where = source_place::current());

protected:
    using compiled = compiled_layer<layer>;

    const compiled &code() const { return *compiled_; }

private:
    std::shared_ptr<const compiled> compiled_;
};

} // namespace tiramisu::nn
