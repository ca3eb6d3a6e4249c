#include "layer_files.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "support/environment_variable.h"

namespace tiramisu::nn {

namespace {

constexpr const char *name_variable = "TIRAMISU_FUNCTION_NAME";

/// What the compiler is told by the environment is the name of one function, while a layer has
/// several.
void tell_name(const std::string &name) {
    setenv(name_variable, name.c_str(), 1);
}

} // namespace

std::string asked_name(const std::string &otherwise) {
    const std::string asked = support::environment_variable(name_variable);
    return asked.empty() ? otherwise : asked;
}

options asked_target() {
    options asked;
    const std::string target = support::environment_variable("TIRAMISU_TARGET");
    if (!target.empty()) {
        asked.target = target;
    }
    return asked;
}

machine asked_machine() {
    return machine::of(asked_target());
}

void write_function(const program &what, const std::string &name, const options &how) {
    tell_name(name);
    what.write_object(name + ".o", how);
}

void write_function(const function_sequence &what, const std::string &name, const options &how) {
    tell_name(name);
    what.codegen(name + ".o", how);
}

void add_to_header(const std::string &name, const std::string &text) {
    const std::filesystem::path folder = support::environment_variable("TIRAMISU_OUTPUT_DIR");
    const std::filesystem::path path = folder / (name + ".h");
    std::string guard = "TIRAMISU_LAYER_" + name + "_H";
    std::transform(guard.begin(), guard.end(), guard.begin(),
                   [](unsigned char one) { return static_cast<char>(std::toupper(one)); });
    std::ofstream file(path, std::ios::app);
    file << "\n#ifndef " << guard << "\n#define " << guard << "\n" << text << "#endif\n";
    file.close();
    if (!file) {
        throw io_error(path.string(), "write", "the file system refuses");
    }
}

} // namespace tiramisu::nn
