#pragma once

#include <string>

#include "tiramisu/auto_scheduler/search_method.h"

namespace tiramisu::auto_scheduler {

class syntax_tree;

/// The constructor throws, so that there is none. What older programs go on to call is here for
/// them to compile and link, and throws as well.
class auto_scheduler {
public:
    auto_scheduler(search_method *, evaluation_function *, function * = nullptr,
                   source_place where = source_place::current()) {
        detail::refuse_search("auto_scheduler", where);
    }

    void set_exec_evaluator(evaluation_function *) { refuse("set_exec_evaluator"); }
    void find_schedule() { refuse("find_schedule"); }
    void apply_best_schedule() { refuse("apply_best_schedule"); }
    void sample_search_space(const std::string & = "./schedules_sample.json", bool = true) {
        refuse("sample_search_space");
    }
    int get_nb_explored_schedules() const { refuse("get_nb_explored_schedules"); }
    float get_best_evaluation() const { refuse("get_best_evaluation"); }
    syntax_tree *get_best_ast() const { refuse("get_best_ast"); }

private:
    [[noreturn]] static void refuse(const std::string &member) {
        detail::refuse_search(("auto_scheduler::" + member).c_str(), {});
    }
};

} // namespace tiramisu::auto_scheduler
