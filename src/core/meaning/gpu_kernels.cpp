#include "core/meaning/gpu_kernels.h"

#include <algorithm>

#include "core/commands/gpu_limits.h"
#include "core/meaning/loop_statements.h"
#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::core {

namespace {

using poly::loop_kind;
using poly::shared_loop;

const std::string &name_of(const shared_loop &loop) {
    return loop.statements.front()->loop_names[static_cast<std::size_t>(loop.level)];
}

bool is_loop(const shared_loop &group) {
    return group.statements.front()->depth() > group.level;
}

bool is_innermost(const shared_loop &loop) {
    const std::vector<shared_loop> inside = poly::nested_in(loop);
    return std::none_of(inside.begin(), inside.end(), is_loop);
}

/// The loops in order that begin with `outermost`, each of the same kind and directly inside.
class kernel_finder {
public:
    explicit kernel_finder(const function_state &function) : function_(function) {}

    /// All kernels inside; `processor` is the innermost parallel or vectorized loop around.
    void search(const shared_loop &around, const shared_loop *processor) {
        for (const shared_loop &next : poly::nested_in(around)) {
            if (!is_loop(next)) {
                continue;
            }
            const loop_kind kind = poly::kind_of(next);
            if (!poly::runs_on_gpu(kind)) {
                search(next, poly::runs_at_once(kind) ? &next : processor);
                continue;
            }
            if (processor != nullptr) {
                refuse(next, "runs on a GPU inside of loop \"" + name_of(*processor) +
                                 "\", which is " + to_string(poly::kind_of(*processor)) +
                                 "; loops around a kernel run one after the other");
            }
            found.push_back(kernel_in(next));
        }
    }

    std::vector<device_kernel> found;

private:
    const function_state &function_;

    [[noreturn]] void refuse(const shared_loop &loop, const std::string &problem) const {
        const computation_state &owner = *function_.find_definition(loop.statements.front()->name);
        throw user_error(subject(owner), "", "loop \"" + name_of(loop) + "\" " + problem,
                         owner.where);
    }

    device_kernel kernel_in(const shared_loop &outermost) const {
        device_kernel kernel;
        kernel.whole = outermost;
        shared_loop body = outermost;
        if (poly::kind_of(outermost) == loop_kind::gpu_block) {
            kernel.blocks = chain(outermost);
            for (device_loop &one : kernel.blocks) {
                const isl::set values = values_of(one.loop);
                one.of.first_block =
                    values.is_empty() ? std::nullopt : poly::least_value(values, 0);
            }
            body = kernel.blocks.back().loop;
            inside(body, kernel);
        } else {
            add_threads(outermost, kernel);
        }
        require_size(kernel);
        return kernel;
    }

    void inside(const shared_loop &around, device_kernel &kernel) const {
        for (const shared_loop &next : poly::nested_in(around)) {
            if (!is_loop(next)) {
                continue;
            }
            switch (poly::kind_of(next)) {
            case loop_kind::gpu_block:
                refuse(next,
                       "on blocks does not stand directly inside of the loop on blocks \"" +
                           name_of(kernel.blocks.back().loop) +
                           "\"; blocks of one kernel cannot wait for one another, so no other "
                           "loop stands between them and nothing beside them");
            case loop_kind::gpu_thread:
            case loop_kind::gpu_lane: add_threads(next, kernel); break;
            case loop_kind::serial:
            case loop_kind::pipelined:
            case loop_kind::unrolled: inside(next, kernel); break;
            case loop_kind::parallel:
            case loop_kind::vectorized: refuse_processor(next, kernel);
            }
        }
    }

    [[noreturn]] void refuse_processor(const shared_loop &loop, const device_kernel &kernel) const {
        refuse(loop, "is " + to_string(poly::kind_of(loop)) + " inside of loop \"" +
                         name_of(kernel.whole) +
                         "\", which runs on a GPU; leave the command out, or use gpu_thread" +
                         (poly::kind_of(loop) == loop_kind::vectorized
                              ? "; vectors are for innermost loops of one thread"
                              : ""));
    }

    void add_threads(const shared_loop &outermost, device_kernel &kernel) const {
        kernel.threads.push_back(chain(outermost));
        for (device_loop &one : kernel.threads.back()) {
            find_values(one);
        }
        const shared_loop &innermost = kernel.threads.back().back().loop;
        only_serial(innermost, innermost, kernel);
    }

    /// What one thread of the loop `threads` does.
    void only_serial(const shared_loop &around, const shared_loop &threads,
                     const device_kernel &kernel) const {
        for (const shared_loop &next : poly::nested_in(around)) {
            if (!is_loop(next)) {
                continue;
            }
            const loop_kind kind = poly::kind_of(next);
            if (poly::runs_on_gpu(kind)) {
                refuse(next, "does not stand directly inside of the loop on threads \"" +
                                 name_of(threads) +
                                 "\": loops on threads have no other loop between them and nothing "
                                 "beside them; interchange or distribute");
            }
            if (kind == loop_kind::pipelined) {
                refuse(next, "is pipelined inside of the loop on threads \"" + name_of(threads) +
                                 "\"; all threads of a block take part in what is copied ahead: "
                                 "interchange them");
            }
            if (kind == loop_kind::parallel ||
                (kind == loop_kind::vectorized && !is_innermost(next))) {
                refuse_processor(next, kernel);
            }
            only_serial(next, threads, kernel);
        }
    }

    std::vector<device_loop> chain(const shared_loop &outermost) const {
        const loop_kind kind = poly::kind_of(outermost);
        std::vector<device_loop> loops = {{outermost, {}}};
        while (true) {
            const std::vector<shared_loop> next = poly::nested_in(loops.back().loop);
            if (next.size() != 1 || !is_loop(next.front()) || poly::kind_of(next.front()) != kind) {
                break;
            }
            loops.push_back({next.front(), {}});
        }
        if (loops.size() > most_device_dimensions) {
            refuse(outermost, "begins " + std::to_string(loops.size()) + " " + to_string(kind) +
                                  " loops; a GPU has 3 dimensions of them: collapse loops first");
        }
        for (std::size_t i = 0; i < loops.size(); ++i) {
            loops[i].of.number = static_cast<int>(loops.size() - 1 - i);
        }
        return loops;
    }

    void find_values(device_loop &one) const {
        const isl::set values = values_of(one.loop);
        if (values.is_empty()) {
            one.of.threads = 1;
            return;
        }
        const auto least = poly::least_value(values, 0), greatest = poly::greatest_value(values, 0);
        if (!least || !greatest || *greatest - *least >= most_threads) {
            refuse(one.loop, std::string("runs on threads and ") +
                                 (least && greatest ? "has more than 1024 values"
                                                    : "its values are not known while compiling") +
                                 "; split it, or use gpu_tile, and run the inner part on threads");
        }
        one.of.first_thread = *least;
        one.of.threads = *greatest - *least + 1;
    }

    void require_size(const device_kernel &kernel) const {
        long size[most_device_dimensions] = {1, 1, 1};
        for (const std::vector<device_loop> &loops : kernel.threads) {
            for (const device_loop &one : loops) {
                long &most = size[one.of.number];
                most = std::max(most, one.of.threads);
            }
        }
        if (size[0] * size[1] * size[2] > most_threads || size[2] > most_threads_outside) {
            refuse(kernel.whole, "runs blocks of " + std::to_string(size[0]) + " x " +
                                     std::to_string(size[1]) + " x " + std::to_string(size[2]) +
                                     " threads; a GPU runs at most 1024, and at most 64 in the "
                                     "outermost dimension: use smaller tiles");
        }
    }
};

} // namespace

std::vector<device_kernel> device_kernels(const function_state &function, const analysis &now) {
    shared_loop all;
    for (const poly::scheduled_statement &statement : now.statements) {
        all.statements.push_back(&statement);
    }
    kernel_finder finder(function);
    finder.search(all, nullptr);
    return finder.found;
}

} // namespace tiramisu::core
