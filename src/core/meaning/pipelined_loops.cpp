#include "core/meaning/pipelined_loops.h"

#include <algorithm>

#include "core/meaning/loop_statements.h"
#include "core/program/staging.h"

namespace tiramisu::core {

namespace {

using poly::loop_kind;
using poly::shared_loop;

/// The computation whose loop it is.
const computation_state &owner_of(const function_state &function, const shared_loop &loop) {
    const auto level = static_cast<std::size_t>(loop.level);
    const auto tagged =
        std::find_if(loop.statements.begin(), loop.statements.end(), [&](const auto *statement) {
            return statement->kinds[level] == loop_kind::pipelined;
        });
    return *function.find_definition((*tagged)->name);
}

class pipeline_finder {
public:
    pipeline_finder(const function_state &function, const analysis &now, const shared_loop &loop)
        : function_(function), now_(now), loop_(loop), owner_(owner_of(function, loop)) {}

    /// The buffers of the windows that are filled in each iteration.
    std::set<std::string> windows(const device_kernel &kernel) const {
        std::set<std::string> found;
        for (const auto &one : function_.stagings) {
            const computation_state *const filling = filling_here(*one);
            if (filling == nullptr) {
                continue;
            }
            for (const poly::dependence &dep : now_.dependences) {
                if (dep.kind == poly::dependence_kind::flow && dep.sink == filling->id &&
                    holds(kernel.whole, dep.source)) {
                    refuse("\"" + filling->name +
                           "\" would run one iteration ahead, and computation \"" +
                           function_.find_definition(dep.source)->name +
                           "\" writes what it reads in the same kernel; compute that in a kernel "
                           "before, or leave the command out");
                }
            }
            found.insert(now_.resolved.statements.at(filling->id).buffer);
        }
        if (found.empty()) {
            refuse("no window is filled in each iteration of the loop by one statement; give "
                   "cache_read or compute_at at it before");
        }
        return found;
    }

    [[noreturn]] void refuse(const std::string &problem) const {
        throw user_error(subject(owner_), "pipeline(" + name() + ")", problem, owner_.where);
    }

private:
    const function_state &function_;
    const analysis &now_;
    const shared_loop &loop_;
    const computation_state &owner_;

    std::string name() const {
        return loop_.statements.front()->loop_names[static_cast<std::size_t>(loop_.level)];
    }

    /// What alone fills a window in each iteration; null where this is none of the loop's.
    const computation_state *filling_here(const staging &one) const {
        const computation_state *filling = nullptr;
        if (one.what == staging::kind::read) {
            filling = one.load;
        } else if (one.what == staging::kind::computed && one.computed.size() == 1) {
            filling = one.computed.front().inside;
        }
        const bool is_here =
            filling != nullptr && one.level == loop_.level && holds(loop_, filling->id);
        return is_here ? filling : nullptr;
    }
};

void annotate_pipeline(const function_state &function, const analysis &now,
                       const std::vector<device_kernel> &kernels, const shared_loop &loop,
                       poly::ast &loops) {
    const pipeline_finder finder(function, now, loop);
    const auto around = std::find_if(kernels.begin(), kernels.end(), [&](const auto &kernel) {
        return holds(kernel.whole, loop.statements.front()->name);
    });
    if (around == kernels.end() || loop.level <= around->whole.level) {
        finder.refuse("the loop is in no kernel; run loops around it on blocks of a GPU, or "
                      "leave the command out");
    }
    const std::set<std::string> windows = finder.windows(*around);
    for (auto &[key, info] : loops.loops) {
        if (is_of(loop, info)) {
            info.copied_ahead = windows;
        }
    }
}

} // namespace

void annotate_pipelines(const function_state &function, const analysis &now,
                        const std::vector<device_kernel> &kernels, poly::ast &loops) {
    for (const shared_loop &loop : poly::shared_loops(now.statements)) {
        if (poly::kind_of(loop) == loop_kind::pipelined) {
            annotate_pipeline(function, now, kernels, loop, loops);
        }
    }
}

} // namespace tiramisu::core
