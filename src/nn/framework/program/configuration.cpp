#include "nn/framework/program/configuration.h"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace tiramisu::nn {

namespace {

std::string listed(const std::vector<int> &values) {
    std::string text;
    for (const int value : values) {
        text += (text.empty() ? "" : ", ") + std::to_string(value);
    }
    return text;
}

} // namespace

std::string to_text(const configuration &values) {
    std::string text;
    for (const auto &[name, value] : values) {
        text += (text.empty() ? "" : ",") + name + "=" + std::to_string(value);
    }
    return text;
}

std::optional<configuration> parse_configuration(const std::string &text) {
    configuration values;
    std::istringstream words(text);
    std::string word;
    while (std::getline(words, word, ',')) {
        const std::size_t sign = word.find('=');
        if (sign == std::string::npos || sign == 0) {
            return std::nullopt;
        }
        int number = 0;
        const char *end = word.data() + word.size();
        const auto [stop, error] = std::from_chars(word.data() + sign + 1, end, number);
        if (error != std::errc() || stop != end ||
            !values.emplace(word.substr(0, sign), number).second) {
            return std::nullopt;
        }
    }
    return values;
}

std::string why_not_valid(const configuration &values, const std::vector<tunable> &tunables) {
    for (const tunable &one : tunables) {
        const auto found = values.find(one.name);
        if (found == values.end()) {
            return one.name + " is missing";
        }
        if (std::find(one.values.begin(), one.values.end(), found->second) == one.values.end()) {
            return one.name + " is " + std::to_string(found->second) + ", may be " +
                   listed(one.values);
        }
    }
    for (const auto &given : values) {
        const auto is_named = [&](const tunable &one) { return one.name == given.first; };
        if (std::none_of(tunables.begin(), tunables.end(), is_named)) {
            return "there is no parameter " + given.first;
        }
    }
    return {};
}

} // namespace tiramisu::nn
