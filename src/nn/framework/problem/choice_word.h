#pragma once

#include <string>
#include <utility>

#include "nn/framework/problem/words.h"

namespace tiramisu::nn {

/// Names of the alternatives of a word, in the order in which errors name them.
template <typename Value>
using alternative_names = std::vector<std::pair<Value, std::string>>;

/// Of a value that is none of them, its number.
template <typename Value>
std::string name_of(const alternative_names<Value> &names, Value wanted) {
    for (const auto &[value, name] : names) {
        if (value == wanted) {
            return name;
        }
    }
    return std::to_string(static_cast<int>(wanted));
}

/// "nchw, nhwc"
template <typename Names>
std::string list_of(const Names &names) {
    std::string list;
    for (const auto &[value, name] : names) {
        list += std::string(list.empty() ? "" : ", ") + name;
    }
    return list;
}

/// Throws user_error if the value is none of them, as one that a program made of a number, or that
/// only other problems take.
template <typename Names, typename Value>
void check_alternative(const std::string &subject, const std::string &key, const Names &names,
                       Value given, source_place where) {
    for (const auto &[value, name] : names) {
        if (value == given) {
            return;
        }
    }
    throw user_error(subject, key,
                     "is value " + std::to_string(static_cast<int>(given)) +
                         " of its enum, may be " + list_of(names),
                     where);
}

/// Takes the word key=NAME, where it is there. Throws user_error for another name.
template <typename Value>
std::optional<Value> take_alternative(problem_words &words, const std::string &key,
                                      const alternative_names<Value> &names) {
    const auto given = words.take(key);
    if (!given) {
        return std::nullopt;
    }
    for (const auto &[value, name] : names) {
        if (name == *given) {
            return value;
        }
    }
    words.refuse(key, "is \"" + *given + "\", may be " + list_of(names));
}

} // namespace tiramisu::nn
