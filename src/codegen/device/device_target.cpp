#include "codegen/device/device_target.h"

#include "codegen/expressions/target.h"
#include "runtime/device.h"
#include "tiramisu/target.h"

namespace tiramisu::lower {

using Halide::Target;

namespace {

const std::vector<Target::Feature> device_features = {
    Target::OpenCL,           Target::CUDA,
    Target::CUDACapability30, Target::CUDACapability32,
    Target::CUDACapability35, Target::CUDACapability50,
    Target::CUDACapability61, Target::CUDACapability70,
    Target::CUDACapability75, Target::CUDACapability80,
    Target::CUDACapability86};

} // namespace

device device_of(const Target &target) {
    return target.has_feature(Target::OpenCL) ? device::opencl
           : target.has_feature(Target::CUDA) ? device::cuda
                                              : device::none;
}

const char *name_of(device kind) {
    switch (kind) {
    case device::opencl: return "opencl";
    case device::cuda: return "cuda";
    case device::none: break;
    }
    return "";
}

Target without_device(const Target &target) {
    Target processor = target;
    for (const Target::Feature feature : device_features) {
        processor.set_feature(feature, false);
    }
    return processor;
}

Target kernel_target(const Target &target, bool doubles) {
    Target kernels(Target::OSUnknown, Target::ArchUnknown, target.bits);
    for (const Target::Feature feature : device_features) {
        kernels.set_feature(feature, target.has_feature(feature));
    }
    kernels.set_feature(Target::CLDoubles, doubles && device_of(target) == device::opencl);
    return kernels;
}

Halide::Expr device_number(device kind) {
    return static_cast<int>(kind == device::cuda ? rt::device_kind::cuda : rt::device_kind::opencl);
}

} // namespace tiramisu::lower

namespace tiramisu {

std::string device_of(const std::string &target) {
    return lower::name_of(lower::device_of(lower::parse_target(target)));
}

} // namespace tiramisu
