#include "core/core.h"

#include "rounds.h"
#include "scratch_folder.h"

#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace tiramisu::bench {

namespace {

void run_program(const std::string &program, const std::string &where) {
    const std::string command =
        "cd '" + where + "' && TIRAMISU_OUTPUT_DIR='" + where + "' '" + program + "' >/dev/null";
    if (std::system(command.c_str()) != 0) {
        throw std::runtime_error("this command failed: " + command);
    }
}

} // namespace

void run_generators(session &here) {
    std::istringstream programs(TIRAMISU_BENCH_GENERATORS); // name=path, separated by |
    const scratch_folder scratch;
    for (std::string entry; std::getline(programs, entry, '|');) {
        const auto equals = entry.find('=');
        const std::string program = entry.substr(equals + 1);
        row one;
        one.id = "generator_" + entry.substr(0, equals);
        one.variant = "start_to_object";
        if (!here.wants(one.id)) {
            continue;
        }
        const std::vector<timing> times = interleaved_rounds(
            {timed_here([&] { run_program(program, scratch.path.string()); })}, here.rounds());
        one.ours_ms = times[0].median;
        one.ours_min_ms = times[0].fastest;
        here.add(one);
    }
}

} // namespace tiramisu::bench
