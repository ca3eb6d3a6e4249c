#include "core/meaning/memory_readers.h"

#include <algorithm>

namespace tiramisu::core {

namespace {

using poly::memory_access;

/// The updates of one reduction do not wait for each other, and those of a computation that starts
/// its own values go on with these.
bool is_accumulation(const memory_access &write, const memory_access &read, bool is_update) {
    return read.reduction_class != 0 &&
           (read.reduction_class == write.reduction_class || is_update);
}

} // namespace

memory_readers::memory_readers(const function_state &function,
                               const std::vector<memory_access> &accesses)
    : function_(function) {
    // What commands have added lies where nothing else does.
    for (const auto *all : {&function.staged_computations, &function.computations}) {
        for (const auto &definition : *all) {
            places_.emplace(definition.get(), places_.size());
        }
    }
    std::map<std::string, std::vector<user>> reads;
    for (const memory_access &access : accesses) {
        if (!access.is_write()) {
            reads[access.buffer].push_back({&access, function.find_definition(access.statement)});
        }
    }
    for (const memory_access &access : accesses) {
        if (access.is_write()) {
            const user write = {&access, function.find_definition(access.statement)};
            for (const user &read : reads[access.buffer]) {
                note(write, read);
            }
        }
    }
}

definitions memory_readers::circles() const {
    definitions found;
    for (const auto &[writer, readers] : readers_) {
        definitions seen;
        if (reaches(writer, writer, seen)) {
            found.insert(writer);
        }
    }
    return found;
}

definitions memory_readers::read_only_before() const {
    definitions found;
    for (const auto &[writer, before] : before_) {
        if (!before.has_others) {
            found.insert(writer);
            found.insert(before.readers.begin(), before.readers.end());
        }
    }
    return found;
}

bool memory_readers::all_are_read(const poly::timestamps &order) const {
    return std::all_of(before_.begin(), before_.end(), [&](const auto &entry) {
        const uses_before &before = entry.second;
        return before.has_others ||
               std::any_of(before.uses.begin(), before.uses.end(), [&](const use &one) {
                   return !one.pairs
                               .intersect(
                                   poly::runs_before(order.at(one.writer), order.at(one.reader)))
                               .is_empty();
               });
    });
}

void memory_readers::note(const user &write, const user &read) {
    const computation_state *writer = write.definition->base, *reader = read.definition->base;
    if (writer == reader ||
        is_accumulation(*write.access, *read.access, read.definition->base != read.definition)) {
        return;
    }
    const bool is_before = is_declared_before(*read.definition, *write.definition) &&
                           function_.find_buffer(write.access->buffer)->role == a_temporary;
    definitions &readers = readers_[writer];
    if (!is_before && readers.count(reader) > 0) {
        return;
    }
    const isl::map pairs =
        write.access->relation.apply_range(read_from(*write.definition, read).reverse());
    if (pairs.is_empty()) {
        return;
    }
    readers.insert(reader);
    uses_before &before = before_[writer];
    before.has_others = before.has_others || !is_before;
    if (is_before) {
        before.uses.push_back({write.definition->id, read.definition->id, pairs});
        before.readers.insert(reader);
    }
}

/// { S[i] -> buffer[e] : S[i] may read there what the writer leaves }
isl::map memory_readers::read_from(const computation_state &writer, const user &read) {
    const memory_access &access = *read.access;
    const computation_state *named =
        access.named.empty() ? nullptr : function_.find_definition(access.named)->base;
    const bool may_be_named =
        named == nullptr || named->is_input() || named == writer.base ||
        (is_declared_before(*named, writer) && is_declared_before(writer, *read.definition));
    return may_be_named ? access.relation : read_of_memory(access, *named);
}

/// { S[i] -> buffer[e] : S[i] reads outside of the domain of what it names }; nothing where isl
/// does not know which instance that is.
const isl::map &memory_readers::read_of_memory(const memory_access &read,
                                               const computation_state &named) {
    const auto [at, is_new] = of_memory_.try_emplace(&read);
    if (is_new) {
        const isl::set inside =
            read.instances ? read.instances->intersect_range(executed_domain(named)).domain()
                           : read.relation.domain();
        at->second = read.relation.subtract(read.relation.intersect_domain(inside));
    }
    return at->second;
}

bool memory_readers::is_declared_before(const computation_state &one,
                                        const computation_state &other) const {
    return places_.at(&one) < places_.at(&other);
}

bool memory_readers::reaches(const computation_state *from, const computation_state *goal,
                             definitions &seen) const {
    const auto next = readers_.find(from);
    return next != readers_.end() &&
           std::any_of(next->second.begin(), next->second.end(),
                       [&](const computation_state *reader) {
                           return reader == goal ||
                                  (seen.insert(reader).second && reaches(reader, goal, seen));
                       });
}

} // namespace tiramisu::core
