#include "core/storage_bounds.h"

#include <algorithm>
#include <map>

#include "core/affine.h"
#include "core/ast_expressions.h"
#include "core/expr_text.h"
#include "core/instance_text.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::core {

namespace {

std::string index_list(const std::vector<long> &indices) {
    std::string text;
    for (long index : indices) {
        text += (text.empty() ? "" : ", ") + std::to_string(index);
    }
    return "[" + text + "]";
}

std::string problem(const poly::memory_access &access, const buffer_state &buffer) {
    const std::string value = access.named.empty() ? "" : " \"" + access.named + "\"";
    return (access.is_write() ? "is stored" : "reads" + value) + " outside buffer \"" +
           buffer.name + "\" of size {" + expr_list_text(buffer.sizes) + "}";
}

[[noreturn]] void refuse_write(const computation_state &writer, const std::string &what,
                               const isl::map &outside) {
    std::vector<long> element;
    std::vector<std::pair<std::string, long>> parameters;
    poly::sample(outside.range(), element, parameters);
    throw user_error(subject(writer), "",
                     what + ": for example element " + index_list(element) +
                         "; make the buffer larger or give store_in() other indices",
                     writer.where);
}

[[noreturn]] void refuse_read(const computation_state &reader, const std::string &what,
                              const isl::map &outside) {
    std::vector<long> both;
    std::vector<std::pair<std::string, long>> parameters;
    poly::sample(isl::manage(isl_set_flatten(outside.wrap().release())), both, parameters);
    const auto element = both.begin() + poly::domain_dims(outside);
    throw user_error(subject(reader), "",
                     what + ": " + instance_text(reader, {both.begin(), element}) +
                         " reads element " + index_list({element, both.end()}) +
                         ", each index must be from 0 to below the size; make the buffer larger, "
                         "or guard the read by a predicate or in an arm of select()",
                     reader.where);
}

/// What the caller brings has no end that is known, and what may not happen is not refused.
bool is_checked(const poly::memory_access &access, bool is_argument) {
    return access.exact && (access.is_write() || (!is_argument && !access.is_conditional));
}

} // namespace

isl::set elements_of(const function_state &function, const buffer_state &buffer, bool is_argument) {
    std::vector<iterator> dimensions(buffer.sizes.size());
    for (std::size_t dim = 0; dim < dimensions.size(); ++dim) {
        dimensions[dim].name = "_e" + std::to_string(dim);
    }
    const affine_space space(function, dimensions);
    isl::set inside = space.universe();
    for (std::size_t dim = 0; dim < dimensions.size(); ++dim) {
        const isl::pw_aff element = space.dimension(static_cast<int>(dim));
        const auto lowest = space.to_aff(expr(0)), size = space.to_aff(buffer.sizes[dim]);
        inside = inside.intersect(element.ge_set(*lowest));
        if (size && !(is_argument && dim == 0)) {
            inside = inside.intersect(element.lt_set(*size));
        }
    }
    return poly::renamed(inside, buffer.name);
}

std::vector<program_check> storage_checks(const function_state &function,
                                          const std::vector<program_buffer> &arguments,
                                          const std::vector<poly::memory_access> &accesses) {
    const auto is_argument = [&](const std::string &name) {
        return std::any_of(arguments.begin(), arguments.end(),
                           [&](const program_buffer &argument) { return argument.name == name; });
    };
    std::map<std::string, isl::set> insides; // by buffer
    std::vector<program_check> checks;
    for (const poly::memory_access &access : accesses) {
        const bool brought = is_argument(access.buffer);
        if (!is_checked(access, brought)) {
            continue;
        }
        const buffer_state &buffer = *function.find_buffer(access.buffer);
        const computation_state &statement = *function.find_definition(access.statement);
        isl::set &inside = insides[buffer.name];
        if (inside.is_null()) {
            inside = elements_of(function, buffer, brought);
        }
        // { S[i] -> buffer[e] : e outside }
        const isl::map outside = access.relation.subtract(access.relation.intersect_range(inside));
        if (outside.is_empty()) {
            continue;
        }
        // { : no instance is outside }, among the parameters for which there are instances
        const isl::set executed = access.relation.domain().params();
        const isl::set sound = executed.subtract(outside.domain().params());
        if (sound.is_empty()) {
            (access.is_write() ? refuse_write : refuse_read)(statement, problem(access, buffer),
                                                             outside);
        }
        const isl::set harmless =
            function.context.subtract(outside.domain().params()).gist(function.context);
        checks.push_back(
            {set_to_expr(harmless), subject(statement) + " " + problem(access, buffer)});
    }
    return checks;
}

} // namespace tiramisu::core
