#include "nn/layers/resize/resampling.h"

#include <numeric>

namespace tiramisu::nn {

resampling::resampling(int from, int to)
    : pixels_(from), from_(from / std::gcd(from, to)), to_(to / std::gcd(from, to)) {}

expr resampling::nearest(const expr &i) const {
    return (i * (2 * from_) + from_) / (2 * to_);
}

expr resampling::bilinear(const expr &i, const std::function<expr(const expr &)> &value) const {
    const expr position = i * (2 * from_) + (from_ - to_);
    const expr before = position / (2 * to_);
    const expr share = cast(p_float32, position % (2 * to_)) / static_cast<float>(2 * to_);
    const expr first = value(max(before, 0)), second = value(min(before + 1, pixels_ - 1));
    return first + (second - first) * share;
}

} // namespace tiramisu::nn
