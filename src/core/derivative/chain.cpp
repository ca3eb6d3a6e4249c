#include "core/derivative/chain.h"

#include "core/derivative/needed_values.h"
#include "core/expr/expr_text.h"
#include "core/expr/expr_walk.h"
#include "core/program/memory_accesses.h"
#include "core/program/missing_computation.h"
#include "core/program/reduction.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

class chain_reader {
public:
    chain_reader(const computation_state &base, const public_call &call)
        : base_(base), call_(call) {}

    std::vector<chain_link> read() {
        for (auto update = base_.updates.rbegin(); update != base_.updates.rend(); ++update) {
            add(**update);
        }
        add(base_);
        return std::move(chain_);
    }

private:
    [[noreturn]] void refuse(const computation_state &definition,
                             const std::string &problem) const {
        throw unsupported_error(call_.subject, call_.call,
                                core::subject(definition) + " " + problem, call_.where);
    }

    void add(const computation_state &definition) {
        if (!definition.bounds.empty()) {
            refuse(definition, "has loops whose bounds are known only while the program runs");
        }
        require_known_reads(definition);
        chain_link link = as_link(definition);
        bool is_affine = true;
        link.elements = access_relation(definition, base_.id, definition.target, is_affine);
        if (!is_affine) {
            refuse(definition, "writes " + written(definition) + ", whose index is not affine");
        }
        if (link.op == o_none) {
            keep_last_instances(link);
        }
        if (killed_) {
            link.elements = link.elements.subtract(link.elements.intersect_range(*killed_));
        }
        link.points = link.elements.domain();
        if (link.op == o_none) {
            set_anew(link);
        } else {
            require_same_operation(link);
        }
        if (!link.points.is_empty()) {
            chain_.push_back(std::move(link));
        }
    }

    void require_known_reads(const computation_state &definition) const {
        for_each_node(definition.value, [&](const expr &node) {
            if (node.get_op_type() != o_access) {
                return;
            }
            const computation_state *read = base_.owner->find_computation(node.get_name());
            if (read == nullptr) {
                refuse(definition, "reads " + node.to_str() + ", but " +
                                       missing_computation(*base_.owner, node.get_name()));
            }
            if (const computation_state *writer = earlier_writer(definition, *read)) {
                refuse(definition, "reads " + node.to_str() + ", an input, from the memory of \"" +
                                       writer->name + "\"; read \"" + writer->name +
                                       "\" by its own name");
            }
        });
    }

    static std::string written(const computation_state &definition) {
        return definition.base->name + "(" + expr_list_text(definition.target) + ")";
    }

    chain_link as_link(const computation_state &definition) const {
        const expr value = substitute(definition.value, definition.lets);
        const expr own(o_access, base_.name, definition.target, base_.type);
        const auto accumulated = as_reduction(value, own);
        return accumulated ? chain_link{&definition, accumulated->op, accumulated->operand, {}, {}}
                           : chain_link{&definition, o_none, value, {}, {}};
    }

    // Of the instances that set an element, the last one counts.
    static void keep_last_instances(chain_link &link) {
        if (!link.elements.is_injective()) {
            link.elements = link.elements.reverse().lexmax().reverse();
        }
    }

    void set_anew(const chain_link &link) {
        const computation_state &definition = *link.definition;
        if (&definition != &base_ && definition.predicate.is_defined()) {
            refuse(definition, "sets " + written(definition) +
                                   " only where a predicate holds that is known while the program "
                                   "runs; set it in every case, to select(condition, new, old)");
        }
        const isl::set written = link.elements.range();
        killed_ = killed_ ? killed_->unite(written).coalesce() : written;
    }

    void require_same_operation(const chain_link &link) {
        if (op_ != o_none && op_ != link.op) {
            refuse(*link.definition, "accumulates by " + operator_text(link.op) +
                                         " what a later update accumulates by " +
                                         operator_text(op_) +
                                         "; make the later one a computation of its own");
        }
        op_ = link.op;
    }

    const computation_state &base_;
    const public_call &call_;
    std::vector<chain_link> chain_;
    std::optional<isl::set> killed_; ///< { P[a] } that later definitions set
    op_t op_ = o_none;               ///< of the updates that accumulate
};

} // namespace

std::vector<chain_link> chain_of(const computation_state &base, const public_call &call) {
    return chain_reader(base, call).read();
}

isl::set defined_elements(const computation_state &base, const std::vector<chain_link> &chain) {
    isl::set all = base.domain.subtract(base.domain);
    for (const chain_link &link : chain) {
        all = all.unite(link.elements.range());
    }
    return all.coalesce();
}

} // namespace tiramisu::core
