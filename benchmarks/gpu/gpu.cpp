#include "gpu/cublas.h"
#include "gpu/cuda_driver.h"
#include "gpu/cudnn.h"
#include "gpu/cusparse.h"
#include "gpu/device_peak.h"
#include "gpu/device_problem.h"
#include "gpu/modelled_device.h"
#include "sets.h"

#include <tiramisu/runtime.h>

#include <cstdio>
#include <stdexcept>

namespace tiramisu::bench {

namespace {

bool has_opencl() {
    const auto before = tiramisu_set_error_handler([](void *, const char *) {});
    bool is_there = true;
    try {
        const device_array probe("opencl", std::vector<float>{0});
    } catch (const std::exception &) {
        is_there = false;
    }
    tiramisu_set_error_handler(before);
    return is_there;
}

gpu_place find_place(const session &here) {
    const std::string &missing = cuda_driver::here().missing();
    if (missing.empty()) {
        return {"cuda", "host-cuda-cuda_capability_80"};
    }
    std::printf("device     none: %s\n", missing.c_str());
    if (here.only_checks && has_opencl()) {
        std::printf("           small problems are computed through OpenCL, and compared\n\n");
        return {"opencl", "host-opencl"};
    }
    const modelled_device device = h100();
    std::printf("           what follows is a model of an %s, of %d multiprocessors, %.0f GFLOP/s "
                "and %.0f GB/s; nothing is measured\n\n",
                device.name, device.multiprocessors, device.fma_peak, device.bandwidth);
    return {};
}

/// Versions of the libraries that are there; "not there" of the others, and what is wrong with one
/// that cannot be used.
std::map<std::string, std::string> peer_versions_on_device() {
    const auto asked = [](const auto &version) -> std::string {
        try {
            const std::string number = version();
            return number.empty() ? "not there" : number;
        } catch (const std::exception &error) {
            return error.what();
        }
    };
    return {{"cublas", asked(cublas_version)},
            {"cudnn", asked(cudnn_convolution::version)},
            {"cusparse", asked(cusparse_product::version)}};
}

std::vector<device_problem> problems(const problem_filter &is_run) {
    std::vector<device_problem> all;
    for (const auto &family :
         {product_problems, convolution_problems, sparse_convolution_problems}) {
        const std::vector<device_problem> some = family(is_run);
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

} // namespace

void run_gpu(session &here) {
    const gpu_place where = find_place(here);
    if (where.is_timed()) {
        here.here.device = describe_device(cuda_driver::here(), where);
        here.here.device->libraries = peer_versions_on_device();
        print_device(*here.here.device);
    }
    std::vector<std::function<void(session &)>> parts;
    for (const device_problem &problem : problems(problems_of_run(here, where))) {
        parts.emplace_back(
            [where, problem](session &now) { run_device_problem(now, where, problem); });
    }
    here.run_parts(parts);
}

} // namespace tiramisu::bench
