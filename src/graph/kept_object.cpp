#include "graph/kept_object.h"

#include <filesystem>

#include "codegen/output/header.h"
#include "graph/compile/report_bytes.h"
#include "graph/network_cache.h"
#include "support/environment_variable.h"
#include "support/input_file.h"
#include "support/output_files.h"

namespace tiramisu::graph {

namespace {

namespace fs = std::filesystem;

std::string object_path(const nn::object_place &of) {
    return (fs::path(support::environment_variable("TIRAMISU_OUTPUT_DIR")) / of.object).string();
}

/// Whether there is no header yet, or one that was generated.
bool is_ours(const std::string &header) {
    std::error_code failed;
    return !fs::exists(header, failed) ||
           support::text_of_file(header).rfind(lower::generated_mark, 0) == 0;
}

} // namespace

std::optional<nn::network_report> write_kept_object(const std::string &key,
                                                    const nn::object_place &to) {
    const std::optional<std::string> kept = compiled_networks().find(key);
    if (!kept || !is_ours(to.header())) {
        return std::nullopt;
    }
    support::byte_reader from(*kept);
    const nn::network_report report = read_report(from);
    support::output_files files;
    files.write(to.header(), from.view());
    files.write(object_path(to), from.rest());
    files.commit();
    return report;
}

void keep_object(const std::string &key, const nn::object_place &from,
                 const nn::network_report &report) {
    try {
        support::byte_writer to;
        write_report(to, report);
        to.text(support::text_of_file(from.header()));
        compiled_networks().store(key, support::text_parts(to.bytes()), object_path(from));
    } catch (const io_error &) {
        return; // somebody has taken the files away already
    }
}

} // namespace tiramisu::graph
