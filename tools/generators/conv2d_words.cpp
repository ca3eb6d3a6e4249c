#include "conv2d_words.h"

namespace tiramisu::nn {

namespace {

layout layout_of(const layer_words &words, const std::string &key) {
    if (words.has("layout") && words.has(key)) {
        words.refuse(key, "stands beside layout=" + words.value("layout") +
                              ", which is that of src and dst; give either");
    }
    return parse_layout(words.value(words.has("layout") ? "layout" : key, "nchw"), {});
}

} // namespace

void require_pictures(const conv2d_problem &problem) {
    if (problem.mb == 0) {
        throw user_error("problem \"" + problem.text() + "\"", "mb",
                         "is 0, must be at least 1: there is nothing to generate");
    }
}

conv2d_problem asked_conv2d(const layer_words &words) {
    const conv2d_problem asked = conv2d_problem::parse(words.problem("conv2d"), {});
    require_pictures(asked);
    return asked;
}

conv2d_layouts asked_layouts(const layer_words &words) {
    return {layout_of(words, "src"), layout_of(words, "dst")};
}

} // namespace tiramisu::nn
