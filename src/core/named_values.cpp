#include "core/named_values.h"

#include <algorithm>
#include <map>
#include <utility>

#include "polyhedral/isl_bridge.h"

namespace tiramisu::core {

namespace {

using poly::memory_access;

bool declared_before(const function_state &function, const computation_state &a,
                     const computation_state &b) {
    for (const auto &definition : function.computations) {
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

class value_check {
public:
    value_check(const function_state &function, const std::vector<memory_access> &accesses,
                const poly::timestamps &order)
        : function_(function), accesses_(accesses), before_(order) {}

    std::optional<lost_value> check(const named_read &read) {
        if (auto early = read_too_early(read)) {
            return early;
        }
        return overwritten(read);
    }

private:
    // Definitions of the named computation that the reader has to wait for.
    std::vector<const computation_state *> chain(const named_read &read) const {
        std::vector<const computation_state *> definitions = {read.named};
        for (const computation_state *update : read.named->updates) {
            if (declared_before(function_, *update, *read.reader)) {
                definitions.push_back(update);
            }
        }
        return definitions;
    }

    // { S[i] -> D[j] : D[j] defines the element of P that S[i] names }
    isl::map named_definitions(const named_read &read, const computation_state &definition) const {
        if (&definition == read.named) {
            return read.instances;
        }
        return read.instances.apply_range(defined_instance(definition).reverse());
    }

    std::optional<lost_value> read_too_early(const named_read &read) {
        for (const computation_state *definition : chain(read)) {
            const isl::map in_order = before_(definition->id, read.reader->id).reverse();
            const isl::map early = named_definitions(read, *definition).subtract(in_order);
            if (!early.is_empty()) {
                return lost_value{read.reader, read.named, nullptr, early};
            }
        }
        return std::nullopt;
    }

    const memory_access &write_of(const computation_state &definition) const {
        return *std::find_if(accesses_.begin(), accesses_.end(), [&](const memory_access &access) {
            return access.is_write() && access.statement == definition.id;
        });
    }

    // An accumulation, or another update of a computation's own element, goes on with the value
    // that was there, whoever has started it.
    bool goes_on_with_its_element(const computation_state &writer) const {
        const memory_access &write = write_of(writer);
        return write.reduction_class != 0 ||
               std::any_of(accesses_.begin(), accesses_.end(), [&](const memory_access &access) {
                   return !access.is_write() && access.statement == writer.id &&
                          access.named == writer.base->id &&
                          write.relation.is_subset(access.relation);
               });
    }

    // { S[i] -> W[j] : W[j] belongs to the value that S[i] names }
    isl::map own_writes(const named_read &read, const computation_state &writer,
                        const isl::map &conflicts) const {
        if (goes_on_with_its_element(writer)) {
            return conflicts;
        }
        if (writer.base == read.named) {
            return named_definitions(read, writer);
        }
        return conflicts.subtract(conflicts);
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

    std::optional<lost_value> overwritten(const named_read &read) {
        const memory_access &named_write = write_of(*read.named);
        for (const memory_access &write : accesses_) {
            if (!write.is_write() || write.buffer != named_write.buffer) {
                continue;
            }
            const computation_state &writer = *function_.find_definition(write.statement);
            // { S[i] -> W[j] : W[j] between the named instance and S[i] }
            const isl::map between = read.instances.apply_range(later_writes(named_write, write))
                                         .intersect(before_(writer.id, read.reader->id).reverse());
            if (between.is_empty()) {
                continue;
            }
            const isl::map foreign = between.subtract(own_writes(read, writer, between));
            if (!foreign.is_empty()) {
                return lost_value{read.reader, read.named, &writer, foreign};
            }
        }
        return std::nullopt;
    }

    const function_state &function_;
    const std::vector<memory_access> &accesses_;
    poly::precedence before_;
    std::map<std::pair<const memory_access *, const memory_access *>, isl::map> later_writes_;
};

} // namespace

std::vector<lost_value> lost_values(const function_state &function,
                                    const std::vector<named_read> &reads,
                                    const std::vector<memory_access> &accesses,
                                    const poly::timestamps &order) {
    value_check check(function, accesses, order);
    std::vector<lost_value> lost;
    for (const named_read &read : reads) {
        if (auto value = check.check(read)) {
            lost.push_back(*value);
        }
    }
    return lost;
}

} // namespace tiramisu::core
