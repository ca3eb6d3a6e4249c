#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include "tiramisu/nn/tensor.h"

namespace tiramisu::nn {

template <typename Problem, typename = void>
constexpr bool has_results = false;
template <typename Problem>
constexpr bool has_results<Problem, std::void_t<decltype(std::declval<Problem>().results())>> =
    true;

/// What a layer writes, in the order of its arguments: results() of a problem that has several,
/// else its dst().
template <typename Problem>
std::vector<tensor> results_of(const Problem &problem) {
    if constexpr (has_results<Problem>) {
        return problem.results();
    } else {
        return {problem.dst()};
    }
}

} // namespace tiramisu::nn
