#include "conv2d_parameters.h"

#include "layer_words.h"

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

conv2d_parameters read_conv2d_parameters(const std::vector<std::string> &given) {
    const layer_words words("conv2d", {"layout", "src", "dst"}, given);
    conv2d_parameters read;
    read.how = {words.options(), {layout_of(words, "src"), layout_of(words, "dst")}};
    read.results = words.results();
    read.problem = conv2d_problem::parse(words.problem(), {});
    if (read.problem.mb == 0) {
        throw user_error("problem \"" + read.problem.text() + "\"", "mb",
                         "is 0, must be at least 1: there is nothing to generate");
    }
    return read;
}

} // namespace tiramisu::nn
