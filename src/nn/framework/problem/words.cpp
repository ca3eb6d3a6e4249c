#include "nn/framework/problem/words.h"

#include <sstream>

#include "nn/framework/problem/numbers.h"
#include "support/joined_names.h"
#include "support/nearest_name.h"

namespace tiramisu::nn {

problem_words::problem_words(const std::string &kind, const std::string &text, source_place where)
    : subject_("problem \"" + text + "\""), where_(where) {
    std::istringstream words(text);
    std::string word;
    if (!(words >> word) || word != kind) {
        throw user_error(subject_, "", "does not begin with its kind, \"" + kind + "\"", where_);
    }
    while (words >> word) {
        const std::size_t sign = word.find('=');
        if (sign == std::string::npos || sign == 0 || sign + 1 == word.size()) {
            throw user_error(subject_, "", "\"" + word + "\" is not of the form key=value", where_);
        }
        const std::string key = word.substr(0, sign);
        if (!values_.emplace(key, word.substr(sign + 1)).second) {
            refuse(key, "is given twice");
        }
    }
}

std::optional<std::string> problem_words::take(const std::string &key) {
    const auto found = values_.find(key);
    if (found == values_.end()) {
        return std::nullopt;
    }
    std::string value = found->second;
    values_.erase(found);
    return value;
}

int problem_words::take_integer(const std::string &key, int otherwise) {
    const std::optional<std::string> value = take(key);
    if (!value) {
        return otherwise;
    }
    int number = 0;
    if (!read_number(*value, number)) {
        refuse(key, "is \"" + *value + "\", must be a whole number that fits 32 bits");
    }
    return number;
}

float problem_words::take_number(const std::string &key, float otherwise) {
    const std::optional<std::string> value = take(key);
    float number = otherwise;
    if (value && !read_finite(*value, number)) {
        refuse(key, "is \"" + *value + "\", must be a finite number");
    }
    return number;
}

bool problem_words::take_flag(const std::string &key) {
    const int flag = take_integer(key, 0);
    if (flag != 0 && flag != 1) {
        refuse(key, "is " + std::to_string(flag) + ", must be 0 or 1");
    }
    return flag == 1;
}

void problem_words::require_all_taken(const std::vector<std::string> &known) const {
    if (values_.empty()) {
        return;
    }
    refuse(values_.begin()->first, "is no word of such a problem; there are " +
                                       support::joined(known) +
                                       support::perhaps_meant(values_.begin()->first, known));
}

void problem_words::refuse(const std::string &key, const std::string &problem) const {
    throw user_error(subject_, key, problem, where_);
}

} // namespace tiramisu::nn
