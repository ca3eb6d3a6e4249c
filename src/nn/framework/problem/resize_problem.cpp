#include <limits>

#include "nn/framework/problem/choice_word.h"
#include "nn/framework/problem/image_words.h"
#include "tiramisu/nn/resize.h"

namespace tiramisu::nn {

namespace {

using mode = resize_problem::mode;

const std::string by_key = "by";
const alternative_names<mode> modes = {{mode::nearest, "nearest"}, {mode::bilinear, "bilinear"}};
constexpr integer_field<resize_problem> size_fields[] = {{"oh", &resize_problem::oh, 1},
                                                         {"ow", &resize_problem::ow, 1}};

std::string written(const resize_problem &problem) {
    return print_images(problem) + print_fields(size_fields, problem) + " " + by_key + "=" +
           name_of(modes, problem.by) + print_layout(problem);
}

/// Throws user_error if positions, which are counted in shares of a pixel, do not fit 32 bits.
void check_positions(const std::string &subject, const std::string &key, int from, int to,
                     source_place where) {
    if (2.0 * from * (to + 1.0) > std::numeric_limits<int>::max()) {
        throw user_error(subject, key,
                         "is " + std::to_string(to) + ", made of " + std::to_string(from) +
                             ": their product must be less than 2^30",
                         where);
    }
}

} // namespace

std::string resize_problem::text() const {
    return written(completed());
}

resize_problem resize_problem::parse(const std::string &text, source_place where) {
    problem_words words(kind, text, where);
    resize_problem problem;
    read_images(words, problem);
    read_fields(words, size_fields, problem);
    problem.by = take_alternative(words, by_key, modes).value_or(problem.by);
    words.require_all_taken(image_keys<resize_problem>({"oh", "ow", by_key}));
    return problem.completed(where);
}

resize_problem resize_problem::completed(source_place where) const {
    const std::string subject = "problem \"" + written(*this) + "\"";
    check_images(subject, *this, where);
    check_alternative(subject, by_key, modes, by, where);
    check_fields(subject, size_fields, *this, where);
    check_positions(subject, "oh", ih, oh, where);
    check_positions(subject, "ow", iw, ow, where);
    check_tensor_size(subject, "dst", {mb, ic, oh, ow}, format, where);
    return *this;
}

std::vector<tensor> resize_problem::sources() const {
    return {named("src", src_extents())};
}

tensor resize_problem::dst() const {
    return named("dst", {mb, ic, oh, ow});
}

} // namespace tiramisu::nn
