#include "codegen/vectors/gathered_runs.h"

#include <vector>

namespace tiramisu::lower {

namespace {

using Halide::Expr;

/// A run of lanes, from `first` on, each of which reads the element behind that of the lane before.
int run_from(const Expr &index, int first) {
    const Expr begin = hir::extract_lane(index, first);
    const int most = index.type().lanes() - first;
    int lanes = 1;
    while (lanes < most && hir::is_const_zero(hir::simplify(
                               hir::extract_lane(index, first + lanes) - (begin + lanes)))) {
        ++lanes;
    }
    return lanes;
}

Expr dense_load(const hir::Load &gather, int first, int lanes) {
    const Expr begin = hir::simplify(hir::extract_lane(gather.index, first));
    return hir::Load::make(gather.type.with_lanes(lanes), gather.name,
                           hir::Ramp::make(begin, hir::make_one(begin.type()), lanes), gather.image,
                           gather.param, hir::const_true(lanes), hir::ModulusRemainder());
}

} // namespace

Expr loads_of_runs(const hir::Load &gather) {
    const int all = gather.type.lanes(), lanes = run_from(gather.index, 0);
    if (lanes == 1 || all % lanes != 0 || !hir::is_const_one(gather.predicate)) {
        return Expr();
    }
    std::vector<Expr> runs;
    for (int first = 0; first < all; first += lanes) {
        if (run_from(gather.index, first) < lanes) {
            return Expr();
        }
        runs.push_back(dense_load(gather, first, lanes));
    }
    return hir::Shuffle::make_concat(runs);
}

} // namespace tiramisu::lower
