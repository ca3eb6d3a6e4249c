#include "nn/framework/find/search_checks.h"

#include <sstream>

#include "nn/framework/find/find_modes.h"

namespace tiramisu::nn {

namespace {

[[noreturn]] void refuse(const std::string &option, const std::string &reason, source_place where) {
    throw user_error("search_options", option, reason, where);
}

void require_at_least(int least, const std::string &option, int given, const std::string &of,
                      source_place where) {
    if (given < least) {
        refuse(option,
               "is " + std::to_string(given) + ", must be at least " + std::to_string(least) +
                   ": " + of,
               where);
    }
}

/// The mode's name. Throws user_error where it has none.
std::string name_of(find_mode mode, source_place where) {
    for (const auto &[name, known] : find_modes()) {
        if (known == mode) {
            return name;
        }
    }
    refuse("mode",
           "is value " + std::to_string(static_cast<int>(mode)) +
               " of its enum, may be find_mode::normal, fast, hybrid or clean",
           where);
}

} // namespace

void check_search(const search_options &opts, source_place where) {
    require_at_least(1, "configurations", opts.configurations,
                     "the configurations that are tried of each solver", where);
    require_at_least(1, "repeats", opts.repeats, "the rounds whose median counts", where);
    require_at_least(0, "patience", opts.patience,
                     "the configurations of a solver that may be no faster than those before them, "
                     "0 where all are tried",
                     where);
    if (!(opts.seconds >= 0)) {
        std::ostringstream text;
        text << "is " << opts.seconds
             << ", must be at least 0: what the search of a layer may take, 0 where it takes what "
                "it needs";
        refuse("seconds", text.str(), where);
    }
    const std::string mode = name_of(opts.mode, where);
    if ((opts.mode == find_mode::hybrid || opts.mode == find_mode::clean) &&
        opts.results == nullptr) {
        refuse("mode",
               "is " + mode +
                   ", but results is null; it needs the perf_db in which it looks and remembers",
               where);
    }
}

} // namespace tiramisu::nn
