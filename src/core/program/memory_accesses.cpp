#include "core/program/memory_accesses.h"

#include <algorithm>

#include "core/expr/expr_walk.h"
#include "core/program/affine.h"
#include "core/program/guards.h"
#include "core/program/loop_constants.h"
#include "core/program/reduction.h"
#include "core/program/resolve.h"
#include "core/program/storage_bounds.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

using poly::memory_access;

/// Numbers the reductions that commute: same buffer, same operation.
class reduction_classes {
public:
    int of(const program_statement &statement) {
        if (statement.reduction == o_none) {
            return 0;
        }
        const auto next = static_cast<int>(numbers_.size()) + 1;
        return numbers_.emplace(std::pair(statement.buffer, statement.reduction), next)
            .first->second;
    }

private:
    std::map<std::pair<std::string, op_t>, int> numbers_;
};

class access_collector {
public:
    access_collector(const computation_state &definition, const program_statement &statement,
                     int reduction_class)
        : definition_(definition), statement_(statement), reduction_class_(reduction_class),
          space_(*definition.owner, definition.iterators), all_(everywhere(space_)),
          executed_(where_executed(space_, definition.predicate)) {}

    std::vector<memory_access> collect() && {
        if (definition_.hint != cache_hint::none) {
            return {};
        }
        add_own(memory_access::kind::write);
        accumulator_ = accumulator();
        add_reads(definition_.value, executed_);
        add_reads(definition_.predicate, all_);
        for (const run_time_bound &bound : definition_.bounds) {
            add_reads(bound.value, all_);
        }
        for (const expr &index : statement_.index) {
            for_each_evaluated(space_, index, executed_,
                               [&](const expr &node, const evaluation &where) {
                                   if (node.get_op_type() == o_access) {
                                       add(memory_access::kind::read, node, where, 0);
                                   }
                               });
        }
        return std::move(accesses_);
    }

private:
    /// The value is an o_access node that names a buffer, or that converted to the reader's type.
    memory_access &add(memory_access::kind what, const expr &value, const evaluation &where,
                       int reduction_class) {
        const expr &element = value.get_op_type() == o_cast ? value.get_operand(0) : value;
        return add(what, element.get_name(), element.get_operands(), where, reduction_class);
    }

    memory_access &add(memory_access::kind what, const std::string &buffer,
                       const std::vector<expr> &element, const evaluation &where,
                       int reduction_class) {
        memory_access access;
        access.statement = definition_.id;
        access.buffer = buffer;
        access.what = what;
        access.relation = access_relation(definition_, buffer, element, access.exact);
        if (!access.exact) {
            access.relation = access.relation.intersect_range(memory_of(buffer));
        }
        access.relation = restricted(access.relation, where);
        const bool is_executed = executed_.is_certain || where.is_certain;
        access.exact = access.exact && is_executed && statement_.bounds.empty();
        access.is_conditional = !where.is_certain;
        access.reduction_class = reduction_class;
        accesses_.push_back(access);
        return accesses_.back();
    }

    // { S[i] -> ... } where it is evaluated
    isl::map restricted(const isl::map &relation, const evaluation &where) const {
        return poly::is_written_as_universe(where.points)
                   ? relation
                   : relation.intersect_domain(poly::renamed(where.points, definition_.id));
    }

    /// What an access that is not affine may touch at most.
    isl::set memory_of(const std::string &buffer) const {
        const buffer_state &memory = *definition_.owner->find_buffer(buffer);
        return elements_of(*definition_.owner, memory, memory.role != a_temporary);
    }

    void name(memory_access &access, const computation_state &value,
              const std::vector<expr> &indices, const evaluation &where) const {
        access.named = value.id;
        bool exact = true;
        const isl::map instances = access_relation(definition_, value.id, indices, exact);
        access.instances = exact ? std::optional(restricted(instances, where)) : std::nullopt;
    }

    memory_access &add_own(memory_access::kind what) {
        memory_access &access =
            add(what, statement_.buffer, statement_.index, executed_, reduction_class_);
        name(access, *definition_.base, definition_.target, executed_);
        return access;
    }

    /// The element is the one that is written; the value may be that of another instance, which
    /// was there before.
    void add_accumulator_read(const expr &read) {
        memory_access &access = add_own(memory_access::kind::read);
        const computation_state &base = *definition_.base;
        const bool is_own = read.get_name() == base.name; // or another one's in that buffer
        name(access, is_own ? base : *definition_.owner->find_computation(read.get_name()),
             read.get_operands(), executed_);
    }

    /// The read of the element that a reduction updates; null if the statement is none.
    const expr_node *accumulator() const {
        if (statement_.reduction == o_none) {
            return nullptr;
        }
        const expr element(o_access, statement_.buffer, statement_.index,
                           statement_.value.get_data_type());
        const auto is_element = [&](const expr &operand) {
            return operand.get_op_type() == o_access && resolved(operand).is_equal(element);
        };
        return as_reduction(definition_.value, is_element)->element.node();
    }

    expr resolved(const expr &value) const {
        return resolve_reads(*definition_.owner, subject(definition_), value, definition_.where);
    }

    /// In the order in which they are written, whether or not the value is a reduction: stagings
    /// may make one of what was none, and the other way round. None is left out: what is computed
    /// inline is found again by its place in this order.
    void add_reads(const expr &value, const evaluation &here) {
        for_each_evaluated(space_, value, here, [&](const expr &node, const evaluation &where) {
            if (node.get_op_type() == o_address) {
                add_read_of_all(resolved(node), where);
            }
            if (node.get_op_type() != o_access) {
                return;
            }
            if (node.node() == accumulator_) {
                add_accumulator_read(node);
                accumulator_ = nullptr; // the same node may stand there twice
                return;
            }
            memory_access &access = add(memory_access::kind::read, resolved(node), where, 0);
            const computation_state &named = *definition_.owner->find_computation(node.get_name());
            name(access, named, node.get_operands(), where);
            add_reads_of_storage(named, where);
        });
    }

    /// Who has the address may read any element.
    void add_read_of_all(const expr &address, const evaluation &where) {
        const std::string &buffer = address.get_name();
        const std::size_t dims = definition_.owner->find_buffer(buffer)->sizes.size();
        add(memory_access::kind::read, buffer, std::vector<expr>(dims, address), where, 0);
    }

    /// Constants of loops that say where values lie are read from memory, too.
    void add_reads_of_storage(const computation_state &named, const evaluation &where) {
        if (!named.storage_indices) {
            return;
        }
        for (const expr &index : *named.storage_indices) {
            const expr meant = with_loop_constants(*definition_.owner, index, named.iterators);
            for_each_evaluated(space_, meant, where, [&](const expr &node, const evaluation &here) {
                if (node.get_op_type() == o_access) {
                    add(memory_access::kind::read, resolved(node), here, 0);
                }
            });
        }
    }

    const computation_state &definition_;
    const program_statement &statement_;
    int reduction_class_;
    affine_space space_;
    evaluation all_;
    evaluation executed_;                    ///< where the predicate holds
    const expr_node *accumulator_ = nullptr; ///< its read was not met yet
    std::vector<memory_access> accesses_;
};

} // namespace

isl::set executed_domain(const computation_state &definition) {
    return definition.domain.intersect_params(definition.owner->context);
}

isl::map index_relation(const computation_state &definition, const std::string &target,
                        const std::vector<expr> &indices, bool &exact) {
    const affine_space space(*definition.owner, definition.iterators);
    isl::map relation = poly::to_nothing(space.universe());
    for (const expr &index : indices) {
        const auto aff = space.to_aff(index);
        exact = exact && aff.has_value();
        relation =
            aff ? poly::side_by_side(relation, aff->as_map()) : poly::with_any_value(relation);
    }
    relation = poly::renamed_domain(relation, definition.id);
    return target.empty() ? relation : poly::renamed_range(relation, target);
}

isl::map access_relation(const computation_state &definition, const std::string &target,
                         const std::vector<expr> &indices, bool &exact) {
    return index_relation(definition, target, indices, exact)
        .intersect_domain(executed_domain(definition));
}

std::vector<memory_access>
memory_accesses(const std::vector<const computation_state *> &definitions,
                const program &resolved) {
    reduction_classes classes;
    std::vector<memory_access> all;
    for (const computation_state *definition : definitions) {
        const program_statement &statement = resolved.statements.at(definition->id);
        std::vector<memory_access> own =
            access_collector(*definition, statement, classes.of(statement)).collect();
        std::move(own.begin(), own.end(), std::back_inserter(all));
    }
    return all;
}

} // namespace tiramisu::core
