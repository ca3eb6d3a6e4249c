#include "core/meaning/gpu_kernels.h"

#include <algorithm>

#include "core/meaning/loop_statements.h"
#include "core/meaning/named_memory.h"
#include "core/meaning/pipelined_loops.h"
#include "polyhedral/constraints.h"
#include "polyhedral/dependence.h"
#include "polyhedral/relations.h"
#include "polyhedral/timestamp.h"

// What threads of a block do to memory that others of it use.

namespace tiramisu::core {

namespace {

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
            if ((*source)[i].of.first_thread != (*sink)[i].of.first_thread) {
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

/// Notes the values of loops that may be written out in kernels.
void annotate_written_loops(const analysis &now, const std::vector<device_kernel> &kernels,
                            poly::ast &loops) {
    if (kernels.empty()) {
        return;
    }
    for (const poly::shared_loop &loop : poly::shared_loops(now.statements)) {
        const poly::loop_kind kind = poly::kind_of(loop);
        if (kind != poly::loop_kind::unrolled && kind != poly::loop_kind::vectorized) {
            continue;
        }
        const isl::set values = values_of(loop);
        const auto least = poly::least_value(values, 0), greatest = poly::greatest_value(values, 0);
        for (auto &[key, info] : loops.loops) {
            if (least && greatest && is_of(loop, info)) {
                info.values = {*least, *greatest};
            }
        }
    }
}

} // namespace

std::vector<std::pair<std::string, std::string>>
exchanging_statements(const analysis &now, const device_kernel &kernel) {
    std::vector<std::pair<std::string, std::string>> pairs;
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
            info.device = is_of(one.loop, info) ? one.of : info.device;
        }
        for (auto &[key, iteration] : loops.device_iterations) {
            iteration.device = is_of(one.loop, iteration) ? one.of : iteration.device;
        }
    };
    require_named_memory(function);
    const std::vector<device_kernel> kernels = device_kernels(function, now);
    for (const device_kernel &kernel : kernels) {
        for (const device_loop &one : kernel.blocks) {
            note(one);
        }
        for (const std::vector<device_loop> &chain : kernel.threads) {
            for (const device_loop &one : chain) {
                note(one);
            }
            const auto several = std::count_if(chain.begin(), chain.end(),
                                               [](const auto &one) { return one.of.threads > 1; });
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
    annotate_written_loops(now, kernels, loops);
    annotate_pipelines(function, now, kernels, loops);
    require_tagged_memory(function, now, kernels, loops);
}

} // namespace tiramisu::core
