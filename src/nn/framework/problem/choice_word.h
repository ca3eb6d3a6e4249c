#pragma once

#include <string>
#include <utility>

#include "nn/framework/problem/words.h"

namespace tiramisu::nn {

/// Names of the alternatives of a word, in the order in which errors name them.
template <typename Value>
using alternative_names = std::vector<std::pair<Value, std::string>>;

template <typename Value>
std::string name_of(const alternative_names<Value> &names, Value wanted) {
    for (const auto &[value, name] : names) {
        if (value == wanted) {
            return name;
        }
    }
    return {};
}

/// Takes the word key=NAME, where it is there. Throws user_error for another name.
template <typename Value>
std::optional<Value> take_alternative(problem_words &words, const std::string &key,
                                      const alternative_names<Value> &names) {
    const auto given = words.take(key);
    if (!given) {
        return std::nullopt;
    }
    std::string known;
    for (const auto &[value, name] : names) {
        if (name == *given) {
            return value;
        }
        known += (known.empty() ? "" : ", ") + name;
    }
    words.refuse(key, "is \"" + *given + "\", may be " + known);
}

} // namespace tiramisu::nn
