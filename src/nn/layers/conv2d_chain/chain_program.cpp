#include "nn/layers/conv2d_chain/chain_program.h"

#include <utility>

#include "nn/framework/program/layout_map.h"
#include "nn/layers/conv2d/packing.h"
#include "nn/layers/conv2d_chain/chain_memory.h"
#include "nn/layers/conv2d_chain/resizing.h"

namespace tiramisu::nn {

namespace {

/// Packed weights of a step begin where a cache line would if those of the first do.
constexpr std::int64_t floats_a_line = 16;

sequence_place whole(const std::string &memory) {
    return {memory};
}

/// Takes the chain's functions together, step by step.
class chain_writer {
public:
    chain_writer(const dense_chain &chain, const machine &target, const layer_options &opts,
                 const std::string &name)
        : chain_(chain), target_(target), opts_(opts), memory_(chain) {
        made_.run.name = name;
        made_.run.rounds = chain.rounds;
        made_.pack_weights.name = name + "_pack_weights";
    }

    chain_program written() && {
        argument("src", of_all_images(chain_.src()), a_input);
        if (chain_.resized) {
            made_.run.calls.push_back(
                resizing_call(*chain_.resized, target_, opts_, made_.run.name, memory_));
        }
        for (std::size_t i = 0; i < chain_.count(); i++) {
            write_convolution(chain_.member(i), i);
        }
        const expr count = static_cast<std::int32_t>(made_.weights_count);
        argument("dst", of_all_images(chain_.dst()), a_output);
        made_.run.memory.insert(made_.run.memory.begin() + 1,
                                {"weights", {count}, p_float32, a_input});
        made_.pack_weights.memory.push_back({"weights", {count}, p_float32, a_output});
        for (const sequence_memory &one : memory_.temporaries()) {
            made_.run.memory.push_back(one);
        }
        return std::move(made_);
    }

private:
    const dense_chain &chain_;
    const machine &target_;
    const layer_options &opts_;
    chain_memory memory_;
    chain_program made_;

    void argument(const std::string &name, std::vector<expr> sizes, argument_t role) {
        made_.run.memory.push_back({name, std::move(sizes), p_float32, role});
    }

    std::vector<expr> of_all_images(tensor of) const {
        of.extents[0] = chain_.rounds; // of one image each
        return buffer_sizes(of.format, of.extents);
    }

    void write_convolution(const chain_step &step, std::size_t i) {
        const conv2d_task task{step.problem, step.layouts, target_};
        made_.choices.push_back(all_conv2d_solvers().chosen(task, opts_, {}));
        const conv2d_choice &choice = made_.choices.back();
        const std::string suffix = chain_.suffix(i);
        const conv2d_program made =
            choice.solver->generate(task, choice.values, made_.run.name + "_step_" + suffix);
        write_run(step.problem, i, made.run);
        write_packing(task, made, suffix);
    }

    /// Its weights are the next.
    void write_run(const conv2d_problem &problem, std::size_t i, const program &run) {
        const bool is_shortcut = i == chain_.steps.size();
        std::vector<sequence_place> where = {i == 0 || is_shortcut ? memory_.read_by_the_first()
                                                                   : memory_.result_of(i - 1),
                                             {"weights", made_.weights_count}};
        if (problem.bias) {
            const std::string bias = "bias_" + chain_.suffix(i);
            argument(bias, {problem.oc}, a_input);
            where.push_back(whole(bias));
        }
        if (problem.has_residual()) {
            where.push_back(chain_.shortcut ? memory_.third() : memory_.read_by_the_first());
        }
        where.push_back(is_shortcut ? memory_.third() : memory_.result_of(i));
        // A step may add what the shortcut leaves.
        std::vector<sequence_call> &calls = made_.run.calls;
        calls.insert(is_shortcut ? calls.begin() : calls.end(),
                     sequence_call{run.what, run.arguments, where, {}});
    }

    void write_packing(const conv2d_task &task, const conv2d_program &made,
                       const std::string &suffix) {
        const program packing =
            packing_for(task, made, made_.pack_weights.name + "_of_step_" + suffix);
        const std::string plain = "weights_" + suffix;
        made_.pack_weights.memory.push_back(
            {plain, packing.arguments.front().get_dim_sizes(), p_float32, a_input});
        made_.pack_weights.calls.push_back({packing.what,
                                            packing.arguments,
                                            {whole(plain), {"weights", made_.weights_count}},
                                            {}});
        const std::int64_t lines = (made.weights_count() + floats_a_line - 1) / floats_a_line;
        made_.weights_count += lines * floats_a_line;
    }
};

} // namespace

chain_program generate_chain(const dense_chain &chain, const machine &target,
                             const layer_options &opts, const std::string &name) {
    return chain_writer(chain, target, opts, name).written();
}

} // namespace tiramisu::nn
