#include "nn/framework/problem/activation_words.h"

namespace tiramisu::nn {

std::string print_activations(const std::vector<post_op> &post_ops) {
    return post_ops.empty() ? "" : " " + activations_key + "=" + post_ops_text(post_ops);
}

std::vector<post_op> read_activations(problem_words &words) {
    const auto given = words.take(activations_key);
    return given ? parse_post_ops(*given, words, activations_key) : std::vector<post_op>();
}

void check_activations(const std::string &subject, const std::vector<post_op> &post_ops,
                       source_place where) {
    check_post_ops(subject, activations_key, post_ops, where);
    for (const post_op &one : post_ops) {
        if (std::holds_alternative<post::pool>(one) ||
            std::holds_alternative<post::residual_add>(one)) {
            throw user_error(subject, activations_key,
                             "\"" + post_ops_text({one}) +
                                 "\" is not a function of one value; "
                                 "this layer takes those only",
                             where);
        }
    }
}

} // namespace tiramisu::nn
