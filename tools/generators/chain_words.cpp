#include "chain_words.h"

#include <algorithm>
#include <iterator>

#include "nn/framework/files/header_text.h"

namespace tiramisu::nn {

namespace {

bool is_of_kind(const std::string &word, const std::string &kind) {
    return word.compare(0, kind.size() + 1, kind + " ") == 0;
}

bool is_problem(const std::string &word) {
    return is_of_kind(word, "conv2d") || is_of_kind(word, "resize");
}

std::vector<std::string> others(const std::vector<std::string> &words) {
    std::vector<std::string> found;
    std::copy_if(words.begin(), words.end(), std::back_inserter(found),
                 [](const std::string &word) { return !is_problem(word); });
    return found;
}

} // namespace

chain_words::chain_words(const std::string &layer, const std::vector<std::string> &further_keys,
                         const std::vector<std::string> &words)
    : own_(layer, further_keys, others(words)) {
    const std::string subject = "generator " + layer;
    if (own_.problem() != layer) {
        throw user_error(subject, own_.problem(""),
                         "is no step of a chain; a step is one word, as \"conv2d ic=64 oc=64 ih=56 "
                         "iw=56 kh=3 kw=3 ph=1 pw=1\"");
    }
    if (own_.has("solver") || own_.has("configuration")) {
        throw user_error(subject, "solver",
                         "is asked for, but steps have solvers of their own; perf_db= says which "
                         "were measured to be the fastest");
    }
    for (const std::string &word : words) {
        if (is_of_kind(word, "conv2d")) {
            problem_.steps.push_back(conv2d_problem::parse(word, {}));
            require_some(problem_.steps.back().text(), "mb", problem_.steps.back().mb, {});
        } else if (is_of_kind(word, "resize")) {
            if (problem_.resizing || !problem_.steps.empty()) {
                throw user_error(subject, word,
                                 "is not the first of the chain, where it has to be");
            }
            problem_.resizing = resize_problem::parse(word, {});
        }
    }
    if (own_.has("shortcut")) {
        problem_.shortcut = conv2d_problem::parse(own_.value("shortcut"), {});
    }
}

} // namespace tiramisu::nn
