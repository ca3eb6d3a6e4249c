#include "nn/sparse/conv2d_chain/sparse_chain_program.h"

#include <array>
#include <utility>

#include "nn/framework/program/layout_map.h"
#include "nn/layers/conv2d_chain/resizing.h"

namespace tiramisu::nn {

namespace {

/// Takes the chain's functions together, member by member.
class sparse_chain_writer {
public:
    sparse_chain_writer(const chain_members &chain, const std::string &name)
        : chain_(chain), memory_(chain) {
        made_.run.name = name;
        made_.run.rounds = chain.rounds;
        made_.pack_pattern.name = name + "_pack_pattern";
        argument("src", of_the_batch(chain.src()), p_float32, a_input);
    }

    void write_members(const sparse_chain_steps &known, const machine &target,
                       const layer_options &opts) {
        if (chain_.resized) {
            made_.run.calls.push_back(
                resizing_call(*chain_.resized, target, opts, made_.run.name, memory_));
        }
        for (std::size_t i = 0; i < chain_.count(); i++) {
            const std::string name = chain_.suffix(i);
            const sparse_conv2d_options member = chain_.options_of(i, known);
            sparse_conv2d_task asked{chain_.member(i).problem, member.layouts, target,
                                     member.density, true};
            asked.know(member.pattern);
            const sparse_conv2d_task task = asked.checked({});
            const auto choice = all_sparse_conv2d_solvers().chosen(task, opts, {});
            const auto made = std::get<sparse_program>(
                choice.solver->generate(task, choice.values, made_.run.name + "_member_" + name));
            made_.members.push_back({name, task, choice, (made.blocks + 1) * task.problem.oc});
            write_packing(made);
            write_run(i, made.run);
        }
    }

    sparse_chain_program written() && {
        argument("dst", of_the_batch(chain_.dst()), p_float32, a_output);
        for (const sequence_memory &one : memory_.temporaries()) {
            made_.run.memory.push_back(one);
        }
        run_shortcut_first();
        return std::move(made_);
    }

private:
    const chain_members &chain_;
    chain_memory memory_;
    sparse_chain_program made_;

    void argument(const std::string &name, std::vector<expr> sizes, primitive_t type,
                  argument_t role) {
        made_.run.memory.push_back({name, std::move(sizes), type, role});
    }

    std::vector<expr> of_the_batch(const tensor &of) const {
        std::vector<expr> sizes = buffer_sizes(of.format, of.extents);
        // Images, or groups of them, are outermost in every layout.
        sizes.front() = static_cast<std::int32_t>(sizes.front().get_int_val()) * chain_.rounds;
        return sizes;
    }

    void write_packing(const sparse_program &made) {
        const sparse_chain_program::member &member = made_.members.back();
        const std::string end = "_" + member.name, scalar = "nonzeros" + end;
        const expr nonzeros = expr::variable(scalar, p_int32);
        function_sequence &pack = made_.pack_pattern;
        const std::vector<buffer> &arguments = made.pack_pattern.arguments;
        const std::array<const char *, 4> names = {"row_starts", "column_indices", "offsets",
                                                   "starts"};
        sequence_call call = {made.pack_pattern.what, arguments, {}, {scalar}};
        for (std::size_t i = 0; i < names.size(); i++) {
            const bool is_counted = !arguments[i].has_constant_extents();
            pack.memory.push_back(
                {names[i] + end,
                 is_counted ? std::vector<expr>{nonzeros} : arguments[i].get_dim_sizes(), p_int32,
                 arguments[i].get_argument_type(), !is_counted});
            call.where.push_back({names[i] + end});
        }
        pack.scalars.push_back(scalar);
        pack.calls.push_back(call);
    }

    void write_run(std::size_t i, const program &run) {
        const sparse_chain_program::member &member = made_.members.back();
        const conv2d_problem &problem = member.task.problem;
        const std::string end = "_" + member.name, scalar = "nonzeros" + end;
        const expr nonzeros = expr::variable(scalar, p_int32);
        const bool is_shortcut = i == chain_.steps.size();
        argument("values" + end, {nonzeros}, p_float32, a_input);
        argument("offsets" + end, {nonzeros}, p_int32, a_input);
        argument("starts" + end, run.arguments[3].get_dim_sizes(), p_int32, a_input);
        made_.run.memory.back().any_shape = true;
        std::vector<sequence_place> where = {i == 0 || is_shortcut ? memory_.read_by_the_first()
                                                                   : memory_.result_of(i - 1),
                                             {"values" + end},
                                             {"offsets" + end},
                                             {"starts" + end}};
        if (problem.bias) {
            argument("bias" + end, {problem.oc}, p_float32, a_input);
            where.push_back({"bias" + end});
        }
        if (problem.has_residual()) {
            where.push_back(chain_.shortcut ? memory_.third() : memory_.read_by_the_first());
        }
        where.push_back(is_shortcut ? memory_.third() : memory_.result_of(i));
        made_.run.scalars.push_back(scalar);
        made_.run.calls.push_back({run.what, run.arguments, where, {scalar}});
    }

    /// It is the last member, but a step may add its result.
    void run_shortcut_first() {
        if (chain_.shortcut) {
            std::vector<sequence_call> &calls = made_.run.calls;
            calls.insert(calls.begin(), calls.back());
            calls.pop_back();
        }
    }
};

} // namespace

sparse_chain_program generate_chain(const chain_members &chain, const sparse_chain_steps &known,
                                    const machine &target, const layer_options &opts,
                                    const std::string &name) {
    chain.require_one_each(known, {});
    sparse_chain_writer writer(chain, name);
    writer.write_members(known, target, opts);
    return std::move(writer).written();
}

} // namespace tiramisu::nn
