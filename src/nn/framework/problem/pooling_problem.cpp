#include "nn/framework/problem/image_words.h"
#include "nn/framework/problem/numbers.h"
#include "nn/framework/problem/post_op_text.h"
#include "tiramisu/nn/pooling.h"

namespace tiramisu::nn {

namespace {

const std::string pool_key = "pool";

std::string written(const pooling_problem &problem) {
    return print_images(problem) + " " + pool_key + "=" + post_ops_text({problem.pool}) +
           print_layout(problem);
}

} // namespace

std::string pooling_problem::text() const {
    return written(completed());
}

pooling_problem pooling_problem::parse(const std::string &text, source_place where) {
    problem_words words(kind, text, where);
    pooling_problem problem;
    read_images(words, problem, where);
    const auto given = words.take(pool_key);
    if (!given) {
        words.refuse(pool_key, "is missing; write, for example, " + pool_key + "=" +
                                   post_ops_text({problem.pool}));
    }
    const std::vector<post_op> read = parse_post_ops(*given, words, pool_key);
    if (read.size() != 1 || !std::holds_alternative<post::pool>(read.front())) {
        words.refuse(pool_key, "\"" + *given + "\" is not a pooling");
    }
    problem.pool = std::get<post::pool>(read.front());
    words.require_all_taken(image_keys<pooling_problem>({pool_key}));
    return problem.completed(where);
}

pooling_problem pooling_problem::completed(source_place where) const {
    const std::string subject = "problem \"" + written(*this) + "\"";
    check_images(subject, *this, where);
    check_post_ops(subject, pool_key, {pool}, where);
    if (pool.out_height(ih) < 1 || pool.out_width(iw) < 1) {
        throw user_error(subject, pool_key, "no window fits into " + size_text(ih, iw), where);
    }
    check_tensor_size(subject, "dst", {mb, ic, pool.out_height(ih), pool.out_width(iw)}, where);
    return *this;
}

std::vector<tensor> pooling_problem::sources() const {
    return {named("src", src_extents())};
}

tensor pooling_problem::dst() const {
    return named("dst", {mb, ic, pool.out_height(ih), pool.out_width(iw)});
}

} // namespace tiramisu::nn
