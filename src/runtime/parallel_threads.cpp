// Parallel loops without OpenMP, for builds under the thread sanitizer: it sees how pthreads hand
// over data, while libgomp, which is not instrumented, makes it report a race for every value that
// enters a parallel loop.
#include <unistd.h>

#include <cstdlib>

#include "runtime/new_threads.h"

namespace tiramisu::rt {

int default_num_threads() {
    const char *asked = std::getenv("OMP_NUM_THREADS");
    const int threads = asked != nullptr ? std::atoi(asked) : 0;
    return threads > 0 ? threads : static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
}

void share_out(parallel_loop &loop, int threads) {
    share_out_on_new_threads(loop, threads);
}

} // namespace tiramisu::rt
