#include "nn/framework/problem/image_words.h"
#include "tiramisu/nn/reorder.h"

namespace tiramisu::nn {

namespace {

const std::string to_key = "to";

std::string written(const reorder_problem &problem) {
    return print_images(problem) + " " + to_key + "=" + to_string(problem.to) +
           print_layout(problem);
}

} // namespace

std::string reorder_problem::text() const {
    return written(completed());
}

reorder_problem reorder_problem::parse(const std::string &text, source_place where) {
    problem_words words(kind, text, where);
    reorder_problem problem;
    read_images(words, problem, where);
    if (const auto given = words.take(to_key)) {
        problem.to = parse_layout(*given, where);
    }
    words.require_all_taken(image_keys<reorder_problem>({to_key}));
    return problem.completed(where);
}

reorder_problem reorder_problem::completed(source_place where) const {
    check_images("problem \"" + written(*this) + "\"", *this, where);
    return *this;
}

std::vector<tensor> reorder_problem::sources() const {
    return {named("src", src_extents())};
}

tensor reorder_problem::dst() const {
    return {"dst", src_extents(), to, type};
}

} // namespace tiramisu::nn
