#include "layer_generator.h"

#include <cstdint>
#include <exception>
#include <iostream>

#include "layer_files.h"
#include "nn/program/fnv_hash.h"

namespace tiramisu::nn {

int run_generator(const std::string &layer, const std::string &usage,
                  const std::vector<std::string> &words,
                  const std::function<void(const std::vector<std::string> &)> &generate) {
    if (words.empty() || words.front() == "--help") {
        std::cout << usage;
        return words.empty() ? 2 : 0;
    }
    try {
        generate(words);
    } catch (const std::exception &failed) {
        std::cerr << "tiramisu_" << layer << ": " << failed.what() << "\n\n" << usage;
        return 1;
    }
    return 0;
}

void print_warnings(const perf_db &results) {
    for (const std::string &warning : results.warnings()) {
        std::cerr << "warning: " << warning << '\n';
    }
}

std::string configured(const configuration &values) {
    return values.empty() ? "" : " configuration=" + to_text(values);
}

void write_packed_layer(const packed_program &made, const program &packing, const std::string &name,
                        const options &how) {
    // Callers know how many floats there are, which is all that the header tells.
    buffer weights = made.run.arguments.at(1), packed = packing.arguments.back();
    weights.any_shape();
    packed.any_shape();
    write_function(packing, name + "_pack_weights", how);
    write_function(made.run, name, how);
}

std::string layer_comment(const std::string &problem, const std::string &solver,
                          const configuration &values, const std::string &details) {
    return "/* " + problem + "\n * solver=" + solver + configured(values) + "\n * " + details +
           " */\n";
}

std::string packed_declarations(const std::string &name, std::int64_t weights_count,
                                const std::string &made_for) {
    return "#include \"" + name + "_pack_weights.h\"\n/* in floats */\nenum { " + name +
           "_packed_weights_size = " + std::to_string(weights_count) + " };\n" +
           tag_declaration(name, made_for);
}

std::string tag_declaration(const std::string &name, const std::string &made_for) {
    fnv_hash tag;
    for (const char one : made_for) {
        tag.add(static_cast<std::uint8_t>(one));
    }
    return "/* Of how packed weights lie: kept with them, it tells whether this function reads "
           "them. "
           "*/\n#define " +
           name + "_packed_weights_tag 0x" + tag.text() + "ULL\n";
}

} // namespace tiramisu::nn
