#pragma once

#include <functional>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Whether a processor loads and stores some lanes of a vector of such elements by one instruction.
using masked_elements = std::function<bool(Halide::Type)>;
masked_elements masked_elements_of(const Halide::Target &target);

/// Whether all that the lanes of a vectorized loop do is to read and write such elements side by
/// side, or one that they share, and to compute: then masked vectors take about as long as whole
/// ones. Lanes that read far apart, call functions or take branches of their own run one by one.
/// `ranges`: of variables of loops around it, as far as they are known.
bool are_lanes_dense(const hir::For &vector, const masked_elements &have_masks,
                     hir::Scope<hir::Interval> &ranges);

} // namespace tiramisu::lower
