#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/scheduled_function.h"

namespace tiramisu::bench {

/// What the elements of an array are before a run.
enum class contents { values, zeros, symbols, indices, dominant_diagonal, positive_definite };

struct plain_array {
    std::vector<std::int64_t> sizes;
    contents what = contents::values;
};

/// A program without a schedule, for f32 and f64, and its arguments. Its loops in C stand in
/// peers/plain_loops.cpp.
struct plain_problem {
    std::string id;
    scheduled_function (*declare)(primitive_t type);
    std::vector<plain_array> arrays;
    double operations = 0; ///< of floats
};

std::vector<plain_problem> plain_problems(); ///< all of the following
std::vector<plain_problem> plain_products();
std::vector<plain_problem> plain_factorizations();
std::vector<plain_problem> plain_vectors();
std::vector<plain_problem> plain_stencils();
std::vector<plain_problem> plain_tables();

} // namespace tiramisu::bench
