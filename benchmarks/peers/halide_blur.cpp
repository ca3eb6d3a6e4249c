#include "peers/halide_blur.h"

#include <Halide.h>
#include <sched.h>
#include <unistd.h>

#include <filesystem>

namespace tiramisu::bench {

namespace {

struct pipeline {
    Halide::ImageParam source{Halide::Float(32), 2, "source"};
    Halide::Func rows{"rows"}, blurred{"blurred"}, half{"half"};

    pipeline() {
        Halide::Var x("x"), y("y");
        rows(x, y) = (source(x, y) + source(x + 1, y) + source(x + 2, y)) / 3.0f;
        blurred(x, y) = (rows(x, y) + rows(x, y + 1) + rows(x, y + 2)) / 3.0f;
        half(x, y) = (blurred(2 * x, 2 * y) + blurred(2 * x + 1, 2 * y) +
                      blurred(2 * x, 2 * y + 1) + blurred(2 * x + 1, 2 * y + 1)) *
                     0.25f;
        source.set_estimates({{0, blur_sizes::source}, {0, blur_sizes::source}});
        half.set_estimates({{0, blur_sizes::result}, {0, blur_sizes::result}});
    }
};

// Whatever this thread is bound to.
unsigned cores_on_line() {
    return static_cast<unsigned>(sysconf(_SC_NPROCESSORS_ONLN));
}

} // namespace

std::function<void(const float *, float *)> halide_blur(const std::string &plugin,
                                                        const std::string &autoscheduler) {
    const std::string library = TIRAMISU_BENCH_HALIDE_LIBRARIES "/lib" + plugin + ".so";
    if (!std::filesystem::exists(library)) {
        return {};
    }
    Halide::load_plugin(library);
    pipeline parts;
    const std::string cores = std::to_string(cores_on_line());
    const Halide::Target target = Halide::get_jit_target_from_environment();
    Halide::Pipeline(parts.half)
        .apply_autoscheduler(target, {autoscheduler, {{"parallelism", cores}}});
    const Halide::Callable compiled = parts.half.compile_to_callable({parts.source}, target);
    return [compiled](const float *source, float *result) {
        Halide::Buffer<float> from(const_cast<float *>(source), blur_sizes::source,
                                   blur_sizes::source);
        Halide::Buffer<float> to(result, blur_sizes::result, blur_sizes::result);
        compiled(from, to);
    };
}

void set_halide_threads(int threads, const std::function<void()> &run) {
    Halide::Internal::JITSharedRuntime::set_num_threads(threads);
    // They inherit the cores of the thread that starts them, and OpenMP has bound this one to one.
    cpu_set_t bound, all;
    sched_getaffinity(0, sizeof bound, &bound);
    CPU_ZERO(&all);
    for (unsigned core = 0; core < cores_on_line(); core++) {
        CPU_SET(core, &all);
    }
    sched_setaffinity(0, sizeof all, &all);
    run();
    sched_setaffinity(0, sizeof bound, &bound);
}

} // namespace tiramisu::bench
