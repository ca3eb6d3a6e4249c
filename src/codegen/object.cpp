#include "codegen/object.h"

#include <filesystem>

#include "core/c_names.h"
#include "support/environment_variable.h"
#include "support/guarded_thread.h"
#include "support/output_files.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

namespace fs = std::filesystem;

std::pair<Halide::OutputFileType, std::string> extra_output(const std::string &kind) {
    using Halide::OutputFileType;
    if (kind == "stmt") {
        return {OutputFileType::stmt, ".stmt"};
    }
    if (kind == "assembly") {
        return {OutputFileType::assembly, ".s"};
    }
    if (kind == "llvm_assembly") {
        return {OutputFileType::llvm_assembly, ".ll"};
    }
    if (kind == "bitcode") {
        return {OutputFileType::bitcode, ".bc"};
    }
    throw user_error("TIRAMISU_EMIT", "",
                     "\"" + kind +
                         "\" is not a kind of file; known are "
                         "stmt, assembly, llvm_assembly, bitcode");
}

void add_extras(output_plan &plan, const std::string &kinds) {
    std::size_t begin = 0;
    while (begin < kinds.size()) {
        const std::size_t end = std::min(kinds.find(',', begin), kinds.size());
        if (end > begin) {
            const auto [type, ending] = extra_output(kinds.substr(begin, end - begin));
            plan.extras[type] = plan.stem + ending;
        }
        begin = end + 1;
    }
}

} // namespace

output_plan plan_outputs(const std::string &path, const std::string &name) {
    output_plan plan;
    plan.name = support::environment_variable("TIRAMISU_FUNCTION_NAME");
    const bool is_renamed = !plan.name.empty();
    if (!is_renamed) {
        plan.name = name;
    } else {
        core::require_function_name("TIRAMISU_FUNCTION_NAME \"" + plan.name + "\"", plan.name, {});
    }
    const fs::path asked = is_renamed ? fs::path(plan.name + ".o") : fs::path(path);
    // An absolute path stays as it is.
    const fs::path object = fs::path(support::environment_variable("TIRAMISU_OUTPUT_DIR")) / asked;
    plan.object = object.string();
    plan.stem = fs::path(object).replace_extension("").string();
    plan.header = is_renamed ? plan.stem + ".h" : plan.object + ".h";
    add_extras(plan, support::environment_variable("TIRAMISU_EMIT"));
    return plan;
}

void compile(const Halide::Module &module,
             const std::map<Halide::OutputFileType, std::string> &files) {
    support::run_guarded([&] { module.compile(files); });
}

void write_outputs(const Halide::Module &module, const std::string &header,
                   const output_plan &plan) {
    support::output_files files;
    std::map<Halide::OutputFileType, std::string> compiled;
    compiled[Halide::OutputFileType::object] = files.stage(plan.object);
    for (const auto &[type, path] : plan.extras) {
        compiled[type] = files.stage(path);
    }
    files.write(plan.header, header);
    compile(module, compiled);
    files.commit();
}

} // namespace tiramisu::lower
