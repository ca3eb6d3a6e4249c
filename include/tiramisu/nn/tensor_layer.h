#pragma once

#include <vector>

#include "tiramisu/jit.h"
#include "tiramisu/nn/elements.h"
#include "tiramisu/nn/images.h"
#include "tiramisu/nn/invocation.h"
#include "tiramisu/nn/layer.h"

namespace tiramisu::nn {

/// A layer that makes tensors of others, with nothing to pack, compiled into this process. Several
/// threads may run one at once. A problem tells its text, its sources() and its dst() or, where it
/// has several, its results().
template <typename Problem>
class tensor_layer : public layer<Problem, layer_options, search_options> {
public:
    using layer<Problem, layer_options, search_options>::layer;

    /// dst of the problem's sources, in their order. None overlaps dst, but where a
    /// layer may work in place one may be the same memory; nothing beyond size() elements is read
    /// or written. Throws user_error if there are not as many sources or one of the
    /// tensors is null, error if memory runs out.
    void run(const std::vector<const_elements> &sources, elements dst,
             source_place where = source_place::current()) const;
    /// All results, in their order. Throws user_error also if there are not as many.
    void run(const std::vector<const_elements> &sources, const std::vector<elements> &results,
             source_place where = source_place::current()) const;
    /// The same run, to be made many times.
    invocation prepare(const std::vector<const_elements> &sources, elements dst,
                       const execution &opts = {},
                       source_place where = source_place::current()) const;
    invocation prepare(const std::vector<const_elements> &sources,
                       const std::vector<elements> &results, const execution &opts = {},
                       source_place where = source_place::current()) const;
};

} // namespace tiramisu::nn
