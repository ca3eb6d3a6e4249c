#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <limits>
#include <vector>

#include "support/guarded_memory.h"
#include "tiramisu/nn/invocation.h"

namespace tiramisu::oracle {

/// Runs a chain, dense or sparse, on memory between pages that may not be touched; an empty bias is
/// none.
template <typename Chain, typename Weights>
std::vector<float> run_chain(const Chain &chain, const std::vector<float> &src,
                             const Weights &weights, const std::vector<std::vector<float>> &biases,
                             std::size_t dst_size) {
    using memory = tiramisu::testing::guarded_memory<float>;
    memory given(src), dst(std::vector<float>(dst_size, std::numeric_limits<float>::quiet_NaN()));
    std::deque<memory> held;
    std::vector<const float *> added;
    for (const std::vector<float> &one : biases) {
        added.push_back(one.empty() ? nullptr : held.emplace_back(one).data());
    }
    chain.run(given.data(), weights, added, dst.data());
    memory again(std::vector<float>(dst_size, std::numeric_limits<float>::quiet_NaN()));
    const nn::invocation prepared = chain.prepare(given.data(), weights, added, again.data());
    prepared();
    prepared();
    EXPECT_EQ(again.elements(), dst.elements()) << "of runs that are prepared";
    return dst.elements();
}

} // namespace tiramisu::oracle
