#include <algorithm>

#include "graph/operators/operator.h"

#include "support/immortal.h"

namespace tiramisu::graph {

const operator_table &operator_table::all() {
    static const operator_table &made = support::immortal<operator_table>([] {
        operator_table all;
        for (const auto add :
             {add_convolutions, add_elementwise, add_normalizations, add_poolings, add_products,
              add_rearrangements, add_reductions, add_shape_arithmetic, add_views}) {
            add(all);
        }
        return all;
    }());
    return made;
}

const operator_row *operator_table::find(const std::string &name) const {
    const auto found = std::find_if(rows_.begin(), rows_.end(),
                                    [&](const operator_row &one) { return one.name == name; });
    return found == rows_.end() ? nullptr : &*found;
}

} // namespace tiramisu::graph
