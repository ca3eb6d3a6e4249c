#include "conv2d_parameters.h"

#include <map>

namespace tiramisu::nn {

namespace {

/// Words of the generator's own. Those of the problem are left to the problem.
const char *const own_keys[] = {"solver", "configuration", "layout", "src", "dst", "perf_db"};

using values = std::map<std::string, std::string>;

bool is_own(const std::string &key) {
    for (const char *const own : own_keys) {
        if (key == own) {
            return true;
        }
    }
    return false;
}

/// Takes the generator's own words; the others are added to `problem`.
values own_words(const std::vector<std::string> &words, std::string &problem) {
    values own;
    for (const std::string &word : words) {
        const std::size_t equals = word.find('=');
        const std::string key = word.substr(0, equals);
        if (!is_own(key)) {
            problem += " " + word;
            continue;
        }
        if (equals == std::string::npos || equals + 1 == word.size()) {
            throw user_error("generator conv2d", word, "has no value; write " + key + "=value");
        }
        if (!own.emplace(key, word.substr(equals + 1)).second) {
            throw user_error("generator conv2d", word, "is the second value for " + key);
        }
    }
    return own;
}

layout layout_of(const values &own, const std::string &key) {
    const bool has_both = own.count("layout") != 0;
    if (has_both && own.count(key) != 0) {
        throw user_error("generator conv2d", key + "=" + own.at(key),
                         "stands beside layout=" + own.at("layout") +
                             ", which is that of src and dst; give either");
    }
    const auto found = own.find(has_both ? "layout" : key);
    return found == own.end() ? layout::nchw : parse_layout(found->second, {});
}

std::string text_of(const values &own, const std::string &key, const std::string &otherwise) {
    const auto found = own.find(key);
    return found == own.end() ? otherwise : found->second;
}

} // namespace

conv2d_parameters read_conv2d_parameters(const std::vector<std::string> &words) {
    std::string problem = "conv2d";
    const values own = own_words(words, problem);
    conv2d_parameters read;
    read.how.layouts = {layout_of(own, "src"), layout_of(own, "dst")};
    read.how.solver = text_of(own, "solver", "auto");
    read.how.configuration = text_of(own, "configuration", "");
    read.results = text_of(own, "perf_db", "");
    read.problem = conv2d_problem::parse(problem, {});
    if (read.problem.mb == 0) {
        throw user_error("problem \"" + read.problem.text() + "\"", "mb",
                         "is 0, must be at least 1: there is nothing to generate");
    }
    return read;
}

} // namespace tiramisu::nn
