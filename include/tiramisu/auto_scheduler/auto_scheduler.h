#pragma once

#include <string>

#include "tiramisu/auto_scheduler/search_method.h"

namespace tiramisu::auto_scheduler {

class syntax_tree;

/// There is none, so nobody calls what is declared after the constructor.
class auto_scheduler {
public:
    auto_scheduler(search_method *, evaluation_function *, function * = nullptr,
                   source_place where = source_place::current()) {
        detail::refuse_search("auto_scheduler", where);
    }

    void set_exec_evaluator(evaluation_function *) {}
    void find_schedule() {}
    void apply_best_schedule() {}
    void sample_search_space(const std::string & = "./schedules_sample.json", bool = true) {}
    int get_nb_explored_schedules() const { return 0; }
    float get_best_evaluation() const { return 0; }
    syntax_tree *get_best_ast() const { return nullptr; }
};

} // namespace tiramisu::auto_scheduler
