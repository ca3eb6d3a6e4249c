#include "nn/framework/problem/pool_words.h"

#include "nn/framework/problem/numbers.h"
#include "nn/framework/problem/post_op_text.h"
#include "nn/framework/problem/tensor_sizes.h"

namespace tiramisu::nn {

std::string print_pool(const post::pool &pool) {
    return " " + pool_key + "=" + post_ops_text({pool});
}

post::pool read_pool(problem_words &words) {
    const auto given = words.take(pool_key);
    if (!given) {
        words.refuse(pool_key, "is missing; write, for example," + print_pool({}));
    }
    const std::vector<post_op> read = parse_post_ops(*given, words, pool_key);
    if (read.size() != 1 || !std::holds_alternative<post::pool>(read.front())) {
        words.refuse(pool_key, "\"" + *given + "\" is not a pooling");
    }
    return std::get<post::pool>(read.front());
}

void check_pool(const std::string &subject, const post::pool &pool, const images &of,
                source_place where) {
    check_post_ops(subject, pool_key, {pool}, where);
    const int rows = pool.out_height(of.ih), columns = pool.out_width(of.iw);
    if (rows < 1 || columns < 1) {
        throw user_error(subject, pool_key, "no window fits into " + size_text(of.ih, of.iw),
                         where);
    }
    check_tensor_size(subject, "dst", {of.mb, of.ic, rows, columns}, of.format, where);
}

} // namespace tiramisu::nn
