#include "codegen/output/llvm_start.h"

#include <cstdlib>
#include <mutex>

#include "codegen/expressions/halide.h"
#include "support/environment_variable.h"

namespace tiramisu::lower {

namespace {

constexpr const char *variable = "HL_LLVM_ARGS";

struct llvm_option {
    const char *name, *value;
};

constexpr llvm_option llvm_options[] = {
    {"vectorize-slp", "false"},
    // A loop over a column that LLVM unrolls and vectorizes has 64 lanes of 48 iterations.
    {"alias-set-saturation-threshold", "4096"},
    {"unroll-threshold-aggressive", "80"},
};

/// LLVM ends the process where one option is given twice.
std::string with_options(std::string words) {
    for (const llvm_option &option : llvm_options) {
        if (words.find(option.name) == std::string::npos) {
            words += std::string(words.empty() ? "-" : " -") + option.name + "=" + option.value;
        }
    }
    return words;
}

/// Halide hands the words of this variable to LLVM when it first generates code, and has no other
/// way to LLVM's options. Afterwards the variable is again what it was.
void start_with_options() {
    const std::string before = support::environment_variable(variable);
    setenv(variable, with_options(before).c_str(), 1);
    Halide::Target target(Halide::Target::Linux, Halide::Target::X86, 64);
    target.set_feature(Halide::Target::NoRuntime);
    Halide::Module("nothing", target).compile({{Halide::OutputFileType::object, "/dev/null"}});
    if (before.empty()) {
        unsetenv(variable);
    } else {
        setenv(variable, before.c_str(), 1);
    }
}

} // namespace

void start_llvm() {
    static std::once_flag is_started;
    std::call_once(is_started, start_with_options);
}

} // namespace tiramisu::lower
