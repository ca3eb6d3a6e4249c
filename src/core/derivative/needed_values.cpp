#include "core/derivative/needed_values.h"

#include <algorithm>

#include "core/expr/expr_walk.h"
#include "core/program/memory_accesses.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

/// Whether the definition is declared before the other one.
bool is_before(const computation_state &definition, const computation_state &other) {
    const auto &all = definition.owner->computations;
    const auto at = [&](const computation_state &one) {
        return std::find_if(all.begin(), all.end(),
                            [&](const auto &each) { return each.get() == &one; });
    };
    return at(definition) < at(other);
}

/// The computation that writes the input's memory; null if none does.
const computation_state *writer_of(const computation_state &input) {
    for (const auto &definition : input.owner->computations) {
        const computation_state &base = *definition->base;
        if (!base.is_input() && base.storage != nullptr && base.storage == input.storage) {
            return &base;
        }
    }
    return nullptr;
}

// { S[i] -> S[j] : j runs before i }
isl::map earlier_instances(const computation_state &definition) {
    return poly::not_after(definition.domain)
        .subtract(poly::identity_on(
            poly::universe(definition.owner->ctx, definition.iterators.size(), definition.id)));
}

class value_check {
public:
    value_check(const computation_state &reader, const expr &read, const isl::set &points,
                const public_call &call)
        : reader_(reader), read_(read), points_(points), call_(call),
          of_(*reader.owner->find_computation(read.get_name())) {}

    void make() const {
        if (of_.is_input()) {
            check_input();
        } else if (&of_ == reader_.base) {
            check_own();
        } else {
            const computation_state &last = of_.updates.empty() ? of_ : *of_.updates.back();
            if (is_before(reader_, last)) {
                refuse("which " + subject(last) +
                       " changes afterwards; declare it before what reads it (computations that "
                       "take turns in a loop have no derivative in this version)");
            }
        }
    }

private:
    [[noreturn]] void refuse(const std::string &reason) const {
        throw unsupported_error(call_.subject, call_.call,
                                subject(reader_) + " reads " + read_.to_str() + ", " + reason,
                                call_.where);
    }

    void check_input() const {
        if (const computation_state *writer = writer_of(of_)) {
            refuse("whose memory, buffer \"" + of_.storage->name + "\", " + subject(*writer) +
                   " overwrites: a derivative would find another value; store \"" + writer->name +
                   "\" elsewhere, or read it by its own name");
        }
    }

    /// Definitions of its own computation that come later, and later instances of its own.
    void check_own() const {
        std::vector<const computation_state *> writers = {&reader_};
        for (const computation_state *update : of_.updates) {
            if (is_before(reader_, *update)) {
                writers.push_back(update);
            }
        }
        bool is_affine = true;
        const isl::map elements = access_relation(reader_, of_.id, read_.get_operands(), is_affine)
                                      .intersect_domain(points_);
        for (const computation_state *writer : writers) {
            const isl::map written = access_relation(*writer, of_.id, writer->target, is_affine);
            isl::map late = elements.apply_range(written.reverse()); // { S[i] -> W[j] }
            if (writer == &reader_) {
                late = late.subtract(earlier_instances(reader_));
            }
            if (!is_affine || !late.is_empty()) {
                refuse("which " + (writer == &reader_ ? "it" : subject(*writer)) +
                       " overwrites afterwards: a derivative would need both values; keep them in "
                       "different elements, or make a computation of each");
            }
        }
    }

    const computation_state &reader_;
    const expr &read_;
    const isl::set &points_;
    const public_call &call_;
    const computation_state &of_;
};

} // namespace

void require_final_value(const computation_state &reader, const expr &read, const isl::set &points,
                         const public_call &call) {
    value_check(reader, read, points, call).make();
}

void require_final_values(const chain_link &link, const expr &derivative, const isl::set &points,
                          const public_call &call) {
    const auto is_needed = [&](const expr &read) {
        bool found = false;
        for_each_node(derivative, [&](const expr &node) { found = found || node.is_equal(read); });
        return found;
    };
    const auto check = [&](const expr &node) {
        if (node.get_op_type() == o_access && is_needed(node)) {
            require_final_value(*link.definition, node, points, call);
        }
    };
    for_each_node(link.operand, check);
    for_each_node(link.definition->predicate, check);
}

const computation_state *earlier_writer(const computation_state &reader,
                                        const computation_state &input) {
    const computation_state *writer = input.is_input() ? writer_of(input) : nullptr;
    return writer != nullptr && is_before(*writer, *reader.base) ? writer : nullptr;
}

} // namespace tiramisu::core
