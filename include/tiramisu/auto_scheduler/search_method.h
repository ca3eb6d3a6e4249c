#pragma once

#include <limits>
#include <string>

#include "tiramisu/auto_scheduler/evaluator.h"
#include "tiramisu/auto_scheduler/no_search.h"
#include "tiramisu/auto_scheduler/schedules_generator.h"

namespace tiramisu::auto_scheduler {

constexpr int any_depth = std::numeric_limits<int>::max();

class search_method {
public:
    virtual ~search_method() = default;
    /// Candidates that are run.
    virtual int trials() const { return 0; }
    /// As tuning::search calls it.
    virtual std::string name() const { return "beam"; }
    /// What runs candidates; null where it was not told.
    virtual evaluation_function *execution() const { return nullptr; }

protected:
    search_method() = default;
};

/// Runs as many candidates as the beam is wide, eight for each, the best predicted ones first.
class beam_search : public search_method {
public:
    beam_search(int width, int /*depth*/ = any_depth, evaluation_function * = nullptr,
                schedules_generator * = nullptr)
        : width_(width) {}
    int trials() const override { return 8 * width_; }

private:
    int width_;
};

/// Runs the `top` candidates that the beam finds to be predicted best.
class beam_search_topk : public search_method {
public:
    beam_search_topk(int /*width*/, int top, int /*depth*/ = any_depth,
                     evaluation_function * /*model*/ = nullptr,
                     evaluation_function *execution = nullptr, schedules_generator * = nullptr)
        : top_(top), execution_(execution) {}
    int trials() const override { return top_; }
    evaluation_function *execution() const override { return execution_; }

private:
    int top_;
    evaluation_function *execution_;
};

/// Runs the `top` candidates that are predicted best of those to which a Monte Carlo tree search
/// comes.
class mcts : public search_method {
public:
    mcts(int /*samples*/, int top, int /*depth*/ = any_depth,
         evaluation_function * /*model*/ = nullptr, evaluation_function *execution = nullptr,
         schedules_generator * = nullptr)
        : top_(top), execution_(execution) {}
    int trials() const override { return top_; }
    std::string name() const override { return "mcts"; }
    evaluation_function *execution() const override { return execution_; }

private:
    int top_;
    evaluation_function *execution_;
};

class beam_search_accuracy_evaluator : public search_method {
public:
    beam_search_accuracy_evaluator(int, int, int = any_depth, evaluation_function * = nullptr,
                                   evaluation_function * = nullptr, schedules_generator * = nullptr,
                                   source_place where = source_place::current()) {
        detail::refuse_search("beam_search_accuracy_evaluator", where);
    }
};

} // namespace tiramisu::auto_scheduler
