#include "nn/framework/problem/image_words.h"
#include "nn/framework/problem/pool_words.h"
#include "tiramisu/nn/pooling_backward.h"

namespace tiramisu::nn {

namespace {

std::string written(const pooling_backward_problem &problem) {
    return print_images(problem) + print_pool(problem.pool) + print_layout(problem);
}

} // namespace

std::string pooling_backward_problem::text() const {
    return written(completed());
}

pooling_backward_problem pooling_backward_problem::parse(const std::string &text,
                                                         source_place where) {
    problem_words words(kind, text, where);
    pooling_backward_problem problem;
    read_images(words, problem);
    problem.pool = read_pool(words);
    words.require_all_taken(image_keys<pooling_backward_problem>({pool_key}));
    return problem.completed(where);
}

pooling_backward_problem pooling_backward_problem::completed(source_place where) const {
    const std::string subject = "problem \"" + written(*this) + "\"";
    check_images(subject, *this, where);
    check_pool(subject, pool, *this, where);
    return *this;
}

std::vector<tensor> pooling_backward_problem::sources() const {
    std::vector<tensor> all = {
        named("diff_dst", {mb, ic, pool.out_height(ih), pool.out_width(iw)})};
    if (pool.what == post::pool::kind::max) {
        all.push_back(named("src", src_extents()));
    }
    return all;
}

tensor pooling_backward_problem::dst() const {
    return named("diff_src", src_extents());
}

} // namespace tiramisu::nn
