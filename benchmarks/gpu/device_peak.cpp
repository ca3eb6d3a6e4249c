#include "gpu/device_peak.h"

#include "accuracy.h"
#include "gpu/event_clock.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <stdexcept>

namespace tiramisu::bench {

namespace {

/// The fastest of some turns, after others in which the clock may rise.
double fastest_seconds(const stopwatch &work) {
    double best = work(1);
    for (int turn = 0; turn < 20; turn++) {
        best = std::min(best, work(1));
    }
    return best;
}

double measured_peak(const cuda_driver &driver, const gpu_place &where, int multiprocessors) {
    // Blocks of 256 threads, eight to a multiprocessor; more chains than multiply-adds take cycles.
    const chains_on_device sizes = {multiprocessors * 16, 256, 16, 4096};
    const device_code code(multiply_add_chains(sizes), where);
    device_array seeds(where.device, random_floats(static_cast<std::size_t>(sizes.chains), 7));
    device_array result(where.device, no_floats(static_cast<std::size_t>(sizes.blocks) *
                                                static_cast<std::size_t>(sizes.threads) *
                                                static_cast<std::size_t>(sizes.chains)));
    return sizes.operations() /
           fastest_seconds(timed_by_events(driver,
                                           [&] {
                                               code.start({&seeds, &result});
                                           })) *
           1e-9;
}

double measured_bandwidth(const cuda_driver &driver, const gpu_place &where) {
    constexpr std::size_t bytes = std::size_t{1} << 27U; // more than any cache
    const std::vector<float> values(bytes / sizeof(float), 1);
    const device_array from(where.device, values), to(where.device, values);
    const auto address = [](const device_array &array) {
        return reinterpret_cast<cuda_driver::address>(array.data());
    };
    return 2.0 * bytes /
           fastest_seconds(
               timed_by_events(driver, [&] { driver.copy(address(to), address(from), bytes); })) *
           1e-9;
}

/// What fails is told, and the rest of the set goes on with what the device states.
double measured_or(double stated, const char *what, const std::function<double()> &measure) {
    try {
        return measure();
    } catch (const std::exception &error) {
        std::fprintf(stderr,
                     "tiramisu_bench: the %s of the device is what its clocks state, as it is not "
                     "measured: %s\n",
                     what, error.what());
        return stated;
    }
}

} // namespace

device_schedule multiply_add_chains(const chains_on_device &sizes) {
    const auto declare = [sizes] {
        init("multiply_add_chains");
        const var block("block", 0, sizes.blocks), thread("thread", 0, sizes.threads);
        const var chain("chain", 0, sizes.chains), step("step", 0, sizes.steps);
        // What chains begin with is not known before they run, or there would be nothing to do.
        input seeds("seeds", {chain}, p_float32);
        computation start("start", {block, thread, chain}, seeds(chain) * cast(p_float32, thread));
        computation next("next", {block, thread, step, chain}, p_float32);
        next.set_expression(next(block, thread, step, chain) * 0.999f + 0.001f);
        computation end("end", {block, thread, chain}, start(block, thread, chain));

        buffer seeds_memory("seeds_memory", {sizes.chains}, p_float32, a_input);
        buffer result("result", {sizes.blocks, sizes.chains, sizes.threads}, p_float32, a_output);
        buffer kept("kept", {sizes.chains}, p_float32, a_temporary);
        seeds.store_in(&seeds_memory);
        start.store_in(&kept, {expr(chain)});
        next.store_in(&kept, {expr(chain)});
        end.store_in(&result, {expr(block), expr(chain), expr(thread)});
        for (computation part : {start, next, end}) {
            part.gpu_block(block).gpu_thread(thread);
            part.tag_unroll_level(chain);
        }
        const var some("some"), inside("inside"); // so that counting steps takes next to no time
        next.split(step, 16, some, inside).tag_unroll_level(inside);
        start.then(next, thread).then(end, thread);
        kept.allocate_at(end, thread);
        return scheduled_function{*global::get_implicit_function(), {seeds_memory, result}};
    };
    return {"chains", declare};
}

device_machine describe_device(const cuda_driver &driver, const gpu_place &where) {
    const cuda_device_facts facts = driver.facts();
    device_machine device;
    device.name = facts.name;
    device.driver = facts.driver;
    device.multiprocessors = facts.multiprocessors;
    device.clock_ghz = facts.clock_ghz;
    // Two transfers a cycle.
    device.stated_bandwidth = 2 * facts.memory_ghz * facts.memory_bits / 8;
    const bool has_few_lanes = facts.major == 8 && facts.minor == 0; // of a multiprocessor
    const double stated_peak =
        2.0 * (has_few_lanes ? 64 : 128) * facts.multiprocessors * facts.clock_ghz;
    device.fma_peak = measured_or(
        stated_peak, "peak", [&] { return measured_peak(driver, where, facts.multiprocessors); });
    device.bandwidth = measured_or(device.stated_bandwidth, "bandwidth",
                                   [&] { return measured_bandwidth(driver, where); });
    return device;
}

void print_device(const device_machine &device) {
    std::printf("device     %s, %d multiprocessors, %.2f GHz at most; driver %s\n",
                device.name.c_str(), device.multiprocessors, device.clock_ghz,
                device.driver.c_str());
    for (const auto &[library, version] : device.libraries) {
        std::printf("peer       %s %s\n", library.c_str(), version.c_str());
    }
    std::printf("measured   device: FMA peak %.0f GFLOP/s, memory %.0f GB/s (stated: %.0f)\n\n",
                device.fma_peak, device.bandwidth, device.stated_bandwidth);
}

} // namespace tiramisu::bench
