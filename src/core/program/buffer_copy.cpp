#include "core/program/buffer_copy.h"

#include "core/expr/expr_text.h"
#include "core/program/buffer_text.h"
#include "core/program/domain.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

[[noreturn]] void refuse(const definition &what, const std::string &problem) {
    throw user_error(quoted_subject(what.name), expr_text(what.value), problem, what.where);
}

buffer_state &named_buffer(const function_state &function, const definition &what, int operand) {
    const std::string &name = what.value.get_operand(operand).get_name();
    buffer_state *const found = function.find_buffer(name);
    if (found == nullptr) {
        refuse(what, "function \"" + function.name + "\" has no buffer \"" + name +
                         "\"; declare the buffer first, in this function");
    }
    return *found;
}

std::string type_and_sizes(const buffer_state &buffer) {
    return to_string(buffer.type) + " {" + expr_list_text(buffer.sizes) + "}";
}

/// Sizes that are known only while the program runs are checked when it does, as those of every
/// access are.
bool are_alike(const buffer_state &from, const buffer_state &to) {
    bool alike = from.type == to.type && from.sizes.size() == to.sizes.size();
    for (std::size_t dim = 0; alike && dim < from.sizes.size(); ++dim) {
        const expr &one = from.sizes[dim], &other = to.sizes[dim];
        alike =
            !one.is_constant() || !other.is_constant() || one.get_int_val() == other.get_int_val();
    }
    return alike;
}

std::size_t first_element(const definition &what, const buffer_copy &copy) {
    return what.iterators.size() - copy.to->sizes.size();
}

} // namespace

std::optional<buffer_copy> copy_asked_for(const function_state &function, const definition &what) {
    if (what.value.get_op_type() != o_memcpy) {
        return std::nullopt;
    }
    const buffer_copy copy = {&named_buffer(function, what, 0), &named_buffer(function, what, 1)};
    if (copy.from == copy.to) {
        refuse(what, "copies " + buffer_text(*copy.from) + " to itself; name another buffer");
    }
    if (!are_alike(*copy.from, *copy.to)) {
        refuse(what, "copies " + buffer_text(*copy.from) + ", " + type_and_sizes(*copy.from) +
                         ", to " + buffer_text(*copy.to) + ", " + type_and_sizes(*copy.to) +
                         "; both have to have the same type and sizes: write a computation for "
                         "each element instead");
    }
    return copy;
}

void become_copy(function_state &function, definition &what, const buffer_copy &copy) {
    std::vector<iterator> elements;
    for (std::size_t dim = 0; dim < copy.to->sizes.size(); ++dim) {
        std::string name = copy.to->name + "_" + std::to_string(dim);
        for (const iterator &it : what.iterators) {
            name += it.name == name ? "_" : "";
        }
        elements.push_back({name, p_int32, expr(0), copy.to->sizes[dim]});
    }
    definition source;
    source.name = unique_name(function, "_all_of_" + copy.from->name);
    source.iterators = elements;
    source.type = copy.from->type;
    source.where = what.where;
    computation_state &read = *define_input(function, std::move(source));
    read.storage = copy.from;
    what.value = expr(o_access, read.name, variables(elements), read.type);
    what.type = p_none;
    what.iterators.insert(what.iterators.end(), elements.begin(), elements.end());
}

void store_copy(computation_state &made, const buffer_copy &copy) {
    const std::vector<expr> all = variables(made.iterators);
    made.storage = copy.to;
    made.storage_indices = std::vector<expr>(
        all.end() - static_cast<std::ptrdiff_t>(copy.to->sizes.size()), all.end());
    made.stored_where = made.where;
}

isl::set with_elements(const function_state &function, const isl::set &domain,
                       const definition &what, const buffer_copy &copy) {
    const std::size_t first = first_element(what, copy);
    isl::set points = poly::insert_dims(domain, static_cast<int>(first),
                                        static_cast<int>(what.iterators.size() - first));
    for (std::size_t dim = first; dim < what.iterators.size(); ++dim) {
        const iterator &it = what.iterators[dim];
        const expr element = expr::variable(it.name, it.type);
        points = restrict_domain(function, quoted_subject(what.name), points, what.iterators,
                                 element >= it.lower && element < it.upper, what.where);
    }
    return points;
}

} // namespace tiramisu::core
