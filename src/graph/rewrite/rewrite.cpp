#include "graph/rewrite/rewrite.h"

namespace tiramisu::graph {

typed_graph rewritten(typed_graph from) {
    for (const auto pass :
         {without_identities, with_folded_batch_norms, with_biases, with_post_ops}) {
        from = pass(std::move(from));
    }
    return from;
}

} // namespace tiramisu::graph
