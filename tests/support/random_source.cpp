#include "support/random_source.h"

#include <cstdlib>

namespace tiramisu::oracle {

random_run random_run::from_environment(std::uint64_t seed, int cases) {
    random_run run{seed, cases};
    if (const char *text = std::getenv("TIRAMISU_SEED")) {
        run.seed = std::strtoull(text, nullptr, 10);
    }
    if (const char *text = std::getenv("TIRAMISU_CASES")) {
        run.cases = std::atoi(text);
    }
    return run;
}

} // namespace tiramisu::oracle
