#pragma once

#include <string>

namespace tiramisu::nn {

/// "sparse_", before the problem's text, makes that of a layer with sparse weights.
constexpr const char *sparse_prefix = "sparse_";

/// The same without.
inline std::string dense_text(const std::string &text) {
    return text.substr(std::string(sparse_prefix).size());
}

} // namespace tiramisu::nn
