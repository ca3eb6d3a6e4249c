#include "support/installed_file.h"
#include "tiramisu/nn/perf_db.h"

namespace tiramisu::nn {

std::string perf_db::shipped_file() {
    return support::installed_file("perf.sqlite");
}

} // namespace tiramisu::nn
