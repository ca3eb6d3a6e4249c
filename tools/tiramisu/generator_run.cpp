#include "tiramisu/generator_run.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "support/scratch_folder.h"
#include "tiramisu/error.h"
#include "tiramisu/program_path.h"

namespace tiramisu::tool {

namespace {

namespace fs = std::filesystem;

/// Number with which the name of a report begins.
int number_of(const fs::path &report) {
    return std::atoi(report.filename().c_str());
}

/// The C++ library prints these around the text of an exception that nobody catches.
constexpr std::string_view before_exception = "terminate called after throwing an instance of '",
                           before_text = "\n  what():  ";

} // namespace

std::string failure_text(const support::process_end &ended) {
    std::string said = ended.output, why = "the generator failed (" + ended.text() + ")";
    const std::size_t at = said.rfind(before_exception);
    const std::size_t text = at == std::string::npos ? at : said.find(before_text, at);
    if (text != std::string::npos) {
        why = "the generator failed: " + said.substr(text + before_text.size());
        why.erase(why.find_last_not_of('\n') + 1);
        said.erase(at);
    }
    return why + (said.empty() ? "" : "; it said:\n" + said);
}

generator_run run_generator(const std::string &program, const std::vector<std::string> &arguments,
                            const report_request &asked) {
    const std::string path = program_path(program);
    const support::scratch_folder folder;
    const fs::path reports = folder.make("reports"), outputs = folder.make("outputs");
    support::process_request what;
    what.words = arguments;
    what.words.insert(what.words.begin(), path);
    what.environment = {
        {"TIRAMISU_REPORT", reports.string()},     {"TIRAMISU_REPORT_SET", asked.settings},
        {"TIRAMISU_REPORT_AXES", asked.axes},      {"TIRAMISU_REPORT_KERNELS", asked.kernels},
        {"TIRAMISU_OUTPUT_DIR", outputs.string()}, {"TIRAMISU_EMIT", "assembly,llvm_assembly"},
        {"TIRAMISU_FUNCTION_NAME", std::nullopt}};
    what.has_errors_in_output = true;
    generator_run result;
    try {
        result.ended = support::run_process(what);
    } catch (const io_error &refused) {
        throw failure(refused.what());
    }
    std::vector<fs::path> files;
    for (const fs::directory_entry &file : fs::directory_iterator(reports)) {
        files.push_back(file.path());
    }
    std::sort(files.begin(), files.end(), [](const fs::path &left, const fs::path &right) {
        return number_of(left) < number_of(right);
    });
    for (const fs::path &file : files) {
        result.reports.push_back(read_report(file.string()));
    }
    if (result.reports.empty()) {
        throw failure(path + " generated nothing" +
                      (result.ended.is_success() ? "; it said:\n" + result.ended.output
                                                 : ": " + failure_text(result.ended)));
    }
    return result;
}

} // namespace tiramisu::tool
