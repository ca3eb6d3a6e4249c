#include "autoscheduler/space/program_class.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <map>

#include "core/program/state.h"
#include "support/fnv_hash.h"

namespace tiramisu::tune {

namespace {

std::vector<std::string> names_in(const core::function_state &state) {
    std::vector<std::string> names;
    for (const auto &definition : state.computations) {
        if (definition->is_marker) {
            continue;
        }
        names.push_back(definition->id);
        names.push_back(definition->name);
        if (definition->is_input()) {
            names.emplace_back(); // its iterators are read by nothing, and stand in no text
        } else {
            for (const core::iterator &one : definition->iterators) {
                names.push_back(one.name);
            }
        }
        names.push_back(definition->storage == nullptr ? "" : definition->storage->name);
    }
    return names;
}

bool is_of_word(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

bool is_digit(char letter) {
    return std::isdigit(static_cast<unsigned char>(letter)) != 0;
}

/// The text with places for names, and one sign for every number, which goes to `sizes`.
std::string without_sizes(const std::string &text, const std::map<std::string, std::size_t> &places,
                          std::vector<double> &sizes) {
    std::string made;
    for (std::size_t at = 0; at < text.size();) {
        if (!is_of_word(text[at])) {
            made += text[at++];
            continue;
        }
        const bool is_number = is_digit(text[at]);
        const std::size_t begin = at;
        while (at < text.size() && (is_of_word(text[at]) || (is_number && text[at] == '.'))) {
            ++at;
        }
        const std::string word = text.substr(begin, at - begin);
        const auto named = places.find(word);
        if (is_number) {
            made += '#';
            sizes.push_back(std::atof(word.c_str()));
        } else {
            made += named == places.end() ? word : "$" + std::to_string(named->second);
        }
    }
    return made;
}

} // namespace

program_class class_of(const function &what) {
    program_class made;
    made.names = names_in(*what.state());
    std::map<std::string, std::size_t> places;
    std::string equal_names;
    for (std::size_t i = 0; i < made.names.size(); ++i) {
        const std::size_t first = places.emplace(made.names[i], i).first->second;
        equal_names += std::to_string(first) + " ";
    }
    made.key = key_of(equal_names + without_sizes(what.algorithm_text(), places, made.sizes));
    return made;
}

double distance(const program_class &left, const program_class &right) {
    double sum = 0;
    for (std::size_t i = 0; i < std::min(left.sizes.size(), right.sizes.size()); ++i) {
        sum += std::abs(std::log((1 + left.sizes[i]) / (1 + right.sizes[i])));
    }
    return sum;
}

std::string key_of(const std::string &text) {
    const std::string digits = support::fnv_hash_of(text).text();
    return {digits.rbegin(), digits.rend()}; // as the logs have it that were written so far
}

} // namespace tiramisu::tune
