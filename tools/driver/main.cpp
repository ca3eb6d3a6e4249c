// tiramisu-driver: runs one layer on random data, checks and times it, with the flags of
// MIOpenDriver.

#include <iostream>

#include "driver/layer_run.h"
#include "driver/modes.h"
#include "support/noted_interrupt.h"
#include "support/written_stream.h"
#include "tiramisu/error.h"
#include "tiramisu/runtime.h"

namespace {

using namespace tiramisu::driver;

constexpr const char *usage =
    "tiramisu-driver MODE [FLAG VALUE]...   runs a layer on random data, compares its results "
    "with\n"
    "                                       those of the naive solver, and times it\n"
    "tiramisu-driver MODE --help            the flags of a mode\n"
    "tiramisu-driver --version\n"
    "\n"
    "Modes and flags are those of MIOpenDriver; fp16, bfp16 and int8 behind a mode's name stand "
    "for\n"
    "types of elements. Exit status: 0; 1 if results are wrong, 2 if flags are, 130 if Ctrl-C\n"
    "ended a search, which remembers what it found until then.\n"
    "\n";

void print_usage() {
    std::cout << usage;
    for (const mode &one : all_modes()) {
        std::string name = "  " + one.name;
        name.resize(18, ' ');
        std::cout << name << one.title << '\n';
    }
}

bool is_help(const std::string &word) {
    return word == "--help" || word == "-h" || word == "-?";
}

int run(const std::vector<std::string> &words) {
    if (words.empty() || is_help(words[0])) {
        print_usage();
        return words.empty() ? 2 : 0;
    }
    if (words[0] == "--version") {
        std::cout << "tiramisu-driver " << tiramisu_version() << '\n';
        return 0;
    }
    const mode asked = mode_called(words[0]);
    if (words.size() > 1 && is_help(words[1])) {
        std::cout << "tiramisu-driver " << asked.name << ": " << asked.title << "\n"
                  << help_text(asked.flags);
        return 0;
    }
    const flag_values given(asked.name, asked.flags, {words.begin() + 1, words.end()});
    switch (run_layer(run_request(asked, given), std::cout)) {
    case run_end::right: return 0;
    case run_end::wrong: return 1;
    case run_end::interrupted: return tiramisu::support::noted_interrupt::status;
    }
    return 1;
}

} // namespace

int main(int argc, char **argv) {
    try {
        const int status = run({argv + 1, argv + argc});
        tiramisu::support::require_written(std::cout, "standard output");
        return status;
    } catch (const std::exception &failed) {
        std::cerr << "tiramisu-driver: " << failed.what() << '\n';
        return 2;
    }
}
