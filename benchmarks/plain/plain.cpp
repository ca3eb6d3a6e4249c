#include "plain/plain.h"

#include <functional>
#include <stdexcept>

#include "peers/plain_loops.h"
#include "plain/arguments.h"
#include "sets.h"
#include "thread_setting.h"

namespace tiramisu::bench {

namespace {

void run_problem(session &here, const plain_problem &problem, primitive_t type) {
    const std::string id = problem.id + (type == p_float32 ? "_f32" : "_f64");
    if (!here.wants(id)) {
        return;
    }
    const thread_setting one_thread(1);
    const compiled_function compiled = problem.declare(type).compile();
    argument_list ours(problem, type), theirs(problem, type);
    const plain_loops &loops = plain_loops_of(problem.id);
    const std::vector<jit_argument> passed = ours.passed();
    const std::vector<void *> arrays = theirs.data();
    const auto run_ours = [&] {
        if (compiled(passed) != 0) {
            throw std::runtime_error(id + ": " + compiled_function::error_text());
        }
    };
    const auto run_theirs = [&] {
        (type == p_float32 ? loops.of_floats : loops.of_doubles)(arrays.data());
    };
    ours.reset();
    theirs.reset();
    run_ours();
    run_theirs();
    row one;
    one.id = id;
    one.variant = "unscheduled";
    one.max_error = checked_error(id, type, ours, theirs, "the plain loops");
    one.peer = "plain";
    if (!here.only_checks) {
        const std::vector<timing> times = interleaved_rounds(
            {timed_anew(ours, run_ours), timed_anew(theirs, run_theirs)}, here.rounds());
        one.ours_ms = times[0].median;
        one.ours_min_ms = times[0].fastest;
        one.peer_ms = times[1].median;
        one.peer_min_ms = times[1].fastest;
        one.gflops = problem.operations / times[0].median * 1e-6;
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
