#pragma once

#include <map>
#include <string>
#include <vector>

#include "tiramisu/error.h"

namespace tiramisu::nn {

/// The text of a layer taken apart: words that say its options, which have these keys, and the
/// text of its problem, which all others are.
class option_words {
public:
    /// Throws user_error if an option is given twice or without a value.
    option_words(const std::string &text, const std::vector<std::string> &keys, source_place where);

    const std::string &problem() const { return problem_; }
    std::string value(const std::string &key, const std::string &otherwise) const;
    /// Whether a word that says 0 or 1 says 1; without the word it does not. Throws user_error.
    bool flag(const std::string &key) const;
    /// Throws user_error if it is none.
    double number(const std::string &key, double otherwise) const;
    /// The same of numbers with commas between them.
    std::vector<double> numbers(const std::string &key, const std::vector<double> &otherwise) const;
    source_place where() const { return where_; }

private:
    std::string text_, problem_;
    source_place where_;
    std::map<std::string, std::string> values_;

    double read(const std::string &key, const std::string &text) const;
    [[noreturn]] void refuse(const std::string &key, const std::string &reason) const;
};

} // namespace tiramisu::nn
