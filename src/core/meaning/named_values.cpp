#include "core/meaning/named_values.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/commands/accumulation_steps.h"
#include "core/meaning/constant_value.h"
#include "core/program/rolling_storage.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::core {

namespace {

using poly::memory_access;

bool declared_before(const computation_state &a, const computation_state &b) {
    for (const auto &definition : a.owner->computations) {
        if (definition.get() == &a || definition.get() == &b) {
            return definition.get() == &a;
        }
    }
    return false;
}

// { u[j] -> P[target(j)] }
isl::map defined_instance(const computation_state &update) {
    bool exact = true;
    return access_relation(update, update.base->id, update.target, exact);
}

// { P[k] -> W[j] : in one round of their storage }; nothing where they are stored in other ways
std::optional<isl::map> in_one_round(const computation_state &named,
                                     const computation_state &writer) {
    const isl::map rounds = rounds_of_storage(named), others = rounds_of_storage(writer);
    return poly::range_dims(rounds) == poly::range_dims(others)
               ? std::optional(rounds.apply_range(others.reverse()))
               : std::nullopt;
}

class value_check {
public:
    value_check(const function_state &function, const std::vector<named_read> &reads,
                const std::vector<memory_access> &accesses, const poly::timestamps &order)
        : function_(function), reads_(reads), accesses_(accesses), before_(order) {
        for (const memory_access &access : accesses) {
            if (access.is_write()) {
                write_of_.emplace(access.statement, &access);
                writes_to_[access.buffer].push_back(&access);
            }
        }
    }

    std::optional<lost_value> check(const named_read &read) {
        if (read.is_of_memory) {
            return overwritten(read);
        }
        if (auto early = read_too_early(read)) {
            return early;
        }
        return overwritten(read);
    }

private:
    // { S[i] -> D[j] : D[j] defines the element of P that S[i] names }
    isl::map named_definitions(const named_read &read, const computation_state &definition) const {
        if (&definition == read.named) {
            return read.instances;
        }
        return read.instances.apply_range(defined_instance(definition).reverse());
    }

    std::optional<lost_value> read_too_early(const named_read &read) {
        std::vector<const computation_state *> definitions = {read.named};
        for (const computation_state *update : updates_before(*read.named, *read.reader)) {
            definitions.push_back(update);
        }
        for (const computation_state *definition : definitions) {
            const isl::map in_order = before_(definition->id, read.reader->id).reverse();
            const isl::map early = named_definitions(read, *definition).subtract(in_order);
            if (!early.is_empty()) {
                return lost_value{read.reader, read.named, nullptr, early};
            }
        }
        return std::nullopt;
    }

    const memory_access &write_of(const computation_state &definition) const {
        return *write_of_.at(definition.id);
    }

    // { S[i] -> W[j] : W[j] belongs to the value that S[i] names }, of pairs in which it has
    // written the element last. That are definitions of the value itself, and, of an accumulation
    // that has gone on with it, steps that the reader does not name as values of their own.
    isl::map own_writes(const named_read &read, const memory_access &write,
                        const isl::map &conflicts) {
        const computation_state &writer = *function_.find_definition(write.statement);
        const bool defines_it = writer.base == read.named;
        isl::map own = conflicts.subtract(conflicts);
        const auto &one_round = round_of(*read.named, writer);
        if (one_round && (defines_it || leaves_out_iterators(writer))) {
            own = conflicts.intersect(read.instances.apply_range(*one_round))
                      .intersect_range(unnamed_steps(*read.reader, write));
        }
        return defines_it ? own.unite(named_definitions(read, writer)) : own;
    }

    // { W[j] : defines a value that the reader names }
    isl::set named_by(const computation_state &reader, const computation_state &writer) const {
        const isl::map defined = defined_instance(writer);
        isl::set named = defined.domain().subtract(defined.domain());
        for (const named_read &read : reads_) {
            if (read.reader == &reader && read.named == writer.base && !read.is_of_memory) {
                named = named.unite(defined.intersect_range(read.instances.range()).domain());
            }
        }
        return named;
    }

    // { W[j] : a step of an accumulation that the reader does not name as a value of its own }
    const isl::set &unnamed_steps(const computation_state &reader, const memory_access &write) {
        const auto [at, is_new] = unnamed_steps_.try_emplace({&reader, &write});
        if (is_new) {
            at->second =
                accumulation_steps(function_, write, accesses_)
                    .subtract(named_by(reader, *function_.find_definition(write.statement)));
        }
        return at->second;
    }

    const std::optional<isl::map> &round_of(const computation_state &named,
                                            const computation_state &writer) {
        const auto [at, is_new] = rounds_.try_emplace({&named, &writer});
        if (is_new) {
            at->second = in_one_round(named, writer);
        }
        return at->second;
    }

    // { P[k] -> W[j] : same element, W[j] after P[k] }
    const isl::map &later_writes(const memory_access &named, const memory_access &write) {
        const auto [at, is_new] = later_writes_.try_emplace({&named, &write});
        if (is_new) {
            at->second = named.relation.apply_range(write.relation.reverse())
                             .intersect(before_(named.statement, write.statement));
        }
        return at->second;
    }

    // { S[i] -> W[j] : W[j] runs between the instance that S[i] names and S[i], and writes what is
    // no part of that value }
    isl::map foreign_writes(const named_read &read, const memory_access &write) {
        const computation_state &writer = *function_.find_definition(write.statement);
        isl::map after = later_writes(write_of(*read.named), write);
        if (read.is_of_memory) {
            after = after.subtract(*round_of(*read.named, writer));
        }
        const isl::map between = read.instances.apply_range(after).intersect(
            before_(writer.id, read.reader->id).reverse());
        return read.is_of_memory || between.is_empty()
                   ? between
                   : between.subtract(own_writes(read, write, between));
    }

    bool may_overwrite(const memory_access &write, const named_read &read) {
        const computation_state &writer = *function_.find_definition(write.statement);
        return (!read.is_of_memory || writer.base == read.named) &&
               may_run_between(write_of(*read.named).statement, writer.id, read.reader->id) &&
               !writes_the_same(*read.named, writer);
    }

    bool may_run_between(const std::string &first, const std::string &writer,
                         const std::string &last) {
        return before_.by_constants(first, writer) != poly::constant_order::sink_first &&
               before_.by_constants(writer, last) != poly::constant_order::sink_first;
    }

    std::optional<lost_value> overwritten(const named_read &read) {
        for (const memory_access *write : writes_to_.at(write_of(*read.named).buffer)) {
            if (!may_overwrite(*write, read)) {
                continue;
            }
            const isl::map foreign = foreign_writes(read, *write);
            if (!foreign.is_empty()) {
                return lost_value{read.reader, read.named,
                                  function_.find_definition(write->statement), foreign};
            }
        }
        return std::nullopt;
    }

    // Whether both have one and the same constant for a value, so that neither overwrites the
    // other.
    bool writes_the_same(const computation_state &named, const computation_state &writer) const {
        const auto value = constant_value(function_, named, accesses_);
        const auto other = value ? constant_value(function_, writer, accesses_) : std::nullopt;
        return other && named.type == writer.type && value->is_equal(*other);
    }

    const function_state &function_;
    const std::vector<named_read> &reads_;
    const std::vector<memory_access> &accesses_;
    poly::precedence before_;
    std::map<std::string, const memory_access *> write_of_;               ///< by statement
    std::map<std::string, std::vector<const memory_access *>> writes_to_; ///< by buffer
    std::map<std::pair<const memory_access *, const memory_access *>, isl::map> later_writes_;
    std::map<std::pair<const computation_state *, const memory_access *>, isl::set> unnamed_steps_;
    std::map<std::pair<const computation_state *, const computation_state *>,
             std::optional<isl::map>>
        rounds_;
};

} // namespace

std::vector<computation_state *> updates_before(const computation_state &named,
                                                const computation_state &reader) {
    std::vector<computation_state *> updates;
    std::copy_if(named.updates.begin(), named.updates.end(), std::back_inserter(updates),
                 [&](const computation_state *update) { return declared_before(*update, reader); });
    return updates;
}

std::vector<lost_value> lost_values(const function_state &function,
                                    const std::vector<named_read> &reads,
                                    const std::vector<memory_access> &accesses,
                                    const poly::timestamps &order) {
    value_check check(function, reads, accesses, order);
    std::vector<lost_value> lost;
    for (const named_read &read : reads) {
        if (auto value = check.check(read)) {
            lost.push_back(*value);
        }
    }
    return lost;
}

} // namespace tiramisu::core
