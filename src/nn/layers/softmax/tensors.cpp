#include "nn/layers/softmax/tensors.h"

namespace tiramisu::nn {

tensor softmax_view(int axis, const tensor &images) {
    tensor view = axis == 1 ? as_rows(images) : images;
    const auto [n, c, height, width] = view.extents.of_images();
    if (axis == 1 && view.format == layout::nchw && height * width == 1) {
        view.format = layout::nhwc;
    }
    return view;
}

std::vector<tensor> softmax_views(int axis, std::vector<tensor> images) {
    for (tensor &one : images) {
        one = softmax_view(axis, one);
    }
    return images;
}

bool is_along(int axis, const tensor &images) {
    const bool channels_side_by_side = softmax_view(axis, images).format != layout::nchw;
    return (axis == 1) == channels_side_by_side;
}

std::size_t softmax_rows(int axis, const std::array<int, 4> &extents) {
    const int length = extents[axis == 1 ? 1 : 3];
    return element_count(layout::nchw, extents) / static_cast<std::size_t>(length);
}

softmax_tensors::softmax_tensors(int axis, const std::vector<tensor> &sources, const tensor &dst)
    : stored(softmax_view(axis, dst)), at(stored.extents), over_channels_(axis == 1),
      arguments_(softmax_views(axis, sources), stored) {
    for (std::size_t i = 0; i < sources.size(); i++) {
        sources_.push_back(arguments_.source(i));
    }
}

std::vector<var> softmax_tensors::row() const {
    return over_channels_ ? std::vector<var>{at.n, at.y, at.x} : std::vector<var>{at.n, at.c, at.y};
}

var softmax_tensors::parallel_row(const machine &target) const {
    const auto [images, channels, height, width] = stored.extents.of_images();
    image_loops loops{{{at.n, images}, {at.y, height}, {at.x, width}}, {at.c, channels}};
    if (!over_channels_) {
        loops = {{{at.n, images}, {at.c, channels}, {at.y, height}}, {at.x, width}};
    }
    return loops.parallel(target);
}

expr softmax_tensors::source(const expr &along, std::size_t number) const {
    const image_index index = place(along);
    return widened(p_float32,
                   sources_.at(number)(index.image, index.channel, index.row, index.column));
}

access softmax_tensors::of_row(const computation &values, const std::vector<expr> &more) const {
    std::vector<expr> indices;
    for (const var &one : row()) {
        indices.push_back(one);
    }
    indices.insert(indices.end(), more.begin(), more.end());
    return values.at(indices);
}

void softmax_tensors::store(computation &values, const expr &along) const {
    arguments_.store(values, place(along));
}

image_index softmax_tensors::place(const expr &along) const {
    return over_channels_ ? image_index{at.n, along, at.y, at.x}
                          : image_index{at.n, at.c, at.y, along};
}

} // namespace tiramisu::nn
