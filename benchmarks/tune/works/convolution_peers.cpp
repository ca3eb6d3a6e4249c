#include "tune/works/convolution_peers.h"

#include "dnn/images.h"
#include "peers/onednn_chain.h"

#include <memory>

namespace tiramisu::bench {

namespace {

nn::conv2d_layouts blocked(const nn::conv2d_problem &problem) {
    const auto format = [](int channels) {
        return channels % 16 == 0 ? nn::layout::nchw16c : nn::layout::nhwc;
    };
    return {format(problem.ic), format(problem.oc)};
}

} // namespace

convolution_data data_of(const nn::conv2d_problem &problem) {
    return convolution_data(convolutions{{{problem.completed()}}});
}

aligned_floats channels_last(const convolution_data &data) {
    aligned_floats made(data.src.size());
    rearrange(data.src_extents(), nn::layout::nchw, data.src, nn::layout::nhwc, made);
    return made;
}

std::vector<contender> convolution_peers(const nn::conv2d_problem &problem,
                                         aligned_floats &result) {
    const auto data = std::make_shared<const convolution_data>(data_of(problem));
    const auto plain = std::make_shared<aligned_floats>(result.size());
    const auto extents = data->steps.front().dst_extents();
    const auto to_result = [plain, extents, &result] {
        rearrange(extents, nn::layout::nchw, *plain, nn::layout::nhwc, result);
    };
    const prepared_chain onednn =
        onednn_chain(*data, onednn_formats::own, data->src.data(), data->weight_pointers(),
                     plain->data(), data->bias_pointers());
    const our_convolutions layer = prepare_ours(*data, {blocked(problem)}, "auto", 1);
    return {{"onednn",
             onednn.run,
             result.data(),
             {},
             [onednn, to_result, data] {
                 onednn.unpack();
                 to_result();
             }},
            {"layer", layer.run, result.data(), {}, [layer, plain, to_result] {
                 layer.unpack(*plain);
                 to_result();
             }}};
}

} // namespace tiramisu::bench
