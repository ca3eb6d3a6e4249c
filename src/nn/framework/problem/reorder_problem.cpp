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
    read_images(words, problem);
    problem.to = take_alternative(words, to_key, image_layout_names()).value_or(problem.to);
    words.require_all_taken(image_keys<reorder_problem>({to_key}));
    return problem.completed(where);
}

reorder_problem reorder_problem::completed(source_place where) const {
    const std::string subject = "problem \"" + written(*this) + "\"";
    check_images(subject, *this, where);
    check_alternative(subject, to_key, image_layout_names(), to, where);
    check_tensor_size(subject, "dst", {mb, ic, ih, iw}, to, where);
    return *this;
}

std::vector<tensor> reorder_problem::sources() const {
    return {named("src", src_extents())};
}

tensor reorder_problem::dst() const {
    return {"dst", src_extents(), to, type};
}

} // namespace tiramisu::nn
