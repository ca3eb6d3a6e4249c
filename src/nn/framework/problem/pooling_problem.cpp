#include "nn/framework/problem/image_words.h"
#include "nn/framework/problem/pool_words.h"
#include "tiramisu/nn/pooling.h"

namespace tiramisu::nn {

namespace {

std::string written(const pooling_problem &problem) {
    return print_images(problem) + print_pool(problem.pool) + print_layout(problem);
}

} // namespace

std::string pooling_problem::text() const {
    return written(completed());
}

pooling_problem pooling_problem::parse(const std::string &text, source_place where) {
    problem_words words(kind, text, where);
    pooling_problem problem;
    read_images(words, problem);
    problem.pool = read_pool(words);
    words.require_all_taken(image_keys<pooling_problem>({pool_key}));
    return problem.completed(where);
}

pooling_problem pooling_problem::completed(source_place where) const {
    const std::string subject = "problem \"" + written(*this) + "\"";
    check_images(subject, *this, where);
    check_pool(subject, pool, *this, where);
    return *this;
}

std::vector<tensor> pooling_problem::sources() const {
    return {named("src", src_extents())};
}

tensor pooling_problem::dst() const {
    return named("dst", {mb, ic, pool.out_height(ih), pool.out_width(iw)});
}

} // namespace tiramisu::nn
