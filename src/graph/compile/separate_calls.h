#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tiramisu/function_sequence.h"
#include "tiramisu/jit.h"

namespace tiramisu::graph {

/// The calls of a sequence of one round, with at most one scalar, a constant, whose functions are
/// compiled each by itself: what each takes can be measured.
class separate_calls {
public:
    /// `arguments`: those of the sequence; their memory outlives it.
    separate_calls(const function_sequence &sequence, const std::vector<jit_argument> &arguments,
                   const options &opts);

    /// Makes the calls in order; the seconds that each took. Throws error with what one reported.
    std::vector<double> run() const;

private:
    std::vector<std::unique_ptr<std::uint64_t[]>> temporaries_;
    std::vector<prepared_call> calls_;
};

} // namespace tiramisu::graph
