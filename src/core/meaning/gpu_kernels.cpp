#include "core/meaning/gpu_kernels.h"

#include <algorithm>
#include <optional>

#include "core/commands/gpu_limits.h"
#include "polyhedral/constraints.h"
#include "polyhedral/dependence.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/relations.h"
#include "polyhedral/timestamp.h"

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
            case loop_kind::unrolled: inside(next, kernel); break;
            case loop_kind::parallel:
            case loop_kind::vectorized: refuse_processor(next, kernel);
            }
        }
    }

    [[noreturn]] void refuse_processor(const shared_loop &loop, const device_kernel &kernel) const {
        refuse(loop, "is " + to_string(poly::kind_of(loop)) + " inside of loop \"" +
                         name_of(kernel.whole) +
                         "\", which runs on a GPU; leave the command out, or use gpu_thread");
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
            if (poly::runs_at_once(kind)) {
                refuse_processor(next, kernel);
            }
            only_serial(next, threads, kernel);
        }
    }

    std::vector<device_loop> chain(const shared_loop &outermost) const {
        const loop_kind kind = poly::kind_of(outermost);
        std::vector<device_loop> loops = {{outermost, 0, 0, 0}};
        while (true) {
            const std::vector<shared_loop> next = poly::nested_in(loops.back().loop);
            if (next.size() != 1 || !is_loop(next.front()) || poly::kind_of(next.front()) != kind) {
                break;
            }
            loops.push_back({next.front(), 0, 0, 0});
        }
        if (loops.size() > most_device_dimensions) {
            refuse(outermost, "begins " + std::to_string(loops.size()) + " " + to_string(kind) +
                                  " loops; a GPU has 3 dimensions of them: collapse loops first");
        }
        for (std::size_t i = 0; i < loops.size(); ++i) {
            loops[i].dimension = static_cast<int>(loops.size() - 1 - i);
        }
        return loops;
    }

    void find_values(device_loop &one) const {
        // { [l_level] }
        const isl::set values = poly::project_out(poly::iterations_of(one.loop), 0, one.loop.level);
        if (values.is_empty()) {
            one.threads = 1;
            return;
        }
        const auto least = poly::least_value(values, 0), greatest = poly::greatest_value(values, 0);
        if (!least || !greatest || *greatest - *least >= most_threads) {
            refuse(one.loop, std::string("runs on threads and ") +
                                 (least && greatest ? "has more than 1024 values"
                                                    : "its values are not known while compiling") +
                                 "; split it, or use gpu_tile, and run the inner part on threads");
        }
        one.first = *least;
        one.threads = *greatest - *least + 1;
    }

    void require_size(const device_kernel &kernel) const {
        long size[most_device_dimensions] = {1, 1, 1};
        for (const std::vector<device_loop> &loops : kernel.threads) {
            for (const device_loop &one : loops) {
                long &most = size[one.dimension];
                most = std::max(most, one.threads);
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

bool holds(const shared_loop &loop, const std::string &id) {
    return std::any_of(loop.statements.begin(), loop.statements.end(),
                       [&](const auto *statement) { return statement->name == id; });
}

/// Whether all that the blocks do is one chain of loops on threads: then no thread waits.
bool is_one_chain(const device_kernel &kernel) {
    return kernel.threads.size() == 1 &&
           (kernel.blocks.empty() || poly::nested_in(kernel.blocks.back().loop).size() == 1) &&
           kernel.threads.front().front().loop.level ==
               kernel.whole.level + static_cast<int>(kernel.blocks.size());
}

/// The loops on threads around a statement.
const std::vector<device_loop> *threads_of(const device_kernel &kernel, const std::string &id) {
    for (const std::vector<device_loop> &loops : kernel.threads) {
        if (holds(loops.front().loop, id)) {
            return &loops;
        }
    }
    return nullptr;
}

class exchange_finder {
public:
    exchange_finder(const analysis &now, const device_kernel &kernel)
        : now_(now), kernel_(kernel) {}

    bool may_exchange(const poly::dependence &dep) const {
        // { [time] -> [time] } in one block
        isl::map times = dep.pairs.apply_domain(now_.schedule.at(dep.source))
                             .apply_range(now_.schedule.at(dep.sink));
        const int levels = kernel_.whole.level + static_cast<int>(kernel_.blocks.size());
        for (int level = 0; level < levels; ++level) {
            times = together(times, level, level);
        }
        const std::vector<device_loop> *source = threads_of(kernel_, dep.source);
        const std::vector<device_loop> *sink = threads_of(kernel_, dep.sink);
        if (source == nullptr && sink == nullptr) {
            return false; // the first thread does both
        }
        const bool is_alike =
            source != nullptr && sink != nullptr && source->size() == sink->size();
        isl::map in_one_thread = times;
        for (std::size_t i = 0; is_alike && i < source->size(); ++i) {
            if ((*source)[i].first != (*sink)[i].first) {
                return !times.is_empty();
            }
            in_one_thread = together(in_one_thread, (*source)[i].loop.level, (*sink)[i].loop.level);
        }
        return is_alike ? !times.is_subset(in_one_thread) : !times.is_empty();
    }

private:
    const analysis &now_;
    const device_kernel &kernel_;

    static isl::map together(const isl::map &times, int source_level, int sink_level) {
        return poly::equated(times, poly::loop_dim(source_level), poly::loop_dim(sink_level));
    }
};

/// The accesses of a temporary, if nothing outside of the kernel uses it.
std::vector<const poly::memory_access *>
accesses_inside(const analysis &now, const device_kernel &kernel, const std::string &buffer) {
    std::vector<const poly::memory_access *> inside;
    for (const poly::memory_access &access : now.accesses) {
        if (access.buffer != buffer) {
            continue;
        }
        if (!holds(kernel.whole, access.statement)) {
            return {};
        }
        inside.push_back(&access);
    }
    return inside;
}

/// Instances that touch one element, in the order in which they run.
poly::dependence meeting(const analysis &now, const poly::memory_access &one,
                         const poly::memory_access &other) {
    poly::dependence met;
    met.source = one.statement;
    met.sink = other.statement;
    met.pairs = one.relation.apply_range(other.relation.reverse())
                    .intersect(poly::runs_before(now.schedule.at(one.statement),
                                                 now.schedule.at(other.statement)));
    return met;
}

bool both_read(const poly::memory_access &one, const poly::memory_access &other) {
    using kind = poly::memory_access::kind;
    return one.what == kind::read && other.what == kind::read;
}

/// Whether every element of a temporary is touched by one thread of a block alone.
bool is_of_threads(const analysis &now, const exchange_finder &finder,
                   const std::vector<const poly::memory_access *> &accesses) {
    return std::all_of(accesses.begin(), accesses.end(), [&](const auto *one) {
        return std::none_of(accesses.begin(), accesses.end(), [&](const auto *other) {
            return finder.may_exchange(meeting(now, *one, *other));
        });
    });
}

using statement_pairs = std::vector<std::pair<std::string, std::string>>;

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

std::vector<std::pair<std::string, std::string>>
exchanging_statements(const analysis &now, const device_kernel &kernel) {
    statement_pairs pairs;
    if (is_one_chain(kernel)) {
        return pairs;
    }
    const exchange_finder finder(now, kernel);
    for (const poly::dependence &dep : now.dependences) {
        if (holds(kernel.whole, dep.source) && holds(kernel.whole, dep.sink) &&
            finder.may_exchange(dep)) {
            pairs.emplace_back(dep.source, dep.sink);
        }
    }
    // Memory that a block has for itself is used again and again, by iterations that the program
    // does not order: what one reads is not to be overwritten for the next.
    for (const program_buffer &buffer : now.resolved.temporaries) {
        const auto accesses = accesses_inside(now, kernel, buffer.name);
        for (const poly::memory_access *one : accesses) {
            for (const poly::memory_access *other : accesses) {
                if (!both_read(*one, *other) && finder.may_exchange(meeting(now, *one, *other))) {
                    pairs.emplace_back(one->statement, other->statement);
                }
            }
        }
    }
    return pairs;
}

void annotate_kernels(const function_state &function, const analysis &now, poly::ast &loops) {
    const auto note = [&](const device_loop &one) {
        for (auto &[key, info] : loops.loops) {
            if (info.level == one.loop.level && holds(one.loop, info.statements.front())) {
                info.device_dimension = one.dimension;
                info.first_thread = one.first;
                info.threads = one.threads;
            }
        }
    };
    for (const device_kernel &kernel : device_kernels(function, now)) {
        for (const device_loop &one : kernel.blocks) {
            note(one);
        }
        for (const std::vector<device_loop> &chain : kernel.threads) {
            for (const device_loop &one : chain) {
                note(one);
            }
            const auto several = std::count_if(chain.begin(), chain.end(),
                                               [](const auto &one) { return one.threads > 1; });
            for (const poly::scheduled_statement *statement : chain.front().loop.statements) {
                loops.thread_loops[statement->name] = static_cast<int>(several);
            }
        }
        for (const auto &pair : exchanging_statements(now, kernel)) {
            loops.exchanging.insert(pair);
        }
        const exchange_finder finder(now, kernel);
        for (const program_buffer &buffer : now.resolved.temporaries) {
            const auto accesses = accesses_inside(now, kernel, buffer.name);
            if (!accesses.empty() && is_of_threads(now, finder, accesses)) {
                loops.thread_buffers.insert(buffer.name);
            }
        }
    }
}

} // namespace tiramisu::core
