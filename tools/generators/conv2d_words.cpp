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

conv2d_layouts asked_layouts(const layer_words &words) {
    return {layout_of(words, "src"), layout_of(words, "dst")};
}

} // namespace tiramisu::nn
