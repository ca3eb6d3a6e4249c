#include "nn/framework/files/object_files.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

#include "support/environment_variable.h"
#include "support/output_files.h"

namespace tiramisu::nn {

namespace {

namespace fs = std::filesystem;

options named(options opts, const std::string &name) {
    opts.function_name = name;
    return opts;
}

} // namespace

object_place object_place::of(const std::string &problem, const std::string &object,
                              const std::string &name, source_place where) {
    if (!fs::path(object).has_filename()) {
        throw user_error("problem \"" + problem + "\"", "write_object",
                         "the object \"" + object + "\" names no file; write, for example, \"" +
                             object + "layer.o\"",
                         where);
    }
    return {object, name};
}

object_place object_place::further(const std::string &suffix) const {
    const fs::path path = object;
    const std::string file = path.stem().string() + "_" + suffix + path.extension().string();
    return {fs::path(path).replace_filename(file).string(), name + "_" + suffix};
}

std::string object_place::header() const {
    return support::output_path(fs::path(object).replace_extension(".h").string());
}

options object_options(const options &opts) {
    options made = opts;
    const std::string target = support::environment_variable("TIRAMISU_TARGET");
    if (!target.empty()) {
        made.target = target;
    }
    return made;
}

void write_function(const program &what, const object_place &to, const options &opts) {
    what.write_object(to.object, named(opts, to.name));
}

void write_function(const function_sequence &what, const object_place &to, const options &opts) {
    what.codegen(to.object, named(opts, to.name));
}

void add_to_header(const object_place &to, const std::string &text) {
    const std::string path = to.header();
    std::string guard = "TIRAMISU_LAYER_" + to.name + "_H";
    std::transform(guard.begin(), guard.end(), guard.begin(),
                   [](unsigned char one) { return static_cast<char>(std::toupper(one)); });
    std::ofstream file(path, std::ios::app);
    file << "\n#ifndef " << guard << "\n#define " << guard << "\n" << text << "#endif\n";
    file.close();
    if (!file) {
        throw io_error(path, "write", "the file system refuses");
    }
}

} // namespace tiramisu::nn
