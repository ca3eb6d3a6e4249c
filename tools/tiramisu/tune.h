#pragma once

#include <map>
#include <string>
#include <vector>

namespace tiramisu::tool {

/// What `tiramisu tune` is asked.
struct tune_request {
    std::string program; ///< a generator
    std::vector<std::string> arguments;
    int trials = 64;
    double seconds = 0;                          ///< 0: no limit
    double build_seconds = 30, run_seconds = 10; ///< that a trial may take
    unsigned seed = 1;
    int threads = 0; ///< 0: as usual
    std::string log, apply;
    bool resume = false;
    std::vector<std::string> transfer; ///< logs of other programs
    std::string search = "evolution", model = "analytic", function;
    std::vector<std::string> learn_from; ///< logs, for the model "learned"
    std::string model_file;              ///< where that is kept
    std::string report;                  ///< a page of HTML that is written; none if empty
    std::vector<std::string> settings;   ///< "n=64"
    std::string print_schedule;          ///< "cpp", "json" or nothing
};

/// What a generator's functions were tuned to.
struct tuned_generator {
    std::string table; ///< behind what the generator said, with the schedules that are asked for
    bool is_interrupted = false;
};

/// Runs the generator, which searches for schedules of what it generates, or applies a log; shows
/// the progress on standard error. Its objects go where it writes them. An interrupt ends a search,
/// whose best schedule is taken. Throws failure.
tuned_generator tune(const tune_request &asked);

} // namespace tiramisu::tool
