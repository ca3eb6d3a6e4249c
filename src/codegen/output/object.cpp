#include "codegen/output/object.h"

#include <filesystem>
#include <fstream>

#include "codegen/output/header.h"
#include "codegen/output/llvm_start.h"
#include "core/program/c_names.h"
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

/// Whether the file is there and does not begin as generated headers do.
bool is_of_the_user(const std::string &header) {
    const std::string mark = generated_mark;
    std::ifstream file(header, std::ios::binary);
    std::string beginning(mark.size(), '\0');
    std::error_code failed; // writing the file tells
    if (!fs::is_regular_file(header, failed) || !file ||
        file.peek() == std::ifstream::traits_type::eof()) {
        return false;
    }
    file.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
    return beginning != mark;
}

std::vector<std::string> headers_to_write(const output_plan &plan) {
    const std::string kept = kept_header(plan);
    std::vector<std::string> paths;
    for (const std::string &path : plan.headers) {
        if (path == kept) {
            continue;
        }
        if (is_of_the_user(path)) {
            throw io_error(path, "write",
                           "there is a header of this name that was not generated (its first line "
                           "does not begin with \"" +
                               std::string(generated_mark) +
                               "\"); move it, or give the object another name or folder");
        }
        paths.push_back(path);
    }
    return paths;
}

void write_headers(support::output_files &files, const std::string &text, const output_plan &plan) {
    for (const std::string &path : headers_to_write(plan)) {
        files.write(path, text);
    }
}

} // namespace

std::string kept_header(const output_plan &plan) {
    const bool is_the_only = plan.headers.size() == 1;
    return !is_the_only && is_of_the_user(plan.headers.back()) ? plan.headers.back() : "";
}

output_plan plan_outputs(const std::string &path, const std::string &name, const options &opts) {
    const std::string of_environment = support::environment_variable("TIRAMISU_FUNCTION_NAME");
    const bool is_named = !opts.function_name.empty();
    const bool is_renamed = is_named || !of_environment.empty();
    output_plan plan;
    plan.name = is_named ? opts.function_name : is_renamed ? of_environment : name;
    if (is_renamed) {
        const std::string by = is_named ? "options::function_name" : "TIRAMISU_FUNCTION_NAME";
        core::require_function_name(by + " \"" + plan.name + "\"", plan.name, {});
    }
    const fs::path asked = is_renamed && !is_named ? fs::path(plan.name + ".o") : fs::path(path);
    // An absolute path stays as it is.
    const fs::path object = support::output_path(asked);
    plan.object = object.string();
    plan.stem = fs::path(object).replace_extension("").string();
    const std::string plain = plan.stem + ".h", older = plan.object + ".h";
    plan.headers = {is_renamed ? plain : older};
    if (plan.headers.front() != plain) {
        plan.headers.push_back(plain);
    }
    add_extras(plan, support::environment_variable("TIRAMISU_EMIT"));
    return plan;
}

void compile(const Halide::Module &module,
             const std::map<Halide::OutputFileType, std::string> &files) {
    support::run_guarded([&] {
        start_llvm();
        module.compile(files);
    });
}

void write_outputs(const written_modules &modules, const std::string &header,
                   const output_plan &plan) {
    support::output_files files;
    std::vector<std::map<Halide::OutputFileType, std::string>> compiled;
    for (const auto &[object, module] : modules) {
        compiled.push_back({{Halide::OutputFileType::object, files.stage(object)}});
    }
    for (const auto &[type, path] : plan.extras) {
        compiled.front()[type] = files.stage(path);
    }
    write_headers(files, header, plan);
    for (std::size_t i = 0; i < modules.size(); ++i) {
        compile(modules[i].second, compiled[i]);
    }
    files.commit();
}

void write_outputs(const support::text_parts &object, const std::string &header,
                   const output_plan &plan) {
    support::output_files files;
    files.write(plan.object, object);
    write_headers(files, header, plan);
    files.commit();
}

} // namespace tiramisu::lower
