#include "core/staging/inlining.h"

#include <algorithm>

#include "core/commands/schedule_view.h"
#include "core/expr/expr_walk.h"
#include "core/program/give_command.h"
#include "core/program/memory_accesses.h"
#include "core/program/resolve.h"
#include "core/program/storage_bounds.h"
#include "core/staging/inline_checks.h"
#include "core/staging/staging_families.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

/// The expression at an instance of the computation.
expr value_at(const computation_state &computation, const std::vector<expr> &instance) {
    std::map<std::string, expr> iterators;
    for (std::size_t dim = 0; dim < instance.size(); ++dim) {
        const iterator &it = computation.iterators[dim];
        const bool has_type = instance[dim].get_data_type() == it.type;
        iterators[it.name] = has_type ? instance[dim] : expr(o_cast, it.type, instance[dim]);
    }
    return substitute(computation.value, iterators);
}

/// Carries an analysis over to the program in which readers evaluate what they read.
class inliner {
public:
    inliner(const function_state &function, analysis now)
        : function_(function), before_(now), now_(std::move(now)) {}

    analysis run() && {
        for (const poly::scheduled_statement &statement : before_.statements) {
            if (!is_inlined(statement.name)) {
                take_over(statement.name);
            }
        }
        carry_dependences();
        rewrite_program();
        return std::move(now_);
    }

private:
    /// An access of a remaining statement that stands for one of the program as written.
    struct use {
        std::string statement;
        std::size_t access = 0;
        isl::map instances; ///< { S[i] -> D[e] }, D the statement that had it
    };

    bool is_inlined(const std::string &id) const {
        const computation_state *definition = function_.find_definition(id);
        return definition != nullptr && definition->is_inlined;
    }

    // An expression stands where the read of its computation stood, so accesses keep their order.
    void take_over(const std::string &id) {
        for (std::size_t at = 0; at < before_.accesses.size(); ++at) {
            if (before_.accesses[at].statement == id) {
                const isl::set domain = executed_domain(*function_.find_definition(id));
                add_uses(id, at, poly::identity_on(domain));
            }
        }
    }

    void add_uses(const std::string &id, std::size_t at, const isl::map &instances) {
        const poly::memory_access &access = before_.accesses[at];
        if (access.is_write() || !is_inlined(access.named)) {
            uses_[at].push_back({id, next_++, instances});
            return;
        }
        const isl::map evaluated = instances.apply_range(evaluated_instances(access));
        for (std::size_t read = 0; read < before_.accesses.size(); ++read) {
            const poly::memory_access &inner = before_.accesses[read];
            if (inner.statement == access.named && !inner.is_write()) {
                add_uses(id, read, evaluated);
            }
        }
    }

    /// { D[e] -> H[i] } that an access evaluates; any where its index is not affine.
    isl::map evaluated_instances(const poly::memory_access &access) const {
        return access.instances
                   ? *access.instances
                   : poly::all_pairs(access.relation.domain(),
                                     executed_domain(*function_.find_definition(access.named)));
    }

    void carry_dependences() {
        now_.dependences.clear();
        for (const poly::dependence &dep : before_.dependences) {
            for (const use &source : uses_[dep.source_access]) {
                for (const use &sink : uses_[dep.sink_access]) {
                    carry(dep, source, sink);
                }
            }
        }
    }

    void carry(const poly::dependence &dep, const use &source, const use &sink) {
        poly::dependence moved = dep;
        moved.source = source.statement;
        moved.sink = sink.statement;
        moved.source_access = source.access;
        moved.sink_access = sink.access;
        moved.pairs = source.instances.apply_range(dep.pairs).apply_range(sink.instances.reverse());
        const bool reads_first = !before_.accesses[dep.source_access].is_write();
        if (reads_first && moved.source == moved.sink) {
            // An instance reads before it writes.
            moved.pairs = moved.pairs.subtract(poly::identity_within(moved.pairs));
        }
        if (!moved.pairs.is_empty()) {
            moved.pairs = moved.pairs.coalesce();
            now_.dependences.push_back(std::move(moved));
        }
    }

    void rewrite_program() {
        std::vector<std::unique_ptr<computation_state>> copies;
        std::vector<const computation_state *> executed;
        now_.statements.clear();
        now_.resolved.statements.clear();
        for (const poly::scheduled_statement &statement : before_.statements) {
            const computation_state &definition = *function_.find_definition(statement.name);
            if (definition.is_inlined) {
                remove_buffer(definition.storage->name);
                continue;
            }
            copies.push_back(executed_copy(definition));
            executed.push_back(copies.back().get());
            now_.statements.push_back(statement);
            now_.resolved.statements[definition.id] = describe(*copies.back());
        }
        now_.accesses = memory_accesses(executed, now_.resolved);
        now_.schedule = timestamps_of(now_.statements);
        if (evaluates_unbounded()) {
            check_storage();
        }
    }

    bool evaluates_unbounded() const {
        return std::any_of(before_.statements.begin(), before_.statements.end(),
                           [&](const poly::scheduled_statement &statement) {
                               return is_inlined(statement.name) &&
                                      !poly::is_bounded(statement.domain);
                           });
    }

    /// What an expression reads was checked with the domain that it has, if that has ends.
    void check_storage() {
        const std::vector<program_check> checks =
            storage_checks(function_, now_.resolved.arguments, now_.accesses);
        now_.resolved.checks.insert(now_.resolved.checks.end(), checks.begin(), checks.end());
    }

    void remove_buffer(const std::string &name) {
        std::vector<program_buffer> &all = now_.resolved.temporaries;
        all.erase(std::remove_if(all.begin(), all.end(),
                                 [&](const program_buffer &one) { return one.name == name; }),
                  all.end());
    }

    const function_state &function_;
    const analysis before_;
    analysis now_;
    std::map<std::size_t, std::vector<use>> uses_; ///< of accesses of the program as written
    std::size_t next_ = 0;
};

void compute_inline(computation_state &computation, const command &what) {
    require_inlinable(computation, what);
    require_not_placed(computation, what);
    computation.is_inlined = true;
}

} // namespace

command_family inline_family() {
    return {{"compute_inline", {""}, nullptr, compute_inline}};
}

expr with_inlined(const function_state &function, const expr &value) {
    return rewrite(value, [&](const expr &node) {
        const computation_state *read =
            node.get_op_type() == o_access ? function.find_computation(node.get_name()) : nullptr;
        return read == nullptr || !read->is_inlined
                   ? node
                   : with_inlined(function, value_at(*read, node.get_operands()));
    });
}

std::unique_ptr<computation_state> executed_copy(const computation_state &original) {
    auto copy = std::make_unique<computation_state>(definition_value(original));
    copy->value = with_inlined(*original.owner, original.value);
    copy->predicate = with_inlined(*original.owner, original.predicate);
    return copy;
}

analysis with_inlining(const function_state &function, analysis now) {
    bool any = false;
    for (const auto &definition : function.computations) {
        if (definition->is_inlined) {
            any = true;
            require_unstored(*definition, now);
        }
    }
    return any ? inliner(function, std::move(now)).run() : std::move(now);
}

} // namespace tiramisu::core

namespace tiramisu {

computation &schedule_commands::compute_inline(source_place where) {
    core::give(self(), "compute_inline", {}, where);
    return self();
}

} // namespace tiramisu
