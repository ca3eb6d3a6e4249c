#include "graph/kept_object.h"

#include <filesystem>

#include "codegen/output/header.h"
#include "graph/compile/report_bytes.h"
#include "graph/compile/weight_file.h"
#include "graph/network_cache.h"
#include "support/input_file.h"
#include "support/output_files.h"

namespace tiramisu::graph {

namespace {

namespace fs = std::filesystem;

/// Whether there is no header yet, or one that was generated.
bool is_ours(const std::string &header) {
    std::error_code failed;
    return !fs::exists(header, failed) ||
           support::text_of_file(header).rfind(lower::generated_mark, 0) == 0;
}

} // namespace

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
    files.write(support::output_path(to.object.object), from.rest());
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
        compiled_networks().store(key, all, support::output_path(from.object.object));
    } catch (const io_error &) {
        return; // somebody has taken the files away already
    }
}

} // namespace tiramisu::graph
