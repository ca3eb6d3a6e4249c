#pragma once

#include <string>
#include <vector>

#include "nn/framework/problem/words.h"

namespace tiramisu::nn {

/// A whole number that is part of a problem. The table of these is what a kind of problem states;
/// reading, printing and checking follow from it.
template <typename Problem>
struct integer_field {
    const char *key;
    int Problem::*member;
    int smallest;
    int largest = 1 << 24; ///< so that the product of two of them fits 64 bits with room to spare
};

template <typename Problem, typename Table>
void read_fields(problem_words &words, const Table &table, Problem &problem) {
    for (const integer_field<Problem> &field : table) {
        problem.*field.member = words.take_integer(field.key, problem.*field.member);
    }
}

/// " key=value" for each field.
template <typename Problem, typename Table>
std::string print_fields(const Table &table, const Problem &problem) {
    std::string text;
    for (const integer_field<Problem> &field : table) {
        text += std::string(" ") + field.key + "=" + std::to_string(problem.*field.member);
    }
    return text;
}

/// Throws user_error for the first field that is out of range. `subject` names the problem.
template <typename Problem, typename Table>
void check_fields(const std::string &subject, const Table &table, const Problem &problem,
                  source_place where) {
    for (const integer_field<Problem> &field : table) {
        const int value = problem.*field.member;
        if (value < field.smallest || value > field.largest) {
            throw user_error(subject, field.key,
                             "is " + std::to_string(value) + ", must be from " +
                                 std::to_string(field.smallest) + " to " +
                                 std::to_string(field.largest),
                             where);
        }
    }
}

template <typename Table>
std::vector<std::string> keys_of(const Table &table) {
    std::vector<std::string> keys;
    for (const auto &field : table) {
        keys.emplace_back(field.key);
    }
    return keys;
}

} // namespace tiramisu::nn
