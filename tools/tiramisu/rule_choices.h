#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tiramisu/nn/nn.h"

namespace tiramisu::tool {

/// "0.4646 ms  pointwise ..."
std::string text_of(const nn::perf_record &one);

/// What layers take where nobody has measured them, and how much longer that is than the fastest.
class rule_choices {
public:
    /// Of a layer that was measured, the fastest first. Returns "; by the rule 0.4646 ms  pointwise
    /// ..., 1.08 times as long", or "" where that is the fastest or was not measured.
    std::string add(const nn::layer_kind &kind, const std::string &text,
                    const std::vector<nn::find_result> &ranked);
    /// "the rule, which chooses without times: 1.02 times as long as the fastest (geometric mean of
    /// 25 layers), at most 1.1 times for 96 % of them, 1.31 times for the worst\n"; "" without
    /// layers.
    std::string summary() const;

private:
    std::vector<double> ratios_; ///< over the fastest
};

} // namespace tiramisu::tool
