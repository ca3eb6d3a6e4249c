#include "plain/plain.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <random>
#include <stdexcept>

#include "aligned_floats.h"
#include "peers/plain_loops.h"
#include "plain/sizes.h"
#include "rounds.h"
#include "sets.h"
#include "thread_setting.h"

namespace tiramisu::bench {

namespace {

template <typename T>
T element(contents what, std::size_t at, std::size_t row, std::mt19937 &next) {
    const double random = std::uniform_real_distribution<double>(-1, 1)(next);
    const double width = static_cast<double>(row);
    const bool is_diagonal = at / row == at % row;
    switch (what) {
    case contents::values: return static_cast<T>(random);
    case contents::zeros: return 0;
    case contents::symbols: return static_cast<T>(next() % 4);
    case contents::indices: return static_cast<T>(next() % bins);
    case contents::dominant_diagonal: return static_cast<T>(is_diagonal ? 2 : random / width);
    case contents::positive_definite: return static_cast<T>(is_diagonal ? 2 : 0.5 / width);
    }
    return 0;
}

/// An argument, which runs begin with as it was made.
class argument {
public:
    argument(const plain_array &what, primitive_t type, unsigned seed)
        : type_(what.what == contents::indices ? p_int32 : type), sizes_(what.sizes) {
        std::size_t count = 1;
        for (const std::int64_t size : sizes_) {
            count *= static_cast<std::size_t>(size);
        }
        const auto row = static_cast<std::size_t>(sizes_.back());
        std::mt19937 next(seed);
        switch (type_) {
        case p_float32: fill<float>(what.what, count, row, next); break;
        case p_float64: fill<double>(what.what, count, row, next); break;
        default: fill<std::int32_t>(what.what, count, row, next);
        }
        now_.resize(start_.size());
    }

    void reset() { std::copy(start_.begin(), start_.end(), now_.begin()); }
    void *data() { return now_.data(); }
    jit_argument passed() { return {data(), type_, sizes_}; }

    /// Largest difference of the other's elements, over the largest magnitude.
    double difference(const argument &other) const {
        switch (type_) {
        case p_float32: return difference_as<float>(other);
        case p_float64: return difference_as<double>(other);
        default: return difference_as<std::int32_t>(other);
        }
    }

private:
    using bytes = std::vector<char, cache_line_allocator<char>>;

    primitive_t type_;
    std::vector<std::int64_t> sizes_;
    bytes start_, now_;

    template <typename T>
    void fill(contents what, std::size_t count, std::size_t row, std::mt19937 &next) {
        start_.resize(count * sizeof(T));
        for (std::size_t at = 0; at < count; ++at) {
            const T value = element<T>(what, at, row, next);
            std::memcpy(start_.data() + at * sizeof(T), &value, sizeof(T));
        }
    }

    template <typename T>
    double difference_as(const argument &other) const {
        double difference = 0, largest = 0;
        for (std::size_t at = 0; at < now_.size(); at += sizeof(T)) {
            T mine, theirs;
            std::memcpy(&mine, now_.data() + at, sizeof(T));
            std::memcpy(&theirs, other.now_.data() + at, sizeof(T));
            const double here = std::fabs(static_cast<double>(mine) - static_cast<double>(theirs));
            difference = here <= difference ? difference : here; // keeps what is no number
            largest = std::max(largest, std::fabs(static_cast<double>(theirs)));
        }
        return largest > 0 ? difference / largest : difference;
    }
};

/// The arguments of one contender.
struct argument_list {
    std::vector<argument> all;

    argument_list(const plain_problem &problem, primitive_t type) {
        unsigned seed = 1;
        for (const plain_array &one : problem.arrays) {
            all.emplace_back(one, type, seed++);
        }
    }
    void reset() {
        for (argument &one : all) {
            one.reset();
        }
    }
    std::vector<jit_argument> passed() {
        std::vector<jit_argument> list;
        for (argument &one : all) {
            list.push_back(one.passed());
        }
        return list;
    }
    std::vector<void *> data() {
        std::vector<void *> list;
        for (argument &one : all) {
            list.push_back(one.data());
        }
        return list;
    }
};

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

double checked_error(const std::string &id, primitive_t type, const argument_list &ours,
                     const argument_list &theirs) {
    double error = 0;
    for (std::size_t i = 0; i < ours.all.size(); ++i) {
        error = std::max(error, ours.all[i].difference(theirs.all[i]));
    }
    const double allowed = type == p_float32 ? 1e-3 : 1e-10;
    if (!(error <= allowed)) {
        throw std::runtime_error(id +
                                 ": the result is wrong: it differs from that of the plain "
                                 "loops by " +
                                 std::to_string(error));
    }
    return error;
}

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
    one.max_error = checked_error(id, type, ours, theirs);
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

void run_plain(session &here) {
    std::vector<std::function<void(session &)>> parts;
    for (const auto &group : {plain_products(), plain_factorizations(), plain_vectors(),
                              plain_stencils(), plain_tables()}) {
        for (const plain_problem &problem : group) {
            for (const primitive_t type : {p_float32, p_float64}) {
                parts.emplace_back(
                    [problem, type](session &in) { run_problem(in, problem, type); });
            }
        }
    }
    here.run_parts(parts);
}

} // namespace tiramisu::bench
