#include "plain/comparison.h"

#include <algorithm>
#include <stdexcept>

#include "rounds.h"

namespace tiramisu::bench {

namespace {

/// The time of calls that each begin with the arguments as they were made.
stopwatch timed_anew(argument_list &arguments, const std::function<void()> &work) {
    return [&arguments, timed = timed_here(work)](int calls) {
        double seconds = 0;
        for (int call = 0; call < calls; ++call) {
            arguments.reset();
            seconds += timed(1);
        }
        return seconds;
    };
}

/// Largest difference of results, relative to their magnitude. Throws where it is more than sums
/// in another order explain: problem `id`, whose right results are `theirs`, those of `peer`.
double checked_error(const std::string &id, primitive_t type, const argument_list &ours,
                     const argument_list &theirs, const std::string &peer) {
    double error = 0;
    for (std::size_t i = 0; i < ours.all.size(); ++i) {
        error = std::max(error, ours.all[i].difference(theirs.all[i]));
    }
    const double allowed = type == p_float32 ? 1e-3 : 1e-10;
    if (!(error <= allowed)) {
        throw std::runtime_error(id + ": the result is wrong: it differs from that of " + peer +
                                 " by " + std::to_string(error));
    }
    return error;
}

} // namespace

std::string id_of(const plain_problem &problem, primitive_t type) {
    return problem.id + (type == p_float32 ? "_f32" : "_f64");
}

side::side(const plain_problem &problem, primitive_t type, const compiled_function &code)
    : arguments(problem, type),
      work([code, passed = arguments.passed(), id = id_of(problem, type)] {
          if (code(passed) != 0) {
              throw std::runtime_error(id + ": " + compiled_function::error_text());
          }
      }) {}

side::side(const plain_problem &problem, primitive_t type,
           const std::function<void(void *const *arrays)> &loops)
    : arguments(problem, type), work([loops, arrays = arguments.data()] { loops(arrays.data()); }) {
}

row compared(const session &here, const plain_problem &problem, primitive_t type, side &ours,
             side &theirs, const std::string &peer, const std::string &called) {
    for (side *one : {&ours, &theirs}) {
        one->arguments.reset();
        one->work();
    }
    row made;
    made.id = id_of(problem, type);
    made.max_error = checked_error(made.id, type, ours.arguments, theirs.arguments, called);
    made.peer = peer;
    if (!here.only_checks) {
        const std::vector<timing> times = interleaved_rounds(
            {timed_anew(ours.arguments, ours.work), timed_anew(theirs.arguments, theirs.work)},
            here.rounds());
        made.ours_ms = times[0].median;
        made.ours_min_ms = times[0].fastest;
        made.peer_ms = times[1].median;
        made.peer_min_ms = times[1].fastest;
    }
    return made;
}

} // namespace tiramisu::bench
