#include "graph/kept_object.h"

#include <filesystem>

#include "codegen/output/header.h"
#include "graph/compile/report_bytes.h"
#include "graph/compile/weight_file.h"
#include "graph/network_cache.h"
#include "support/environment_variable.h"
#include "support/input_file.h"
#include "support/output_files.h"

namespace tiramisu::graph {

namespace {

namespace fs = std::filesystem;

/// As the environment has it.
std::string placed(const std::string &path) {
    return (fs::path(support::environment_variable("TIRAMISU_OUTPUT_DIR")) / path).string();
}

/// Whether there is no header yet, or one that was generated.
bool is_ours(const std::string &header) {
    std::error_code failed;
    return !fs::exists(header, failed) ||
           support::text_of_file(header).rfind(lower::generated_mark, 0) == 0;
}

} // namespace

network_files network_files::of(const std::string &model, const std::string &object,
                                const std::string &name, const std::string &weights,
                                source_place where) {
    network_files made = {nn::object_place::of(model, object, name, where), ""};
    if (weights.empty()) {
        return made;
    }
    made.weights = placed(weights);
    const auto refuse = [&](const std::string &reason) {
        throw user_error("network \"" + model + "\"", "write_object",
                         "the file of weights \"" + weights + "\" " + reason, where);
    };
    if (!fs::path(weights).has_filename()) {
        refuse("names no file; write, for example, \"" + weights + name + ".weights\"");
    }
    for (const std::string &other : {placed(object), made.object.header()}) {
        if (fs::path(made.weights).lexically_normal() == fs::path(other).lexically_normal()) {
            refuse("is also what the object or its header is called; give it another name");
        }
    }
    if (!may_become_weights(made.weights)) {
        throw io_error(made.weights, "write",
                       "it holds something else than weights of a network, and is not replaced");
    }
    return made;
}

std::optional<nn::network_report> write_kept_object(const std::string &key,
                                                    const network_files &to) {
    const std::optional<std::string> kept = compiled_networks().find(key);
    if (!kept || !is_ours(to.object.header())) {
        return std::nullopt;
    }
    support::byte_reader from(*kept);
    const nn::network_report report = read_report(from);
    support::output_files files;
    files.write(to.object.header(), from.view());
    if (to.has_weights()) {
        files.write(to.weights, from.view());
    }
    files.write(placed(to.object.object), from.rest());
    files.commit();
    return report;
}

void keep_object(const std::string &key, const network_files &from, const network_program &made) {
    try {
        support::byte_writer to;
        write_report(to, made.report);
        to.text(support::text_of_file(from.object.header()));
        const support::text_parts weights =
            from.has_weights() ? weight_file_bytes(made) : support::text_parts();
        if (from.has_weights()) {
            to.number(weights.size());
        }
        support::text_parts all(to.bytes());
        for (const std::string_view part : weights.parts()) {
            all.refer(part);
        }
        compiled_networks().store(key, all, placed(from.object.object));
    } catch (const io_error &) {
        return; // somebody has taken the files away already
    }
}

} // namespace tiramisu::graph
