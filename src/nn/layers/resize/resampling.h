#pragma once

#include <functional>

#include "tiramisu/expr.h"

namespace tiramisu::nn {

/// Positions in `from` pixels of a row or column of `to` pixels: (i + 1/2) * from / to - 1/2, as
/// whole numbers over 2 * to, so that nothing is rounded.
class resampling {
public:
    resampling(int from, int to);

    /// The pixel that the position lies in.
    expr nearest(const expr &i) const;
    /// Between the pixels on both sides of it, what `value` says of them. Beyond the border is what
    /// lies at the border.
    expr bilinear(const expr &i, const std::function<expr(const expr &)> &value) const;

private:
    int pixels_;
    int from_, to_; ///< in lowest terms
};

} // namespace tiramisu::nn
