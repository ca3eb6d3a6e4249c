#include "nn/kinds/option_words.h"

#include <algorithm>
#include <sstream>

#include "nn/framework/problem/numbers.h"
#include "nn/framework/problem/split.h"

namespace tiramisu::nn {

option_words::option_words(const std::string &text, const std::vector<std::string> &keys,
                           source_place where)
    : text_(text), where_(where) {
    std::istringstream words(text);
    std::string word;
    while (words >> word) {
        const std::size_t sign = word.find('=');
        const std::string key = word.substr(0, sign);
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
            problem_ += (problem_.empty() ? "" : " ") + word;
            continue;
        }
        if (sign == std::string::npos || sign + 1 == word.size()) {
            refuse(key, "has no value; write " + key + "=value");
        }
        if (!values_.emplace(key, word.substr(sign + 1)).second) {
            refuse(key, "is given twice");
        }
    }
}

std::string option_words::value(const std::string &key, const std::string &otherwise) const {
    const auto found = values_.find(key);
    return found == values_.end() ? otherwise : found->second;
}

bool option_words::flag(const std::string &key) const {
    const std::string given = value(key, "0");
    if (given != "0" && given != "1") {
        refuse(key, "is \"" + given + "\", must be 0 or 1");
    }
    return given == "1";
}

double option_words::number(const std::string &key, double otherwise) const {
    const auto found = values_.find(key);
    return found == values_.end() ? otherwise : read(key, found->second);
}

std::vector<double> option_words::numbers(const std::string &key,
                                          const std::vector<double> &otherwise) const {
    const auto found = values_.find(key);
    if (found == values_.end()) {
        return otherwise;
    }
    std::vector<double> all;
    for (const std::string &one : split(found->second, ',')) {
        all.push_back(read(key, one));
    }
    return all;
}

double option_words::read(const std::string &key, const std::string &text) const {
    double number = 0;
    if (!read_number(text, number)) {
        refuse(key, "is \"" + text + "\", must be a number");
    }
    return number;
}

void option_words::refuse(const std::string &key, const std::string &reason) const {
    throw user_error("layer \"" + text_ + "\"", key, reason, where_);
}

} // namespace tiramisu::nn
