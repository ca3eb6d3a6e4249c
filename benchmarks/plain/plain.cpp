#include "plain/plain.h"

#include <functional>

#include "peers/plain_loops.h"
#include "plain/comparison.h"
#include "sets.h"
#include "thread_setting.h"

namespace tiramisu::bench {

namespace {

void run_problem(session &here, const plain_problem &problem, primitive_t type) {
    if (!here.wants(id_of(problem, type))) {
        return;
    }
    const thread_setting one_thread(1);
    const plain_loops &loops = plain_loops_of(problem.id);
    side ours(problem, type, problem.declare(type).compile());
    side theirs(problem, type, type == p_float32 ? loops.of_floats : loops.of_doubles);
    row one = compared(here, problem, type, ours, theirs, "plain", "the plain loops");
    one.variant = "unscheduled";
    if (one.ours_ms) {
        one.gflops = problem.operations / *one.ours_ms * 1e-6;
        one.peak_share = here.peak_share(*one.gflops, 1);
    }
    here.add(one);
}

} // namespace

std::vector<plain_problem> plain_problems() {
    std::vector<plain_problem> all;
    for (const auto &group : {plain_products(), plain_factorizations(), plain_vectors(),
                              plain_stencils(), plain_tables()}) {
        all.insert(all.end(), group.begin(), group.end());
    }
    return all;
}

void run_plain(session &here) {
    std::vector<std::function<void(session &)>> parts;
    for (const plain_problem &problem : plain_problems()) {
        for (const primitive_t type : {p_float32, p_float64}) {
            parts.emplace_back([problem, type](session &in) { run_problem(in, problem, type); });
        }
    }
    here.run_parts(parts);
}

} // namespace tiramisu::bench
