#include "nn/framework/problem/image_words.h"
#include "tiramisu/nn/cross_entropy.h"

namespace tiramisu::nn {

namespace {

std::string written(const cross_entropy_problem &problem) {
    return print_images(problem) + print_layout(problem);
}

} // namespace

std::string cross_entropy_problem::text() const {
    return written(completed());
}

cross_entropy_problem cross_entropy_problem::parse(const std::string &text, source_place where) {
    problem_words words(kind, text, where);
    cross_entropy_problem problem;
    read_images(words, problem);
    words.require_all_taken(image_keys<cross_entropy_problem>({}));
    return problem.completed(where);
}

cross_entropy_problem cross_entropy_problem::completed(source_place where) const {
    check_images("problem \"" + written(*this) + "\"", *this, where);
    return *this;
}

std::vector<tensor> cross_entropy_problem::sources() const {
    return {named("src", src_extents()),
            {"labels", {mb, 1, ih, iw}, layout::nchw, element_type::s32}};
}

std::vector<tensor> cross_entropy_problem::results() const {
    return {{"loss", {mb, 1, ih, iw}, layout::nchw, accumulation_type(type)},
            named("diff_src", src_extents())};
}

} // namespace tiramisu::nn
