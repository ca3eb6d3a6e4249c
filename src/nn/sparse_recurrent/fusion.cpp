#include "nn/sparse_recurrent/algorithm.h"

namespace tiramisu::nn {

void sparse_recurrence::fuse() const {
    const var block("block"), l("l"), t("t"), b("b"), gate("gate");
    computation last = rows_zeros;
    const auto next = [&](const computation &one, const var &shared) {
        computation added = one;
        last.then(added, shared);
        last = added;
    };
    for (const computation &one : rows_fills) {
        next(one, block);
    }
    next(of_input_start, block);
    next(of_input, gate);
    next(sums, gate);
    next(of_hidden_start, l);
    next(of_hidden, gate);
    next(totals, gate);
    if (input_totals) {
        next(*input_totals, b);
    }
    for (const computation &one : cell) {
        next(one, b);
    }
    if (projection) {
        next(projection->start, t);
        next(projection->product, gate);
        next(projection->totals, gate);
        next(projection->state, b);
    }
    next(state, t);
    next(rows, t);
    for (const computation &one : results) {
        next(one, block);
    }
}

} // namespace tiramisu::nn
