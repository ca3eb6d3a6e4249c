#include "peers/peer_variables.h"
#include "report.h"
#include "run_record.h"
#include "sets.h"

#include <CLI/CLI.hpp>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace {

using namespace tiramisu::bench;

/// Libraries read their environment before main: start again with threads bound to cores, and
/// without what would have a peer take other kernels than it does by itself.
void start_again_as_is_fair(char **argv) {
    const std::vector<std::string> removed = peer_variables(environ);
    for (const std::string &name : removed) {
        std::fprintf(stderr, "tiramisu_bench: %s is left out of account: it changes a peer\n",
                     name.c_str());
        unsetenv(name.c_str());
    }
    const bool is_bound = std::getenv("OMP_PROC_BIND") != nullptr;
    if (!is_bound) {
        setenv("OMP_PROC_BIND", "close", 1);
        setenv("OMP_PLACES", "cores", 1);
    }
    if (!is_bound || !removed.empty()) {
        execv("/proc/self/exe", argv); // comes back only if it fails: then as it was
    }
}

void list_sets() {
    for (const benchmark_set &set : all_sets()) {
        std::printf("%-10s %s\n", set.name, set.what);
    }
    std::printf("%-10s every set\n", "all");
}

void run_sets(session &here, const std::string &name) {
    for (const benchmark_set &set : all_sets()) {
        if (name == "all" || name == set.name) {
            here.set = set.name;
            set.run(here);
        }
    }
}

template <typename Work>
bool succeeds(const Work &work) {
    try {
        work();
        return true;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "tiramisu_bench: %s\n", error.what());
        return false;
    }
}

} // namespace

int main(int argc, char **argv) {
    start_again_as_is_fair(argv);

    CLI::App app("Runs a set of benchmarks against its peers.", "tiramisu_bench");
    std::string set_name, csv;
    bool list = false;
    session here;
    std::vector<std::string> names = {"all"};
    for (const benchmark_set &set : all_sets()) {
        names.emplace_back(set.name);
    }
    app.add_option("SET", set_name, "What to run")->check(CLI::IsMember(names));
    app.add_flag("--list", list, "Names the sets");
    app.add_flag("--quick", here.quick, "A few problems, 5 rounds instead of 20");
    app.add_option("--rounds", here.rounds_asked, "So many rounds")->check(CLI::Range(1, 1000));
    app.add_flag("--check", here.only_checks,
                 "Compare everybody's results with the reference, and take no times");
    app.add_option("--only", here.only, "Only problems whose id matches this shell pattern");
    app.add_option(
           "--problems", here.problems,
           "Of the sets dense, choice, training and networks: the problems of this file, a line "
           "each: an id and a text, or an ONNX file")
        ->check(CLI::ExistingFile);
    app.add_option("--tuning-log", here.tuning_log,
                   "Of the set tune: add every trial of the whole search to this log");
    app.add_option("--threads", here.threads, "Numbers of threads, separated by commas")
        ->delimiter(',')
        ->check(CLI::Range(1, 1024));
    app.add_option("--solvers", here.solvers,
                   "Of single convolutions: each of these solvers, separated by commas; of single "
                   "sparse ones: the fastest of them")
        ->delimiter(',');
    app.add_option(
        "--csv", csv,
        "Also write the rows to this file, and machine and versions to a .json beside it");
    CLI11_PARSE(app, argc, argv);
    if (list) {
        list_sets();
        return 0;
    }
    if (set_name.empty()) {
        std::printf("which set? one of:\n");
        list_sets();
        return 2;
    }

    here.here = describe_machine(here.threads);
    print_machine(here.here);
    print_header();
    if (!csv.empty()) {
        here.keep_results = [&] {
            write_csv(here.rows, csv);
            write_run_record(here, {argv, argv + argc}, run_record_path(csv));
        };
    }
    const bool ran = succeeds([&] { run_sets(here, set_name); });
    // Also if something failed.
    const bool wrote = succeeds(here.keep_results);
    return ran && wrote ? 0 : 1;
}
