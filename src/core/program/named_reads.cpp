#include "core/program/named_reads.h"

#include <algorithm>

#include "core/expr/expr_walk.h"
#include "core/program/memory_accesses.h"
#include "core/program/rolling_storage.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::core {

using poly::memory_access;

namespace {

/// Whether a read whose instances are known names a value, or, of its own computation, storage that
/// goes round may have lost what it names.
bool may_miss_its_value(const memory_access &access, const computation_state &reader,
                        const computation_state &named) {
    if (named.is_input()) {
        return false;
    }
    return &named != reader.base || (access.reduction_class == 0 && is_rolling(named));
}

void add_once(std::vector<named_read> &reads, const named_read &read) {
    const bool is_known = std::any_of(reads.begin(), reads.end(), [&](const named_read &known) {
        return known.reader == read.reader && known.named == read.named &&
               known.is_of_memory == read.is_of_memory &&
               poly::is_same_text(known.instances, read.instances);
    });
    if (!is_known) {
        reads.push_back(read);
    }
}

/// Reads of storage that goes round, at indices that are not affine.
void add_reads_anywhere(const computation_state &reader, const expr &value,
                        std::vector<named_read> &reads) {
    if (!value.is_defined()) {
        return;
    }
    for_each_node(value, [&](const expr &node) {
        const computation_state *named = node.get_op_type() == o_access
                                             ? reader.owner->find_computation(node.get_name())
                                             : nullptr;
        if (named == nullptr || named->is_input() || !is_rolling(*named)) {
            return;
        }
        bool exact = true;
        const isl::map instances = access_relation(reader, named->id, node.get_operands(), exact);
        if (!exact) {
            add_once(reads,
                     {&reader, named, instances.intersect_range(executed_domain(*named)), true});
        }
    });
}

} // namespace

std::vector<named_read> named_reads(const function_state &function,
                                    const std::vector<memory_access> &accesses) {
    std::vector<named_read> reads;
    for (const memory_access &access : accesses) {
        if (access.is_write() || !access.instances) {
            continue;
        }
        const computation_state *reader = function.find_definition(access.statement);
        const computation_state *named = function.find_definition(access.named);
        if (may_miss_its_value(access, *reader, *named)) {
            add_once(reads,
                     {reader, named, access.instances->intersect_range(executed_domain(*named)),
                      named == reader->base});
        }
    }
    for (const computation_state *reader : function.executed()) {
        add_reads_anywhere(*reader, reader->value, reads);
        add_reads_anywhere(*reader, reader->predicate, reads);
    }
    return reads;
}

} // namespace tiramisu::core
