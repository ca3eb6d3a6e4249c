#include "codegen/output/llvm_start.h"

#include <cstdlib>
#include <mutex>

#include "codegen/expressions/halide.h"
#include "support/environment_variable.h"

namespace tiramisu::lower {

namespace {

constexpr const char *variable = "HL_LLVM_ARGS", *option = "vectorize-slp";

/// Halide hands the words of this variable to LLVM when it first generates code, and has no other
/// way to LLVM's options. Afterwards the variable is again what it was.
void start_with_option() {
    const std::string before = support::environment_variable(variable);
    // LLVM ends the process where one option is given twice.
    if (before.find(option) != std::string::npos) {
        return;
    }
    const std::string words = (before.empty() ? "" : before + " ") + "-" + option + "=false";
    setenv(variable, words.c_str(), 1);
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
    std::call_once(is_started, start_with_option);
}

} // namespace tiramisu::lower
