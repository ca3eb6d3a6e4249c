#include "tiramisu/nn/concat.h"
#include "nn/framework/tensor_layer/arguments.h"
#include "nn/framework/tensor_layer/image_loops.h"
#include "nn/framework/tensor_layer/tensor_layer.h"

namespace tiramisu::nn {

namespace {

using concat_task = tensor_task<concat_problem>;

/// Elements are moved, whatever they are. Calls `schedule(copy, iterators, source)` for the copy of
/// each source.
template <typename Schedule>
std::vector<buffer> copies(const concat_problem &problem, const Schedule &schedule) {
    const std::vector<tensor> sources = as_rows(problem.sources());
    const tensor_arguments arguments(sources, as_rows(problem.dst()));
    int first = 0;
    for (std::size_t i = 0; i < sources.size(); i++) {
        const image_iterators at(sources[i].extents);
        computation copy("copy" + std::to_string(i), {at.n, at.c, at.y, at.x},
                         arguments.source(i)(at.n, at.c, at.y, at.x));
        arguments.store(copy, {at.n, at.c + first, at.y, at.x});
        schedule(copy, at, sources[i]);
        first += sources[i].extents[1];
    }
    return arguments.all();
}

class naive_concat : public tensor_solver<concat_problem> {
public:
    std::string name() const override { return "naive"; }
    bool computes(element_type) const override { return true; }

protected:
    std::vector<buffer> write(const concat_task &of) const override {
        return copies(of.problem, [](const auto &...) {});
    }
};

/// Each source in the order of its memory, neighbours on the lanes of vectors.
class vector_concat : public tensor_solver<concat_problem> {
public:
    std::string name() const override { return "vectors"; }
    bool computes(element_type) const override { return true; }

protected:
    std::vector<buffer> write(const concat_task &of) const override {
        return copies(of.problem,
                      [&](computation &copy, const image_iterators &at, const tensor &source) {
                          run_as_stored(copy, at, source, of.target);
                      });
    }
};

} // namespace

template <>
const solver_list<concat_task, program> &all_tensor_solvers<concat_problem>() {
    static const auto all = solver_list<concat_task, program>::of<vector_concat, naive_concat>();
    return all;
}

template class layer<concat_problem, layer_options, search_options>;
template class tensor_layer<concat_problem>;

} // namespace tiramisu::nn
