#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "tiramisu/error.h"
#include "tiramisu/nn/elements.h"

namespace tiramisu::nn {

/// A run of a layer whose tensors, packed weights, memory and threads are settled: what prepare()
/// of a layer makes. It refers to the tensors and the weights, which therefore outlive it; not to
/// the layer. Several threads may run one at once, as far as they may write the same results.
class invocation {
public:
    struct bound; ///< what is settled

    /// One that does nothing.
    invocation();
    explicit invocation(bound &&settled);
    ~invocation();
    invocation(invocation &&) noexcept;
    invocation &operator=(invocation &&) noexcept;

    /// Runs the layer. Temporary arrays keep their memory from run to run, so that soon none is
    /// allocated. Throws user_error, with the place of the call that gave the tensors, if the code
    /// refuses them; error if memory runs out.
    void operator()() const;

    /// From the next run on, a tensor that the layer reads, as its run() calls it, or one that it
    /// writes, is another one of the same size. No run may be going on. Throws user_error if there
    /// is none of this name, or if it is null or of another type.
    void set_source(const std::string &tensor, const_elements data,
                    source_place where = source_place::current());
    void set_result(const std::string &tensor, elements data,
                    source_place where = source_place::current());

    /// Memory that temporary arrays of the runs so far have taken, without those on the stack, and
    /// with what aligns them: as many execution::bytes, aligned to 128 bytes, hold those of such a
    /// run.
    std::size_t workspace_bytes() const;

private:
    std::unique_ptr<bound> bound_;
};

} // namespace tiramisu::nn
