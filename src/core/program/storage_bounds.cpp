#include "core/program/storage_bounds.h"

#include <map>
#include <optional>
#include <set>

#include "core/expr/error_text.h"
#include "core/expr/expr_text.h"
#include "core/program/affine.h"
#include "core/program/ast_expressions.h"
#include "core/program/buffer_text.h"
#include "core/program/instance_text.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

std::string index_list(const std::vector<long> &indices) {
    std::string text;
    for (long index : indices) {
        text += (text.empty() ? "" : ", ") + std::to_string(index);
    }
    return "[" + text + "]";
}

std::string problem(const poly::memory_access &access, const buffer_state &buffer,
                    bool is_argument) {
    const std::string value = access.named.empty() ? "" : " \"" + access.named + "\"";
    const std::string memory = buffer_text(buffer) + (buffer.made_for.empty() ? "" : ",") +
                               " of size {" + expr_list_text(buffer.sizes) + "}";
    return access.is_write()
               ? "is stored outside " + memory
               : "reads" + value + (is_argument ? " before the first element of " : " outside ") +
                     memory;
}

std::string declared_at(const buffer_state &buffer) {
    return buffer.made_for.empty() ? place_text(", declared at ", buffer.where) : "";
}

/// Who is stored outside says the call of store_in(), where there is one.
[[noreturn]] void refuse_write(const computation_state &writer, const buffer_state &buffer,
                               const std::string &what, const isl::map &outside) {
    const std::vector<long> element = poly::example_of(outside.range()).coordinates;
    const computation_state &stored = *writer.base;
    throw user_error(subject(writer), stored.storage_call,
                     what + declared_at(buffer) + ": for example element " + index_list(element) +
                         "; make the buffer larger or give store_in() other indices",
                     stored.storage_call.empty() ? writer.where : stored.stored_where);
}

[[noreturn]] void refuse_read(const computation_state &reader, const buffer_state &buffer,
                              bool is_argument, const std::string &what, const isl::map &outside) {
    const std::vector<long> both = poly::example_of(poly::flat_pairs(outside)).coordinates;
    const auto element = both.begin() + poly::domain_dims(outside);
    throw user_error(subject(reader), "",
                     what + declared_at(buffer) + ": " +
                         instance_text(reader, {both.begin(), element}) + " reads element " +
                         index_list({element, both.end()}) +
                         (is_argument ? ", whatever the arguments are; let the iterators begin "
                                        "later, "
                                      : ", each index must be from 0 to below the size; make the "
                                        "buffer larger, ") +
                         "or guard the read by a predicate or in an arm of select()",
                     reader.where);
}

/// What may not happen is not refused.
bool is_checked(const poly::memory_access &access) {
    return access.exact && (access.is_write() || !access.is_conditional);
}

/// Questions may come before compute_bounds() has given a domain its ends; no code is generated for
/// one that has none.
bool awaits_bounds(const computation_state &statement) {
    return statement.bounds.empty() && !poly::is_bounded(statement.domain);
}

/// { [e0, e1] : any }
affine_space space_of_elements(const function_state &function, const buffer_state &buffer) {
    std::vector<iterator> dimensions(buffer.sizes.size());
    for (std::size_t dim = 0; dim < dimensions.size(); ++dim) {
        dimensions[dim].name = "_e" + std::to_string(dim);
    }
    return {function, dimensions};
}

/// { buffer[e0, e1] : before the first element }, as far as the sizes tell. What is read beside a
/// row lies in another one.
isl::set before_first(const function_state &function, const buffer_state &buffer) {
    const affine_space space = space_of_elements(function, buffer);
    const isl::pw_aff zero = *space.to_aff(expr(0));
    isl::set first_so_far = space.universe(), before = first_so_far.subtract(first_so_far);
    for (std::size_t dim = 0; dim < buffer.sizes.size(); ++dim) {
        const isl::pw_aff element = space.dimension(static_cast<int>(dim));
        before = before.unite(first_so_far.intersect(element.lt_set(zero)));
        first_so_far = first_so_far.intersect(element.eq_set(zero));
    }
    for (std::size_t dim = 1; dim < buffer.sizes.size(); ++dim) {
        const auto size = space.to_aff(buffer.sizes[dim]);
        before = size ? before.intersect(space.dimension(static_cast<int>(dim)).lt_set(*size))
                      : before.subtract(before);
    }
    return poly::renamed(before, buffer.name);
}

} // namespace

isl::set elements_of(const function_state &function, const buffer_state &buffer, bool is_argument) {
    const affine_space space = space_of_elements(function, buffer);
    isl::set inside = space.universe();
    if (buffer.has_every_element) {
        return poly::renamed(inside, buffer.name);
    }
    for (std::size_t dim = 0; dim < buffer.sizes.size(); ++dim) {
        const isl::pw_aff element = space.dimension(static_cast<int>(dim));
        const auto lowest = space.to_aff(expr(0)), size = space.to_aff(buffer.sizes[dim]);
        inside = inside.intersect(element.ge_set(*lowest));
        if (size && !(is_argument && dim == 0)) {
            inside = inside.intersect(element.lt_set(*size));
        }
    }
    return poly::renamed(inside, buffer.name);
}

namespace {

class storage_checker {
public:
    storage_checker(const function_state &function, const std::vector<program_buffer> &arguments)
        : function_(function) {
        for (const program_buffer &argument : arguments) {
            arguments_.insert(argument.name);
        }
    }

    /// Nothing if the access is inside, whatever the parameters are.
    std::optional<program_check> check(const poly::memory_access &access) {
        const isl::map outside = outside_part(access);
        if (outside.is_empty()) {
            return std::nullopt;
        }
        const bool is_argument = arguments_.count(access.buffer) > 0;
        const computation_state &statement = *function_.find_definition(access.statement);
        const buffer_state &buffer = *function_.find_buffer(access.buffer);
        const std::string what = problem(access, buffer, is_argument);
        // { : no instance is outside }, among the parameters for which there are instances
        const isl::set executed = access.relation.domain().params();
        const isl::set sound = executed.subtract(outside.domain().params());
        if (sound.is_empty() && access.is_write()) {
            refuse_write(statement, buffer, what, outside);
        }
        if (sound.is_empty() && !is_argument) {
            refuse_read(statement, buffer, is_argument, what, outside);
        }
        const isl::set harmless = function_.context.subtract(outside.domain().params());
        if (harmless.is_empty() && !function_.context.is_empty()) {
            refuse_read(statement, buffer, is_argument, what, outside);
        }
        return program_check{set_to_expr(harmless.gist(function_.context)),
                             subject(statement) + " " + what};
    }

private:
    const function_state &function_;
    std::set<std::string> arguments_;
    std::map<std::string, isl::set> insides_, before_; ///< by buffer

    // { S[i] -> buffer[e] : e outside }
    isl::map outside_part(const poly::memory_access &access) {
        const buffer_state &buffer = *function_.find_buffer(access.buffer);
        const bool is_argument = arguments_.count(access.buffer) > 0;
        if (is_argument && !access.is_write()) {
            isl::set &before = before_[buffer.name];
            before = before.is_null() ? before_first(function_, buffer) : before;
            return access.relation.intersect_range(before);
        }
        isl::set &inside = insides_[buffer.name];
        inside = inside.is_null() ? elements_of(function_, buffer, is_argument) : inside;
        return access.relation.subtract(access.relation.intersect_range(inside));
    }
};

} // namespace

std::vector<program_check> storage_checks(const function_state &function,
                                          const std::vector<program_buffer> &arguments,
                                          const std::vector<poly::memory_access> &accesses) {
    storage_checker checker(function, arguments);
    std::vector<program_check> checks;
    for (const poly::memory_access &access : accesses) {
        if (!is_checked(access) || awaits_bounds(*function.find_definition(access.statement))) {
            continue;
        }
        if (const auto check = checker.check(access)) {
            checks.push_back(*check);
        }
    }
    return checks;
}

void require_possible_sizes(const function_state &function, const buffer_state &buffer) {
    const affine_space space(function, {});
    const isl::pw_aff zero = *space.to_aff(expr(0));
    for (std::size_t dim = 0; dim < buffer.sizes.size(); ++dim) {
        const expr &size = buffer.sizes[dim];
        const auto value = size.is_constant() ? std::nullopt : space.to_aff(size);
        if (value && value->ge_set(zero).params().intersect(function.context).is_empty()) {
            throw user_error(buffer_text(buffer), "",
                             "size " + size.to_str() + " of dimension " + std::to_string(dim) +
                                 " is negative; a size is at least 0",
                             buffer.where);
        }
    }
}

} // namespace tiramisu::core
