#include "graph/compile/weight_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "runtime/weight_file.h"
#include "support/byte_text.h"

namespace tiramisu::graph {

namespace {

constexpr std::string_view mark = TIRAMISU_WEIGHT_FILE_MARK;

std::string header_bytes(const tiramisu_weight_file_header &header) {
    return {reinterpret_cast<const char *>(&header), sizeof header};
}

} // namespace

std::uint64_t weight_fingerprint(const network_program &of) {
    return tiramisu_weight_fingerprint(of.weights->data(), of.weights->size(), of.indices->data(),
                                       of.indices->size());
}

support::text_parts weight_file_bytes(const network_program &of) {
    tiramisu_weight_file_header header = {};
    std::copy_n(mark.data(), sizeof header.mark, header.mark);
    header.version = TIRAMISU_WEIGHT_FILE_VERSION;
    header.byte_order = TIRAMISU_WEIGHT_FILE_ORDER;
    header.fingerprint = weight_fingerprint(of);
    header.floats = of.weights->size();
    header.integers = of.indices->size();
    support::text_parts all;
    all.add(header_bytes(header));
    all.refer(support::bytes_of(*of.weights));
    all.add(std::string(tiramisu_bytes_before_integers(header.floats) - all.size(), '\0'));
    all.refer(support::bytes_of(*of.indices));
    return all;
}

bool may_become_weights(const std::string &path) {
    std::error_code failed;
    if (!std::filesystem::exists(path, failed)) {
        return true;
    }
    std::string begin(mark.size(), ' ');
    std::ifstream(path, std::ios::binary)
        .read(begin.data(), static_cast<std::streamsize>(mark.size()));
    return begin == mark;
}

} // namespace tiramisu::graph
