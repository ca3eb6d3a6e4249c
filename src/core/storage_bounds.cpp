#include "core/storage_bounds.h"

#include <algorithm>

#include "core/affine.h"
#include "core/ast_expressions.h"
#include "core/expr_text.h"
#include "core/instance_text.h"

namespace tiramisu::core {

namespace {

std::string index_list(const std::vector<long> &indices) {
    std::string text;
    for (long index : indices) {
        text += (text.empty() ? "" : ", ") + std::to_string(index);
    }
    return "[" + text + "]";
}

std::string problem(const buffer_state &buffer) {
    return "is stored outside buffer \"" + buffer.name + "\" of size {" +
           expr_list_text(buffer.sizes) + "}";
}

[[noreturn]] void refuse(const computation_state &writer, const buffer_state &buffer,
                         const isl::map &outside) {
    std::vector<long> element;
    std::vector<std::pair<std::string, long>> parameters;
    poly::sample(outside.range(), element, parameters);
    throw user_error(subject(writer), "",
                     problem(buffer) + ": for example element " + index_list(element) +
                         "; make the buffer larger or give store_in() other indices",
                     writer.where);
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
    std::vector<program_check> checks;
    for (const poly::memory_access &access : accesses) {
        if (!access.is_write() || !access.exact) {
            continue;
        }
        const buffer_state &buffer = *function.find_buffer(access.buffer);
        const computation_state &writer = *function.find_definition(access.statement);
        // { S[i] -> buffer[e] : e outside }
        const isl::set inside = elements_of(function, buffer, is_argument(buffer.name));
        const isl::map outside = access.relation.subtract(access.relation.intersect_range(inside));
        if (outside.is_empty()) {
            continue;
        }
        // { : no instance writes outside }, among the parameters for which there are instances
        const isl::set executed = access.relation.domain().params();
        const isl::set sound = executed.subtract(outside.domain().params());
        if (sound.is_empty()) {
            refuse(writer, buffer, outside);
        }
        const isl::set harmless =
            function.context.subtract(outside.domain().params()).gist(function.context);
        checks.push_back({set_to_expr(harmless), subject(writer) + " " + problem(buffer)});
    }
    return checks;
}

} // namespace tiramisu::core
