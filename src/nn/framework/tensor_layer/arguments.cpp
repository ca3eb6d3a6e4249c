#include "nn/framework/tensor_layer/arguments.h"

#include "nn/framework/program/kernel.h"

namespace tiramisu::nn {

namespace {

/// Rows of all pixels, as which some layers see images, lie elsewhere in that layout.
void require_plain_blocks(const tensor &one) {
    if (one.format == layout::lifted) {
        throw user_error("tensor \"" + one.name + "\"", "layout \"lifted\"",
                         "is one of sparse convolutions, which write nchw as well");
    }
}

} // namespace

tensor_arguments::tensor_arguments(const std::vector<tensor> &sources,
                                   const std::vector<tensor> &results)
    : shapes_(sources), sources_(sources.size()) {
    shapes_.insert(shapes_.end(), results.begin(), results.end());
    for (std::size_t i = 0; i < shapes_.size(); i++) {
        const tensor &one = shapes_[i];
        require_plain_blocks(one);
        memory_.emplace_back(one.name, buffer_sizes(one.format, one.extents),
                             primitive_of(one.type), i < sources_ ? a_input : a_output);
    }
}

input tensor_arguments::source(std::size_t number) const {
    return read(shapes_.at(number).name, number);
}

input tensor_arguments::before(std::size_t number) const {
    return read(shapes_.at(sources_ + number).name + "_before", sources_ + number);
}

input tensor_arguments::read(const std::string &name, std::size_t place) const {
    const tensor &shape = shapes_.at(place);
    const auto [mb, channels, height, width] = shape.extents.of_images();
    const var n("n", 0, mb), c("c", 0, channels), y("y", 0, height), x("x", 0, width);
    input values(name, {n, c, y, x}, primitive_of(shape.type));
    buffer memory = memory_[place];
    values.store_in(&memory, buffer_indices(shape.format, shape.extents, {n, c, y, x}));
    return values;
}

expr tensor_arguments::value(std::size_t number, const image_index &at) const {
    const expr element = source(number)(at.image, at.channel, at.row, at.column);
    return is_short_float(element.get_data_type()) ? cast(p_float32, element) : element;
}

void tensor_arguments::store(computation &result, const image_index &at, std::size_t number) const {
    const tensor &shape = shapes_.at(sources_ + number);
    buffer memory = memory_[sources_ + number];
    result.store_in(&memory, buffer_indices(shape.format, shape.extents, at));
}

tensor as_rows(tensor images) {
    images.extents[3] *= images.extents[2];
    images.extents[2] = 1;
    return images;
}

std::vector<tensor> as_rows(std::vector<tensor> images) {
    for (tensor &one : images) {
        one = as_rows(one);
    }
    return images;
}

} // namespace tiramisu::nn
