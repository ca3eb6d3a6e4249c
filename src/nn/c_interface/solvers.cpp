#include "nn/c_interface/guarded_call.h"
#include "nn/c_interface/handles.h"

using namespace tiramisu;
using namespace tiramisu::nn;

tiramisu_status tiramisu_list_solvers(const char *text, tiramisu_solver_list **made) {
    constexpr const char *call = "tiramisu_list_solvers";
    return guarded_making(call, made, [&] {
        const std::string layer = required_text(call, "text", text);
        auto list = std::make_unique<tiramisu_solver_list>();
        for (const solver_verdict &one : kind_of(layer, {}).solvers(layer, {})) {
            find_result known;
            known.record.solver = one.solver;
            known.why_not = one.why_not;
            list->all.push_back(std::move(known));
        }
        return list;
    });
}

tiramisu_status tiramisu_find(const char *text, const tiramisu_layer_options *options,
                              tiramisu_solver_list **made) {
    constexpr const char *call = "tiramisu_find";
    return guarded_making(call, made, [&] {
        const std::string layer = required_text(call, "text", text);
        const c_options opts(options);
        auto list = std::make_unique<tiramisu_solver_list>();
        list->all = kind_of(layer, {}).find(layer, opts.search(), {});
        return list;
    });
}

size_t tiramisu_solver_count(const tiramisu_solver_list *list) {
    return told_of("tiramisu_solver_count", "list", list, size_t(0),
                   [](const tiramisu_solver_list &of) { return of.all.size(); });
}

tiramisu_status tiramisu_solver_at(const tiramisu_solver_list *list, size_t number,
                                   tiramisu_solver *found) {
    return guarded_call([&] {
        constexpr const char *call = "tiramisu_solver_at";
        const auto &all = required(call, "list", list).all;
        require_number(call, number, all.size());
        const find_result &one = all[number];
        required_place(call, found) = {one.record.solver.c_str(), one.record.configuration.c_str(),
                                       one.why_not.c_str(), one.record.milliseconds,
                                       one.record.error};
    });
}

void tiramisu_delete_solver_list(tiramisu_solver_list *list) {
    delete_handle("tiramisu_delete_solver_list", "list", list);
}
