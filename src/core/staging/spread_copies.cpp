#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>

#include "core/commands/gpu_limits.h"
#include "core/commands/loop_extent.h"
#include "core/commands/nest_transformer.h"
#include "core/program/give_command.h"
#include "core/program/staging.h"
#include "core/staging/staging_families.h"
#include "polyhedral/loop_transform.h"
#include "support/free_name.h"

// gpu_spread: all threads of a block take part in a copy, whatever its form is. Element e of the
// window, counted over all of its loops, is that of turn s, thread [ty, tx] and place v:
// e = ((s * threads_y + ty) * threads_x + tx) * elements + v.

namespace tiramisu::core {

namespace {

using poly::loop_kind;

class spreader {
public:
    explicit spreader(nest_transformer &t)
        : t_(t), copy_(t.computation()), what_(copied()), elements_(t.number()) {}

    void run() {
        sizes_ = sizes_of_loops();
        if (elements_ < 1) {
            t_.refuse("a thread takes " + std::to_string(elements_) +
                      " elements at once; it takes at least 1");
        }
        const std::vector<long> threads = threads_of_block();
        if (first() == last()) {
            t_.refuse("copies one element, which needs one thread; leave the command out");
        }
        while (last() - first() > 1) {
            merge_innermost();
        }
        t_.rename(first(), free_name("turn"));
        if (elements_ > 1) {
            t_.split(first(), elements_, t_.name(first()), free_name("place"));
            t_.tag(first() + 1, loop_kind::vectorized);
        }
        for (auto extent = threads.rbegin(); extent != threads.rend(); ++extent) {
            t_.split(first(), static_cast<int>(*extent), t_.name(first()), free_name("thread"));
            t_.tag(first() + 1, loop_kind::gpu_thread);
        }
    }

private:
    nest_transformer &t_;
    const computation_state &copy_;
    const staging &what_;
    int elements_;
    std::vector<long> sizes_; ///< of the window, in the order of the loops over it

    int first() const { return copy_.fixed_loops; }
    int last() const { return static_cast<int>(t_.nest().loops.size()); }

    const staging &copied() const {
        const auto &all = copy_.owner->stagings;
        const auto made = std::find_if(all.begin(), all.end(), [&](const auto &one) {
            return one->load == &copy_ || one->store == &copy_;
        });
        if (made == all.end()) {
            t_.refuse("is for copies that cache_read and cache_write make; give gpu_thread to the "
                      "loops of others");
        }
        return **made;
    }

    std::vector<long> sizes_of_loops() const {
        const std::vector<scheduled_loop> &loops = t_.nest().loops;
        std::vector<long> sizes;
        for (int level = first(); level < last(); ++level) {
            const scheduled_loop &loop = loops[static_cast<std::size_t>(level)];
            const std::optional<long> size = size_along(loop.name);
            if (!size || loop.kind != loop_kind::serial || !stays_within(*size, level)) {
                refuse_changed_loops();
            }
            sizes.push_back(*size);
        }
        if (loops.size() != copy_.iterators.size()) {
            refuse_changed_loops();
        }
        return sizes;
    }

    /// Of the window, along the iterator of the copy that has this name.
    std::optional<long> size_along(const std::string &iterator) const {
        for (std::size_t dim = 0; dim < what_.box.sizes.size(); ++dim) {
            if (copy_.iterators[static_cast<std::size_t>(first()) + dim].name == iterator) {
                return what_.box.sizes[dim];
            }
        }
        return std::nullopt;
    }

    /// Whether the loop counts from 0, as it does before it is shifted or reversed.
    bool stays_within(long size, int level) const {
        const auto values = all_values(t_.nest().map.substituted(), copy_.domain, level);
        return !values || (values->lower >= 0 && values->lower + values->extent <= size);
    }

    [[noreturn]] void refuse_changed_loops() const {
        t_.refuse("its loops have been changed or tagged already; but for interchange, give this "
                  "command first, or gpu_thread to loops of your choice");
    }

    /// Of the loops on threads that the computation using the window has inside, outermost first.
    std::vector<long> threads_of_block() const {
        const computation_state &user = *what_.consumer;
        std::vector<long> extents;
        for (int level = first(); level < static_cast<int>(user.nest.loops.size()); ++level) {
            if (user.nest.loops[static_cast<std::size_t>(level)].kind != loop_kind::gpu_thread) {
                continue;
            }
            const auto bounds = all_values(user.nest.map.substituted(), user.domain, level);
            if (bounds && bounds->extent > 0) {
                extents.push_back(bounds->extent);
            }
        }
        if (extents.empty()) {
            t_.refuse("no loop of computation \"" + user.name +
                      "\" inside of the window runs on threads; give it gpu_thread before");
        }
        return extents;
    }

    /// Of a window that is cut off at an edge, too: what is not there is not copied.
    void merge_innermost() {
        const int inner = last() - 1;
        const long extent = std::accumulate(sizes_.begin() + (inner - first()), sizes_.end(), 1L,
                                            std::multiplies<>());
        t_.merge(inner - 1, poly::collapse(t_.nest().map, inner - 1, 0, extent), t_.name(inner));
    }

    std::string free_name(const std::string &wish) const {
        const auto &loops = t_.nest().loops;
        return support::free_name(wish, [&](const std::string &name) {
            return std::any_of(loops.begin(), loops.end(),
                               [&](const auto &loop) { return loop.name == name; });
        });
    }
};

void gpu_spread(nest_transformer &t) {
    spreader(t).run();
}

} // namespace

command_family spread_family() {
    return {{"gpu_spread", {"N"}, gpu_spread, nullptr, runs_on_gpu}};
}

} // namespace tiramisu::core

namespace tiramisu {

computation &schedule_commands::gpu_spread(int elements, source_place where) {
    core::give(self(), "gpu_spread", {elements}, where);
    return self();
}

} // namespace tiramisu
