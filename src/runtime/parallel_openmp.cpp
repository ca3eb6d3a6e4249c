#include <omp.h>

#include "runtime/forked_thread.h"
#include "runtime/loop_work.h"
#include "runtime/new_threads.h"

namespace tiramisu::rt {

int default_num_threads() {
    return omp_get_max_threads();
}

void share_out(parallel_loop &loop, int threads) {
    if (is_forked_thread() || is_in_loop_on_new_threads()) {
        share_out_on_new_threads(loop, threads);
        return;
    }
    // Iterations can differ much in cost (triangles, sparse rows), so they are handed out as
    // threads get free; in chunks, so that a long loop of short iterations does not spend its time
    // on that.
    const int chunks_per_thread = 16;
    const int per_chunk = loop.size / (threads * chunks_per_thread);
    const int chunk = per_chunk > 1 ? per_chunk : 1;
#pragma omp parallel num_threads(threads)
    {
        timed_share share(loop);
#pragma omp for schedule(dynamic, chunk) nowait
        for (int iteration = 0; iteration < loop.size; ++iteration) {
            share.run(iteration);
        }
    }
}

} // namespace tiramisu::rt
