#include "sparse_layer.h"

#include "nn/framework/problem/numbers.h"
#include "nn/framework/problem/split.h"

namespace tiramisu::nn {

namespace {

constexpr const char *key = "density", *otherwise = "0.15";

double read_density(const layer_words &words, const std::string &text) {
    double value = 0;
    if (!read_number(text, value)) {
        words.refuse(key, "must be a number from 0 to 1");
    }
    return value;
}

} // namespace

double asked_density(const layer_words &words) {
    return read_density(words, words.value(key, otherwise));
}

std::vector<double> asked_densities(const layer_words &words, std::size_t count) {
    std::vector<double> values;
    for (const std::string &text : split(words.value(key, otherwise), ',')) {
        values.push_back(read_density(words, text));
    }
    return values.size() == 1 ? std::vector<double>(count, values.front()) : values;
}

std::optional<sparse::csr_matrix> read_pattern(const layer_words &words, const std::string &file) {
    if (file.empty()) {
        return std::nullopt;
    }
    try {
        return sparse::read_pruned_weights(file, {}).matrix;
    } catch (const error &unread) {
        words.refuse("pattern", unread.what());
    }
}

std::vector<std::optional<sparse::csr_matrix>> asked_patterns(const layer_words &words) {
    std::vector<std::optional<sparse::csr_matrix>> patterns;
    if (words.has("pattern")) {
        for (const std::string &file : split(words.value("pattern"), ',')) {
            patterns.push_back(read_pattern(words, file));
        }
    }
    return patterns;
}

layer_options asked_sparse_options(const layer_words &words, const perf_db &results) {
    layer_options asked = words.options(results);
    const std::string validate = words.value("validate", "off");
    if (validate != "on" && validate != "off") {
        words.refuse("validate", "must be on or off");
    }
    asked.compiled.validate = validate == "on";
    return asked;
}

} // namespace tiramisu::nn
