#include "tiramisu/compile_parts.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "tiramisu/generator_run.h"
#include "tiramisu/graph/graph.h"

namespace tiramisu::tool {

namespace {

namespace fs = std::filesystem;

/// "net.o" with "_2" behind its stem; an empty path stays empty.
std::string numbered(const std::string &path, const std::string &number) {
    const fs::path file = path;
    return path.empty()
               ? ""
               : fs::path(path)
                     .replace_filename(file.stem().string() + number + file.extension().string())
                     .string();
}

std::string names_of(const std::vector<graph::value_declaration> &values) {
    std::string text;
    for (const graph::value_declaration &one : values) {
        text += (text.empty() ? "" : ", ") + one.text();
    }
    return text;
}

std::string ends_of(const graph::model &part) {
    return "  reads " + names_of(part.inputs) + "\n  makes " + names_of(part.outputs) + "\n";
}

/// As object files have it.
std::string placed(const std::string &path) {
    const char *const folder = std::getenv("TIRAMISU_OUTPUT_DIR");
    return (fs::path(folder == nullptr ? "" : folder) / path).string();
}

std::string left_text(const graph::network_part &part, const std::string &file) {
    std::string text = file + ": " + std::to_string(part.network.nodes.size()) +
                       " nodes are left to another runtime\n" + ends_of(part.network);
    for (const std::string &one : part.why_not) {
        text += "  " + one + "\n";
    }
    return text;
}

} // namespace

std::string compile_parts(const graph::model &model, const compiled_files &to,
                          const nn::network_options &opts, const tune_network_request &tuning,
                          std::ostream &progress) {
    const std::vector<graph::network_part> parts =
        graph::partition(model.with_values(opts.input_values, {}).bound(opts.input_shapes, {}), {});
    if (std::none_of(parts.begin(), parts.end(),
                     [](const graph::network_part &one) { return one.is_supported; })) {
        throw failure("no part of the network is supported:\n" +
                      left_text(parts.front(), model.name));
    }
    if (parts.size() == 1) {
        return compile(model, to, opts, tuning, progress);
    }
    nn::network_options of_parts = opts; // whose sizes are known
    of_parts.input_shapes.clear();
    of_parts.input_values.clear();
    std::string text;
    for (std::size_t i = 0; i < parts.size(); i++) {
        const graph::network_part &one = parts[i];
        const std::string number = "_" + std::to_string(i + 1);
        const std::string object = numbered(to.object, number);
        if (one.is_supported) {
            text += object + ": " + ends_of(one.network).substr(2);
            text += compile(one.network, {to.name + number, object, numbered(to.weights, number)},
                            of_parts, tuning, progress);
        } else {
            const std::string file = fs::path(object).replace_extension(".onnx").string();
            graph::write_onnx(one.network, placed(file));
            text += left_text(one, file);
        }
    }
    return text;
}

} // namespace tiramisu::tool
