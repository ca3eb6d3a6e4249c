#include "core/storage_bounds.h"

#include "core/expr_text.h"
#include "core/instance_text.h"

namespace tiramisu::core {

namespace {

// { buffer[e0, e1] : inside }, dimensions of unknown size left free
isl::set elements(const function_state &function, const buffer_state &buffer) {
    isl_space *space = isl_space_set_alloc(function.context_owner.get(), 0,
                                           static_cast<unsigned>(buffer.sizes.size()));
    isl_set *inside = isl_set_universe(space);
    for (std::size_t dim = 0; dim < buffer.sizes.size(); ++dim) {
        const auto at = static_cast<unsigned>(dim);
        inside = isl_set_lower_bound_si(inside, isl_dim_set, at, 0);
        if (buffer.sizes[dim].is_constant()) {
            inside = isl_set_upper_bound_si(inside, isl_dim_set, at,
                                            static_cast<int>(buffer.sizes[dim].get_int_val()) - 1);
        }
    }
    return isl::manage(isl_set_set_tuple_name(inside, buffer.name.c_str()));
}

std::string index_list(const std::vector<long> &indices) {
    std::string text;
    for (long index : indices) {
        text += (text.empty() ? "" : ", ") + std::to_string(index);
    }
    return "[" + text + "]";
}

} // namespace

void check_storage_bounds(const function_state &function,
                          const std::vector<poly::memory_access> &accesses) {
    for (const poly::memory_access &access : accesses) {
        if (!access.is_write() || !access.exact) {
            continue;
        }
        const buffer_state &buffer = *function.find_buffer(access.buffer);
        // { S[i] -> buffer[e] : e outside }
        const isl::map outside =
            access.relation.subtract(access.relation.intersect_range(elements(function, buffer)));
        if (outside.is_empty()) {
            continue;
        }
        std::vector<long> instance, element;
        std::vector<std::pair<std::string, long>> parameters;
        poly::sample(outside.domain(), instance, parameters);
        poly::sample(outside.range(), element, parameters);
        const computation_state &writer = *function.find_definition(access.statement);
        throw user_error(subject(writer), "",
                         "is stored outside buffer \"" + buffer.name + "\" of size {" +
                             expr_list_text(buffer.sizes) + "}: for example element " +
                             index_list(element) +
                             "; make the buffer larger or give store_in() other indices",
                         writer.where);
    }
}

} // namespace tiramisu::core
