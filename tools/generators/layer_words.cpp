#include "layer_words.h"

#include <algorithm>

#include "tiramisu/error.h"

namespace tiramisu::nn {

layer_words::layer_words(const std::string &layer, const std::vector<std::string> &further_keys,
                         const std::vector<std::string> &words)
    : layer_(layer) {
    std::vector<std::string> own_keys = {"solver", "configuration", "perf_db"};
    own_keys.insert(own_keys.end(), further_keys.begin(), further_keys.end());
    for (const std::string &word : words) {
        const std::size_t equals = word.find('=');
        const std::string key = word.substr(0, equals);
        if (std::find(own_keys.begin(), own_keys.end(), key) == own_keys.end()) {
            problem_ += " " + word;
            continue;
        }
        if (equals == std::string::npos || equals + 1 == word.size()) {
            throw user_error("generator " + layer_, word, "has no value; write " + key + "=value");
        }
        if (!own_.emplace(key, word.substr(equals + 1)).second) {
            throw user_error("generator " + layer_, word, "is the second value for " + key);
        }
    }
}

layer_options layer_words::options(const perf_db &results) const {
    layer_options asked;
    asked.results = &results;
    asked.solver = value("solver", "auto");
    asked.configuration = value("configuration");
    return asked;
}

perf_db layer_words::results() const {
    const std::string file = value("perf_db");
    return file.empty()        ? perf_db("")
           : file == "shipped" ? perf_db("", perf_db::shipped_file())
                               : perf_db::read_only(file, perf_db::shipped_file());
}

std::string layer_words::value(const std::string &key, const std::string &otherwise) const {
    const auto found = own_.find(key);
    return found == own_.end() ? otherwise : found->second;
}

void layer_words::refuse(const std::string &key, const std::string &reason) const {
    throw user_error("generator " + layer_, key + "=" + value(key), reason);
}

} // namespace tiramisu::nn
