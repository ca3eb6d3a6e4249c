#include "core/core.h"

#include "rounds.h"
#include "scratch_folder.h"

#include <tiramisu/tiramisu.h>

#include <functional>
#include <stdexcept>

namespace tiramisu::bench {

namespace {

/// A convolution over a batch (seven loops), bias and ReLU, tiled and fused. Its function is the
/// implicit one then.
void declare_convolution() {
    init("convolution");
    var n("n", 0, 8), f("f", 0, 64), y("y", 0, 56), x("x", 0, 56);
    var c("c", 0, 64), ky("ky", 0, 3), kx("kx", 0, 3);
    input source("source", {n, c, y, x}, p_float32), weights("weights", {f, c, ky, kx}, p_float32);
    input bias("bias", {f}, p_float32);
    computation conv("conv", {n, f, y, x}, bias(f));
    conv(n, f, y, x) += weights(f, c, ky, kx) * source(n, c, y + ky, x + kx);
    computation relu("relu", {n, f, y, x}, max(conv(n, f, y, x), 0.0f));

    buffer source_memory("source", {8, 64, 58, 58}, p_float32, a_input);
    buffer weights_memory("weights", {64, 64, 3, 3}, p_float32, a_input);
    buffer bias_memory("bias", {64}, p_float32, a_input);
    buffer relu_memory("relu", {8, 64, 56, 56}, p_float32, a_output);
    source.store_in(&source_memory);
    weights.store_in(&weights_memory);
    bias.store_in(&bias_memory);
    relu.store_in(&relu_memory);

    var y0("y0"), x0("x0"), y1("y1"), x1("x1");
    for (computation part : {conv.init(), conv.update(0), relu}) {
        part.tile(y, x, 8, 8, y0, x0, y1, x1);
    }
    computation sums = conv.update(0);
    conv.init().then(sums, x0).then(relu, x0);
    conv.init().parallelize(n);
}

void check_convolution() {
    declare_convolution();
    if (!check_legality_of_function()) {
        throw std::runtime_error("the fused convolution was taken for illegal");
    }
}

/// What a search does for each schedule after the first one.
class next_schedules {
public:
    next_schedules() : original_((declare_convolution(), *global::get_implicit_function())) {
        prove();
    }

    void prove() {
        function candidate = original_.clone("candidate");
        candidate.set_schedule(original_.get_schedule().of("candidate"));
        if (!candidate.check_legality_of_function()) {
            throw std::runtime_error("the fused convolution was taken for illegal");
        }
    }

    void try_on_the_same() {
        if (!original_.is_legal(original_.get_schedule())) {
            throw std::runtime_error("the fused convolution was taken for illegal");
        }
    }

    void give() { original_.set_schedule(original_.get_schedule()); }

    /// Four tiles deep, vectors, unrolled loops: 30 commands.
    void give_many() { original_.set_schedule(many_); }

private:
    function original_;
    const schedule many_ = thirty_commands();

    static schedule thirty_commands() {
        schedule all("convolution");
        const auto give = [&](const char *to, const char *name,
                              std::vector<command_argument> arguments) {
            all = all.with({to, name, std::move(arguments)});
        };
        const auto loop = [](const char *name) { return loop_reference(name); };
        const auto name = [](const char *made) { return new_loop(made); };
        for (const char *part : {"conv", "conv_update_1", "relu"}) {
            give(part, "tile",
                 {loop("y"), loop("x"), 8, 8, name("y0"), name("x0"), name("y1"), name("x1")});
            give(part, "split", {loop("f"), 16, name("f0"), name("f1")});
            give(part, "interchange", {loop("f1"), loop("y0")});
            give(part, "interchange", {loop("f1"), loop("x0")});
            give(part, "split", {loop("f1"), 4, name("f2"), name("f3")});
            give(part, "tile", {loop("y1"), loop("x1"), 2, 4});
            give(part, "vectorize", {loop("x1_inner"), 4});
            give(part, "unroll", {loop("y1_inner")});
        }
        give("conv_update_1", "split", {loop("c"), 16, name("c0"), name("c1")});
        give("conv_update_1", "unroll", {loop("kx")});
        give("conv_update_1", "unroll", {loop("ky")});
        give("conv_update_1", "after", {computation_reference{"conv"}, loop("x0")});
        give("relu", "after", {computation_reference{"conv_update_1"}, loop("x0")});
        give("conv", "parallelize", {loop("n")});
        return all;
    }
};

/// Computations of which each reads the one before, all tiled.
void tile_many(int count) {
    init("tiled");
    var i("i", 0, 64), j("j", 0, 64);
    input source("source", {i, j}, p_float32);
    buffer source_memory("source", {64, 64}, p_float32, a_input);
    source.store_in(&source_memory);
    std::vector<computation> all = {source};
    for (int at = 0; at < count; ++at) {
        const computation last = all.back();
        all.emplace_back("c" + std::to_string(at), std::vector<var>{i, j}, last(i, j) + 1.0f);
        all.back().tile(i, j, 8, 8);
    }
    if (!check_legality_of_function()) {
        throw std::runtime_error("tiled computations were taken for illegal");
    }
}

/// A chain of computations, each a stencil over the one before.
void compile_chain(int count, const std::string &object) {
    init("chain");
    constexpr int size = 1024;
    buffer source_memory("source", {size}, p_float32, a_input);
    buffer result_memory("result", {size}, p_float32, a_output);
    var i("i", 0, size);
    input source("source", {i}, p_float32);
    source.store_in(&source_memory);
    std::vector<computation> stages = {source};
    for (int stage = 1; stage <= count; stage++) {
        const computation last = stages.back();
        var inner("i", stage, size - stage);
        stages.emplace_back("stage" + std::to_string(stage), std::vector<var>{inner},
                            (last(i - 1) + last(i) + last(i + 1)) / 3.0f);
        stages.back().vectorize(i, 8);
    }
    stages.back().store_in(&result_memory);
    codegen({&source_memory, &result_memory}, object);
}

void time_compiler(session &here, const char *id, const char *variant,
                   const std::function<void()> &work, int rounds) {
    if (!here.wants(id)) {
        return;
    }
    const std::vector<timing> times = interleaved_rounds({timed_here(work)}, rounds);
    row one;
    one.id = id;
    one.variant = variant;
    one.ours_ms = times[0].median;
    one.ours_min_ms = times[0].fastest;
    here.add(one);
}

} // namespace

void run_compiler(session &here) {
    const scratch_folder scratch;
    const std::string object = (scratch.path / "chain.o").string();
    time_compiler(here, "legality_convolution", "declare_and_check", check_convolution,
                  here.rounds());
    if (here.wants("next_schedule_convolution")) {
        next_schedules convolution;
        const int rounds = here.rounds();
        const char *id = "next_schedule_convolution";
        time_compiler(
            here, id, "clone_give_prove", [&] { convolution.prove(); }, rounds);
        time_compiler(
            here, id, "is_legal", [&] { convolution.try_on_the_same(); }, rounds);
        time_compiler(
            here, id, "give", [&] { convolution.give(); }, rounds);
        time_compiler(
            here, id, "give_30_commands", [&] { convolution.give_many(); }, rounds);
    }
    time_compiler(
        here, "tiled_1000", "declare_and_check", [] { tile_many(1000); }, 1);
    time_compiler(
        here, "computations_100", "to_object", [&] { compile_chain(100, object); },
        here.quick ? 1 : 3);
}

} // namespace tiramisu::bench
