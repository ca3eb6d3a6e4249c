#include "autoscheduler/space/algorithm_view.h"

#include <algorithm>

#include "autoscheduler/space/affine_view.h"
#include "core/commands/loop_extent.h"
#include "core/expr/expr_walk.h"
#include "core/meaning/meaning.h"
#include "polyhedral/relations.h"

namespace tiramisu::tune {

namespace {

using constants = std::map<std::string, long>;

bool is_costly(const expr &node) {
    switch (node.get_op_type()) {
    case o_sqrt:
    case o_expo:
    case o_log:
    case o_pow:
    case o_sin:
    case o_cos:
    case o_tan:
    case o_tanh:
    case o_sigmoid:
    case o_div:
    case o_call: return true;
    default: return false;
    }
}

/// Of a processor, in multiplications.
double operation_cost(const expr &node) {
    if (node.get_expr_type() != e_op || node.get_op_type() == o_access) {
        return 0;
    }
    const bool is_sum = node.get_op_type() == o_add || node.get_op_type() == o_sub;
    for (const expr &operand : node.get_operands()) {
        if (is_sum && operand.get_op_type() == o_mul) {
            return 0; // both are one operation
        }
    }
    constexpr double costly = 8;
    return is_costly(node) ? costly : 1;
}

class view_maker {
public:
    view_maker(core::function_state &function, const core::meaning &meant, const constants &sizes,
               const constants &compiled)
        : function_(function), meant_(meant), sizes_(sizes), compiled_(compiled) {}

    void make(program_view &view) const {
        add_buffers(view);
        for (const core::computation_state *definition : function_.executed()) {
            const auto found = meant_.resolved.statements.find(definition->id);
            if (found != meant_.resolved.statements.end() && !found->second.buffer.empty()) {
                add_statement(view, *definition, found->second);
            }
        }
        connect(view);
    }

private:
    core::function_state &function_;
    const core::meaning &meant_;
    const constants &sizes_;
    const constants &compiled_; ///< of them: those that no call gives

    void add_buffers(program_view &view) const {
        for (const auto *list : {&meant_.resolved.arguments, &meant_.resolved.temporaries}) {
            for (const core::program_buffer &one : *list) {
                buffer_view made;
                made.element_bytes = size_in_bytes(one.type);
                made.values = values_in(one.name);
                for (const expr &size : one.sizes) {
                    made.sizes.push_back(value_of(size, sizes_).value_or(1));
                }
                view.buffers[one.name] = made;
            }
        }
    }

    /// The only computation of the buffer, if its iterators are the indices.
    std::string values_in(const std::string &buffer) const {
        const core::computation_state *found = nullptr;
        for (const auto &one : function_.computations) {
            if (one->base != one.get() || one->storage == nullptr || one->storage->name != buffer) {
                continue;
            }
            if (found != nullptr || one->storage_indices) {
                return "";
            }
            found = one.get();
        }
        return found == nullptr ? "" : found->id;
    }

    void add_statement(program_view &view, const core::computation_state &definition,
                       const core::program_statement &said) const {
        statement_view made;
        made.id = said.id;
        made.is_reduction = said.reduction != o_none;
        made.iterators = iterators_of(definition, said);
        std::map<std::string, expr> lets;
        for (const core::program_scalar &let : said.lets) {
            lets[let.name] = core::substitute(let.value, lets);
        }
        const expr value = core::substitute(said.value, lets);
        made.write = access(view, said, said.buffer, said.index);
        for (std::size_t i = 0; i < made.iterators.size(); ++i) {
            made.iterators[i].is_reduction = made.is_reduction && !made.write.uses(i);
        }
        made.is_guarded = said.condition.is_defined();
        made.operations = 0;
        made.counted = arithmetic_of(value);
        core::for_each_node(value, [&](const expr &node) { look_at(view, said, node, made); });
        add_to_stage(view, definition, view.statements.size());
        view.statements.push_back(made);
    }

    void look_at(const program_view &view, const core::program_statement &said, const expr &node,
                 statement_view &made) const {
        made.operations += operation_cost(node);
        made.is_costly = made.is_costly || is_costly(node);
        made.is_guarded = made.is_guarded || node.get_op_type() == o_select;
        if (node.get_op_type() == o_access) {
            made.reads.push_back(access(view, said, node.get_name(), node.get_operands()));
            made.reads_itself =
                made.reads_itself || (node.get_name() == said.buffer && !made.is_reduction);
        }
    }

    std::vector<iterator_view> iterators_of(const core::computation_state &definition,
                                            const core::program_statement &said) const {
        std::vector<iterator_view> made;
        constants lowest = sizes_, highest = sizes_;
        for (std::size_t i = 0; i < said.iterators.size(); ++i) {
            iterator_view one;
            one.name = said.iterators[i];
            const auto [extent, is_fixed] = range_of(definition, i, lowest, highest);
            one.extent = std::max(1L, extent);
            one.has_fixed_bounds = is_fixed;
            one.has_constant_extent = has_constant_extent(definition, i);
            one.bounds_read_at = read_at(definition, i, said.iterators);
            made.push_back(one);
        }
        return made;
    }

    static std::vector<std::size_t> read_at(const core::computation_state &definition,
                                            std::size_t iterator,
                                            const std::vector<std::string> &names) {
        std::vector<std::size_t> found;
        for (const core::run_time_bound &bound : definition.bounds) {
            for (std::size_t i = 0; bound.iterator == iterator && i < iterator; ++i) {
                if (core::reads_name(bound.value, names[i]) &&
                    std::find(found.begin(), found.end(), i) == found.end()) {
                    found.push_back(i);
                }
            }
        }
        return found;
    }

    bool has_constant_extent(const core::computation_state &definition, std::size_t at) const {
        const core::iterator *one =
            at < definition.iterators.size() ? &definition.iterators[at] : nullptr;
        const bool is_told = one != nullptr && one->lower.is_defined() && one->upper.is_defined() &&
                             value_of(one->lower, compiled_) && value_of(one->upper, compiled_);
        return is_told || core::largest_extent(poly::identity_on(definition.domain),
                                               definition.domain, static_cast<int>(at));
    }

    /// The extent, and whether it is the same in all iterations of the iterators before, whose
    /// values lie from `lowest` to `highest`.
    std::pair<long, bool> range_of(const core::computation_state &definition, std::size_t at,
                                   constants &lowest, constants &highest) const {
        const core::iterator *one =
            at < definition.iterators.size() ? &definition.iterators[at] : nullptr;
        if (one != nullptr && one->lower.is_defined() && one->upper.is_defined()) {
            const auto fixed_from = value_of(one->lower, sizes_),
                       fixed_to = value_of(one->upper, sizes_);
            if (fixed_from && fixed_to) {
                lowest[one->name] = *fixed_from;
                highest[one->name] = *fixed_to - 1;
                return {*fixed_to - *fixed_from, true};
            }
            const auto from = extreme(one->lower, lowest, highest, false),
                       to = extreme(one->upper, lowest, highest, true);
            if (from && to) {
                lowest[one->name] = *from;
                highest[one->name] = *to - 1;
                return {*to - *from, false};
            }
        }
        const auto found = core::largest_extent(poly::identity_on(definition.domain),
                                                definition.domain, static_cast<int>(at));
        constexpr long unknown = 64;
        return {found.value_or(unknown), false};
    }

    static std::optional<long> extreme(const expr &bound, const constants &lowest,
                                       const constants &highest, bool largest) {
        const auto a = value_of(bound, lowest), b = value_of(bound, highest);
        if (!a || !b) {
            return std::nullopt;
        }
        return largest ? std::max(*a, *b) : std::min(*a, *b);
    }

    access_view access(const program_view &view, const core::program_statement &said,
                       const std::string &buffer, const std::vector<expr> &indices) const {
        access_view made;
        made.buffer = buffer;
        made.strides.assign(said.iterators.size(), 0);
        const auto found = view.buffers.find(buffer);
        double stride = 1;
        for (std::size_t d = indices.size(); d-- > 0;) {
            made.indices.insert(made.indices.begin(), index_of(indices[d], said.iterators, sizes_));
            const index_view &index = made.indices.front();
            for (std::size_t i = 0; i < made.strides.size(); ++i) {
                made.strides[i] += stride * index.coefficients[i];
            }
            if (found != view.buffers.end() && d < found->second.sizes.size()) {
                stride *= static_cast<double>(found->second.sizes[d]);
                made.element_bytes = found->second.element_bytes;
            }
        }
        return made;
    }

    static void add_to_stage(program_view &view, const core::computation_state &definition,
                             std::size_t statement) {
        const std::string &name = definition.base->id;
        const auto found = std::find_if(view.stages.begin(), view.stages.end(),
                                        [&](const stage_view &one) { return one.name == name; });
        if (found == view.stages.end()) {
            view.stages.push_back({name, {statement}});
        } else {
            found->statements.push_back(statement);
        }
    }

    void connect(program_view &view) const {
        for (std::size_t from = 0; from < view.stages.size(); ++from) {
            const std::string &buffer = view.main_of(from).write.buffer;
            for (const core::program_buffer &one : meant_.resolved.arguments) {
                view.stages[from].is_temporary &= one.name != buffer;
            }
            for (std::size_t to = 0; to < view.stages.size(); ++to) {
                if (to != from && reads(view, to, buffer)) {
                    view.stages[from].consumers.push_back(to);
                    view.stages[to].producers.push_back(from);
                }
            }
        }
    }

    static bool reads(const program_view &view, std::size_t stage, const std::string &buffer) {
        const auto &of = view.stages[stage].statements;
        return std::any_of(of.begin(), of.end(), [&](std::size_t statement) {
            const auto &all = view.statements[statement].reads;
            return std::any_of(all.begin(), all.end(),
                               [&](const access_view &one) { return one.buffer == buffer; });
        });
    }
};

} // namespace

void add_algorithm(program_view &view, core::function_state &function, const core::meaning &meant,
                   const std::map<std::string, long> &sizes,
                   const std::map<std::string, long> &compiled) {
    view_maker(function, meant, sizes, compiled).make(view);
}

} // namespace tiramisu::tune
