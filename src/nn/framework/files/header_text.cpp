#include "nn/framework/files/header_text.h"

#include <filesystem>

#include "support/fnv_hash.h"
#include "tiramisu/error.h"

namespace tiramisu::nn {

std::string configured(const configuration &values) {
    return values.empty() ? "" : " configuration=" + to_text(values);
}

std::string layer_comment(const std::string &problem, const std::string &solver,
                          const configuration &values, const std::string &details) {
    return "/* " + problem + "\n * solver=" + solver + configured(values) + "\n * " + details +
           " */\n";
}

std::string include_of(const object_place &to, const std::string &suffix) {
    const std::filesystem::path header = to.further(suffix).header();
    return "#include \"" + header.filename().string() + "\"\n";
}

std::string tag_declaration(const std::string &name, const std::string &made_for) {
    return "/* Of how packed weights lie: kept with them, it tells whether this function reads "
           "them. "
           "*/\n#define " +
           name + "_packed_weights_tag 0x" + support::fnv_hash_of(made_for).text() + "ULL\n";
}

void require_some(const std::string &problem, const std::string &key, int size,
                  source_place where) {
    if (size == 0) {
        throw user_error("problem \"" + problem + "\"", key,
                         "is 0, must be at least 1: there is nothing to generate", where);
    }
}

} // namespace tiramisu::nn
