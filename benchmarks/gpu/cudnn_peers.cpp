#include "gpu/cudnn_peers.h"

namespace tiramisu::bench {

device_contender cudnn_peer(const std::shared_ptr<convolution_on_device> &data, image_order order,
                            convolution_math math) {
    const bool is_nhwc = order == image_order::nhwc, is_exact = math == convolution_math::f32;
    device_contender one;
    one.name = std::string("cudnn") + (is_nhwc ? "_nhwc" : "") + (is_exact ? "" : "_tf32");
    one.tolerance = is_exact ? 1e-4 : 1e-2;
    const device_images *const images = &data->images(order);
    one.result = images->result.get();
    one.place = [data, order](std::size_t at) { return data->place(order, at); };
    if (cudnn_convolution::is_there()) {
        const auto made = std::make_shared<std::unique_ptr<cudnn_convolution>>();
        one.work = [data, order, math, made, images] {
            if (*made == nullptr) {
                *made = std::make_unique<cudnn_convolution>(data->problem(), order, math);
            }
            (*made)->run(images->source->data(), images->weights->data(), images->result->data());
        };
    }
    return one;
}

device_contender cudnn_fused_peer(const std::shared_ptr<convolution_on_device> &data,
                                  bool at_once) {
    device_contender one;
    one.name = at_once ? "cudnn_fused" : "cudnn_separate";
    const device_images *const images = &data->images(image_order::nchw);
    one.result = images->result.get();
    if (cudnn_convolution::is_there()) {
        const auto made = std::make_shared<std::unique_ptr<cudnn_convolution>>();
        one.work = [data, made, at_once, images] {
            if (*made == nullptr) {
                *made = std::make_unique<cudnn_convolution>(data->problem(), image_order::nchw,
                                                            convolution_math::f32);
            }
            const auto run =
                at_once ? &cudnn_convolution::run_fused : &cudnn_convolution::run_separately;
            ((**made).*run)(images->source->data(), images->weights->data(), data->bias().data(),
                            images->result->data());
        };
    }
    return one;
}

} // namespace tiramisu::bench
