#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tiramisu/error.h"

namespace tiramisu::nn {

/// The text of a problem taken apart: a kind, then words key=value.
class problem_words {
public:
    /// Throws user_error if the text is not of that form, is of another kind, or has a key twice.
    problem_words(const std::string &kind, const std::string &text, source_place where);

    /// The value of a word, which is then done with.
    std::optional<std::string> take(const std::string &key);
    /// The same as a whole number; `otherwise` where there is no such word.
    int take_integer(const std::string &key, int otherwise);
    /// The same as a float that is finite.
    float take_number(const std::string &key, float otherwise);
    /// Whether a word that says 0 or 1 says 1; without the word it does not.
    bool take_flag(const std::string &key);
    /// Throws user_error if a word is left, which `known` does not have.
    void require_all_taken(const std::vector<std::string> &known) const;

    [[noreturn]] void refuse(const std::string &key, const std::string &problem) const;

private:
    std::string subject_;
    source_place where_;
    std::map<std::string, std::string> values_;
};

} // namespace tiramisu::nn
