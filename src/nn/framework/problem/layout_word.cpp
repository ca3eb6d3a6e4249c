#include "nn/framework/problem/layout_word.h"

#include "support/immortal.h"

namespace tiramisu::nn {

const alternative_names<layout> &image_layout_names() {
    static const alternative_names<layout> &all = support::immortal<alternative_names<layout>>(
        {{layout::nchw, "nchw"}, {layout::nhwc, "nhwc"}, {layout::nchw16c, "nchw16c"}});
    return all;
}

} // namespace tiramisu::nn
