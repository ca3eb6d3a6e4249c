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

/// Buffers may be called as computations are.
std::string as_buffer(const std::string &name) {
    return "buffer " + name;
}

struct names_of_program {
    std::vector<std::string> all;
    /// What the text knows: of the others, how commands name a computation, no two are equal.
    std::vector<std::string> told;

    void add(const std::string &name) {
        all.push_back(name);
        told.push_back(name);
    }
};

names_of_program names_in(const core::function_state &state) {
    names_of_program names;
    for (const auto &definition : state.computations) {
        if (definition->is_marker) {
            continue;
        }
        names.all.push_back(definition->id);
        names.add(definition->name);
        if (definition->is_input()) {
            names.add(""); // its iterators are read by nothing, and stand in no text
        } else {
            for (const core::iterator &one : definition->iterators) {
                names.add(one.name);
            }
        }
        names.add(definition->storage == nullptr ? "" : as_buffer(definition->storage->name));
    }
    return names;
}

bool is_of_word(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

bool is_digit(char letter) {
    return std::isdigit(static_cast<unsigned char>(letter)) != 0;
}

/// Whether the word that begins there is said to be the memory of values: "    in b[i, j]".
bool names_memory(const std::string &text, std::size_t begin, std::size_t end) {
    const std::string before = "\n    in ";
    return begin >= before.size() &&
           text.compare(begin - before.size(), before.size(), before) == 0 && end < text.size() &&
           text[end] == '[';
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
        if (is_number) {
            made += '#';
            sizes.push_back(std::atof(word.c_str()));
            continue;
        }
        const auto named = places.find(names_memory(text, begin, at) ? as_buffer(word) : word);
        made += named == places.end() ? word : "$" + std::to_string(named->second);
    }
    return made;
}

} // namespace

program_class class_of(const function &what) {
    const names_of_program names = names_in(*what.state());
    std::map<std::string, std::size_t> places;
    std::string equal_names;
    for (std::size_t i = 0; i < names.told.size(); ++i) {
        const std::size_t first = places.emplace(names.told[i], i).first->second;
        equal_names += std::to_string(first) + " ";
    }
    program_class made;
    made.names = names.all;
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
