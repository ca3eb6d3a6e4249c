#include <algorithm>

#include "core/commands/loop_commands.h"
#include "core/expr/expr_text.h"
#include "core/program/affine.h"
#include "core/program/public_call.h"
#include "core/program/staging.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/relations.h"
#include "tiramisu/computation.h"
#include "tiramisu/other_targets.h"

// What older programs write for a GPU, in terms of the commands that there are.

namespace tiramisu {

expr memcpy(const buffer &from, const buffer &to, source_place where) {
    return {o_memcpy, var(from.get_name()), var(to.get_name()), where};
}

expr allocate(const buffer &allocated, source_place where) {
    return {o_allocate, allocated.get_name(), where};
}

expr sync(source_place where) {
    return {o_sync, "", where};
}

expr cuda_stream_synchronize(source_place where) {
    return sync(where);
}

namespace core {

namespace {

/// One call of cache_shared. Older programs name a loop inside of those on threads, which all
/// threads run in step there; here, threads are inside of what they share.
class shared_cache {
public:
    shared_cache(computation &consumer, std::string call, source_place where)
        : consumer_(consumer), call_(std::move(call)), where_(where) {}

    /// The loop for cache_read, after loops down to `level` have been moved out of those on
    /// threads.
    var loop_around(const var &level) {
        const int named = loop_level(level), threads = first_on_threads();
        if (threads > named) {
            return level;
        }
        std::vector<std::string> serial, inner;
        for (int at = threads; at <= named; ++at) {
            (runs_on_threads(at) ? inner : serial).push_back(loop(at).name);
        }
        if (threads == 0 && serial.empty()) {
            refuse("all loops down to \"" + level.get_name() +
                   "\" run on threads; give gpu_block to one around them");
        }
        if (!serial.empty()) {
            take_apart(loop(threads).name);
            serial.insert(serial.end(), inner.begin(), inner.end());
            consumer_.reorder(vars(serial), where_);
        }
        const int outer = static_cast<int>(serial.size() - inner.size());
        return var(loop(serial.empty() ? threads - 1 : threads + outer - 1).name);
    }

    /// Throws user_error where an iteration reads what is not among the elements named.
    void require_held(const staging &made, const std::vector<int> &shape,
                      const std::vector<expr> &offsets) const {
        const std::size_t dims = made.box.sizes.size();
        if (shape.size() != dims || offsets.size() != dims) {
            refuse("names " + std::to_string(shape.size()) + " sizes and " +
                   std::to_string(offsets.size()) + " offsets of \"" + made.source->name +
                   "\", which has " + std::to_string(dims) + " dimensions");
        }
        if (!made.box.footprint.is_subset(named_elements(made, shape, offsets))) {
            std::string sizes;
            for (const long size : made.box.sizes) {
                sizes += (sizes.empty() ? "" : " x ") + std::to_string(size);
            }
            refuse("does not hold all that one iteration of loop \"" + loop(made.level).name +
                   "\" reads of \"" + made.source->name + "\": " + sizes + " elements from (" +
                   expr_list_text(made.corner) + "); name these");
        }
    }

    bool has_threads() const {
        return first_on_threads() < static_cast<int>(consumer_.part()->nest.loops.size());
    }

private:
    computation &consumer_;
    std::string call_;
    source_place where_;

    [[noreturn]] void refuse(const std::string &problem) const {
        throw user_error(subject(*consumer_.part()), call_, problem, where_);
    }
    const scheduled_loop &loop(int level) const {
        return consumer_.part()->nest.loops[static_cast<std::size_t>(level)];
    }
    bool runs_on_threads(int level) const {
        return loop(level).kind == poly::loop_kind::gpu_thread;
    }
    int loop_level(const var &level) const {
        return consumer_.get_loop_level_number_from_dimension_name(level.get_name());
    }
    int first_on_threads() const {
        const auto &loops = consumer_.part()->nest.loops;
        int level = 0;
        while (level < static_cast<int>(loops.size()) && !runs_on_threads(level)) {
            ++level;
        }
        return level;
    }
    static std::vector<var> vars(const std::vector<std::string> &names) {
        std::vector<var> all;
        std::transform(names.begin(), names.end(), std::back_inserter(all),
                       [](const std::string &name) { return var(name); });
        return all;
    }

    /// What shares loops on threads with the consumer has them for itself from now on.
    void take_apart(const std::string &threads) {
        function_state &function = *consumer_.part()->owner;
        const std::string &own = consumer_.part()->id;
        const int level = first_on_threads();
        const std::vector<poly::order_edge> edges = function.order.edges;
        for (const poly::order_edge &edge : edges) {
            computation_state &earlier = *function.find_definition(edge.earlier);
            computation_state &later = *function.find_definition(edge.later);
            if (edge.level < level || earlier.is_marker ||
                (edge.later != own && edge.earlier != own)) {
                continue;
            }
            const std::string &of_later =
                edge.later == own ? threads
                                  : later.nest.loops[static_cast<std::size_t>(level)].name;
            later.referred().distribute(earlier.referred(), var(of_later), where_);
        }
    }

    // { [l] -> P[e] : offset(l) <= e < offset(l) + shape }
    isl::map named_elements(const staging &made, const std::vector<int> &shape,
                            const std::vector<expr> &offsets) const {
        std::vector<iterator> names = loops_around(*made.consumer, made.level);
        const auto around = static_cast<int>(names.size());
        std::vector<expr> element;
        for (std::size_t dim = 0; dim < shape.size(); ++dim) {
            names.push_back({"_element_" + std::to_string(dim), p_int32, {}, {}});
            element.push_back(expr::variable(names.back().name, p_int32));
        }
        const affine_space space(*made.consumer->owner, names);
        isl::set points = space.universe();
        for (std::size_t dim = 0; dim < shape.size(); ++dim) {
            const auto within = space.to_set(element[dim] >= offsets[dim] &&
                                             element[dim] < offsets[dim] + shape[dim]);
            if (!within) {
                refuse("the offset " + offsets[dim].to_str() +
                       " is not affine in the loops around and constants");
            }
            points = points.intersect(*within);
        }
        return poly::renamed_range(poly::after_first_dims(points, around),
                                   poly::range_name(made.box.footprint));
    }
};

/// Rows an element longer than what they hold: elements of one column lie in different banks.
void pad_rows(const staging &made, source_place where) {
    const std::vector<iterator> &iterators = made.load->iterators;
    std::vector<expr> sizes, indices;
    for (std::size_t dim = 0; dim < made.box.sizes.size(); ++dim) {
        const bool is_row = dim + 1 == made.box.sizes.size();
        const iterator &it = iterators[dim + static_cast<std::size_t>(made.around())];
        sizes.emplace_back(static_cast<std::int32_t>(made.box.sizes[dim] + (is_row ? 1 : 0)));
        indices.push_back(expr::variable(it.name, it.type));
    }
    made.load->referred().store_in(indices, sizes, where);
}

std::string shape_text(const std::vector<int> &shape) {
    std::string text;
    for (const int size : shape) {
        text += (text.empty() ? "" : ", ") + std::to_string(size);
    }
    return "{" + text + "}";
}

} // namespace

} // namespace core

computation *older_computation_calls::cache_shared(computation &values, const var &level,
                                                   const std::vector<int> &shape,
                                                   const std::vector<expr> &offsets, bool pad,
                                                   source_place where) {
    const std::string call = "cache_shared(" + values.part()->name + ", " + level.get_name() +
                             ", " + core::shape_text(shape) + ", {" +
                             core::expr_list_text(offsets) + "}" + (pad ? ", true" : "") + ")";
    core::function_state &function = *self().part()->owner;
    std::vector<core::computation_state *> all;
    for (const auto &one : function.computations) {
        all.push_back(one.get());
    }
    return core::change(function, {core::subject(*self().part()), call, where}, all, [&] {
        core::shared_cache work(self(), call, where);
        const var around = work.loop_around(level);
        self().cache_read(values, around, memory::shared, {}, where);
        const core::staging &made = *function.stagings.back();
        work.require_held(made, shape, offsets);
        computation &copy = made.load->referred();
        if (work.has_threads()) {
            copy.gpu_spread(1, where);
        }
        if (pad) {
            core::pad_rows(made, where);
        }
        return &copy;
    });
}

} // namespace tiramisu
