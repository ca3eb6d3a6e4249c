#pragma once

#include <string>
#include <vector>

#include "polyhedral/dependence.h"

namespace tiramisu::core {

/// One way in which a schedule breaks one dependence.
struct illegality {
    enum class cause {
        order,     ///< pairs of instances run the wrong way round
        parallel,  ///< they run at once, in iterations of a loop of threads
        vectorized ///< they run at once, in the lanes of a vector
    };

    cause why = cause::order;
    std::string loop; ///< whose iterations run at once; empty where the order is wrong
    poly::dependence_kind kind = poly::dependence_kind::flow;
    std::string buffer, source, sink;
    isl::map pairs; ///< { S[i] -> T[j] }: the instances
};

/// Whether all that `found` says is among what is known: the same loop, dependence and instances.
bool is_among(const std::vector<illegality> &known, const illegality &found);

} // namespace tiramisu::core
