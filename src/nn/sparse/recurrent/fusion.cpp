#include "nn/sparse/recurrent/algorithm.h"

namespace tiramisu::nn {

void sparse_recurrence::fuse() const {
    const var block("block"), l("l"), t("t"), b("b"), row("row");
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
    next(of_input, row);
    next(sums, row);
    next(totals_start, l);
    next(of_hidden_start, b);
    next(of_hidden, row);
    next(totals, row);
    for (const computation &one : cell) {
        next(one, b);
    }
    if (projection) {
        next(projection->start, t);
        next(projection->product, row);
        next(projection->totals, row);
        next(projection->state, b);
    }
    next(state, t);
    next(rows, t);
    for (const computation &one : results) {
        next(one, block);
    }
}

} // namespace tiramisu::nn
