#pragma once

#include <limits>

#include "tiramisu/auto_scheduler/evaluator.h"
#include "tiramisu/auto_scheduler/schedules_generator.h"

namespace tiramisu::auto_scheduler {

constexpr int any_depth = std::numeric_limits<int>::max();

class search_method {
public:
    virtual ~search_method() = default;
    /// Candidates that are run.
    virtual int trials() const { return 0; }

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

class mcts : public search_method {
public:
    mcts(int, int, int = any_depth, evaluation_function * = nullptr,
         evaluation_function * = nullptr, schedules_generator * = nullptr,
         source_place where = source_place::current()) {
        detail::refuse_search("mcts", where);
    }
};

class beam_search_topk : public search_method {
public:
    beam_search_topk(int, int, int = any_depth, evaluation_function * = nullptr,
                     evaluation_function * = nullptr, schedules_generator * = nullptr,
                     source_place where = source_place::current()) {
        detail::refuse_search("beam_search_topk", where);
    }
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
