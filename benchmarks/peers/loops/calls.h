#pragma once

#include <utility>
#include <vector>

#include "peers/plain_loops.h"

// Loops as they would be written in C, with nothing said of vectors or threads.

namespace tiramisu::bench {

std::vector<plain_loops> loops_of_products();
std::vector<plain_loops> loops_of_factorizations();
std::vector<plain_loops> loops_of_stencils();
std::vector<plain_loops> loops_of_tables();
std::vector<plain_loops> loops_of_vectors();

template <typename... Array, std::size_t... I>
void call_with(void (*loops)(Array...), void *const *arrays, std::index_sequence<I...> /*all*/) {
    loops(static_cast<Array>(arrays[I])...);
}

template <typename... Array>
void call_with(void (*loops)(Array...), void *const *arrays) {
    call_with(loops, arrays, std::index_sequence_for<Array...>());
}

/// Calls loops with the arrays that they ask for, in their order.
template <auto loops>
void call(void *const *arrays) {
    call_with(loops, arrays);
}

} // namespace tiramisu::bench
