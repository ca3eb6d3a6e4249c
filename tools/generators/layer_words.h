#pragma once

#include <map>
#include <string>
#include <vector>

#include "tiramisu/nn/layer_options.h"

namespace tiramisu::nn {

/// The command line of a layer's generator: words of its own, which are solver=, configuration=,
/// perf_db= and `further_keys`; the rest are the words of a problem's text.
class layer_words {
public:
    /// Throws user_error where an own word has no value or stands twice.
    layer_words(const std::string &layer, const std::vector<std::string> &further_keys,
                const std::vector<std::string> &words);

    std::string problem() const { return problem(layer_); } ///< "conv2d ic=64 ..."
    std::string problem(const std::string &kind) const { return kind + problem_; }
    /// What the solver is asked for; "auto" knows these results.
    layer_options options(const perf_db &results) const;
    /// Of the word perf_db=: a file that lies over the shipped one, "shipped" for that alone; of
    /// nothing without the word.
    perf_db results() const;

    bool has(const std::string &key) const { return own_.count(key) != 0; }
    /// Of an own word, or `otherwise`.
    std::string value(const std::string &key, const std::string &otherwise = "") const;

    [[noreturn]] void refuse(const std::string &key, const std::string &reason) const;

private:
    std::string layer_, problem_;
    std::map<std::string, std::string> own_;
};

} // namespace tiramisu::nn
