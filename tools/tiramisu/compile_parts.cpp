#include "tiramisu/compile_parts.h"

#include <algorithm>
#include <filesystem>

#include "nn/framework/files/object_files.h"
#include "support/output_files.h"
#include "tiramisu/generator_run.h"
#include "tiramisu/graph/graph.h"

namespace tiramisu::tool {

namespace {

namespace fs = std::filesystem;

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
        const std::string number = std::to_string(i + 1);
        const nn::object_place place = nn::object_place{to.object, to.name}.further(number);
        if (one.is_supported) {
            const std::string weights =
                to.weights.empty() ? "" : nn::object_place{to.weights, ""}.further(number).object;
            text += place.object + ": " + ends_of(one.network).substr(2) +
                    compile(one.network, {place.name, place.object, weights}, of_parts, tuning,
                            progress);
        } else {
            const std::string file = fs::path(place.object).replace_extension(".onnx").string();
            graph::write_onnx(one.network, support::output_path(file));
            text += left_text(one, file);
        }
    }
    return text;
}

} // namespace tiramisu::tool
