#include "core/program/storage.h"

#include <algorithm>

#include "core/expr/expr_text.h"
#include "core/expr/expr_typing.h"
#include "core/expr/expr_walk.h"
#include "core/program/affine.h"
#include "core/program/buffer_text.h"
#include "core/program/integer_indices.h"
#include "core/program/staging.h"
#include "polyhedral/constraints.h"
#include "polyhedral/quasi_affine.h"

namespace tiramisu::core {

namespace {

std::string store_call(const buffer_state &target,
                       const std::optional<std::vector<expr>> &indices) {
    return "store_in(" +
           (target.made_for.empty() ? "&" + target.name : target.made_for + ".get_buffer()") +
           (indices ? ", {" + expr_list_text(*indices) + "}" : "") + ")";
}

void check_sizes(const std::string &who, const std::vector<expr> &sizes, source_place where) {
    for (std::size_t dim = 0; dim < sizes.size(); ++dim) {
        const expr &size = sizes[dim];
        const std::string which = "size " + size.to_str() + " of dimension " + std::to_string(dim);
        if (!size.is_defined() || !is_integer(size.get_data_type())) {
            throw user_error(who, "",
                             which + " has type " + to_string(size.get_data_type()) +
                                 "; sizes are integers",
                             where);
        }
        if (size.is_constant() && size.get_int_val() < 0) {
            throw user_error(who, "", which + " is negative; a size is at least 0", where);
        }
    }
}

void check_owner(const computation_state &computation, const buffer_state &target,
                 const std::string &call, source_place where) {
    if (target.owner != computation.owner) {
        throw user_error(subject(computation), call,
                         buffer_text(target) + " belongs to function \"" + target.owner->name +
                             "\", the computation to \"" + computation.owner->name + "\"",
                         where);
    }
}

// Its commands could not be given again.
void check_inlined(const computation_state &computation, const buffer_state &target,
                   const std::string &call, source_place where) {
    if (computation.is_inlined && target.role != a_temporary) {
        throw user_error(subject(computation), call,
                         "is computed inline, and " + buffer_text(target) +
                             " is an argument of the function, which has to be written; store it "
                             "in a temporary, or leave compute_inline out",
                         where);
    }
}

expr extent_of(const computation_state &computation, const isl::set &domain, int dim,
               const std::vector<std::string> &no_names, bool upper) {
    if (!poly::is_bounded(domain, dim)) {
        throw unsupported_error(subject(computation), "",
                                "has no buffer, and the bounds of iterator \"" +
                                    computation.iterators[static_cast<std::size_t>(dim)].name +
                                    "\" are known only while the program runs: give it one by "
                                    "store_in()",
                                computation.where);
    }
    const auto value = to_expr(
        upper ? poly::greatest_of_dim(domain, dim) : poly::least_of_dim(domain, dim), no_names);
    if (value) {
        return *value;
    }
    const auto for_all_sizes =
        upper ? poly::greatest_value(domain, dim) : poly::least_value(domain, dim);
    if (!for_all_sizes) {
        throw unsupported_error(subject(computation), "",
                                "has no buffer, and the bounds of iterator \"" +
                                    computation.iterators[static_cast<std::size_t>(dim)].name +
                                    "\" are too irregular to size one: give it one by store_in()",
                                computation.where);
    }
    return integer_literal(*for_all_sizes);
}

// highest - lowest + 1, as a literal where both are
expr extent_between(const expr &lowest, const expr &highest) {
    if (!lowest.is_constant()) {
        return highest - lowest + 1;
    }
    const auto beyond = static_cast<std::int32_t>(1 - lowest.get_int_val());
    if (highest.is_constant()) {
        return expr(static_cast<std::int32_t>(highest.get_int_val()) + beyond);
    }
    return beyond == 0 ? highest : highest + beyond;
}

bool reads_memory(const expr &value) {
    bool found = false;
    for_each_node(value,
                  [&](const expr &node) { found = found || node.get_op_type() == o_access; });
    return found;
}

/// Whether nothing can be proved of it, though it is known when the function is called: n * n.
bool is_beyond_proofs(const function_state &owner, const expr &size) {
    bool is_known = true;
    for_each_node(size, [&](const expr &node) {
        is_known = is_known && (node.get_expr_type() != e_var ||
                                owner.find_constant(node.get_name()) != nullptr);
    });
    return is_known && !affine_space(owner, {}).to_aff(size);
}

/// A size that is read from memory is a constant, whose value is read at the start. So is that of a
/// temporary where only the constant can be compared with what is stored.
std::vector<expr> with_constants(function_state &owner, const std::string &buffer, argument_t role,
                                 std::vector<expr> sizes) {
    for (std::size_t dim = 0; dim < sizes.size(); ++dim) {
        if (reads_memory(sizes[dim]) ||
            (role == a_temporary && is_beyond_proofs(owner, sizes[dim]))) {
            const std::string name = "_" + buffer + "_size_" + std::to_string(dim);
            owner.constants.push_back({name, sizes[dim].get_data_type(), sizes[dim]});
            sizes[dim] = expr::variable(name, sizes[dim].get_data_type());
        }
    }
    return sizes;
}

} // namespace

void require_role(const std::string &subject, const std::string &call, argument_t role,
                  source_place where) {
    const int number = static_cast<int>(role);
    if (number < a_input || number > a_temporary) {
        throw user_error(subject, call,
                         "number " + std::to_string(number) +
                             " is none of a_input, a_output and a_temporary",
                         where);
    }
}

buffer_state *make_buffer(function_state &owner, std::string name, std::vector<expr> sizes,
                          primitive_t type, argument_t role, source_place where) {
    const std::string who = "buffer \"" + name + "\"";
    if (!is_identifier(name)) {
        throw user_error(who, "",
                         "the name has to be made of letters, digits and _, not starting with a "
                         "digit",
                         where);
    }
    if (owner.find_buffer(name) != nullptr) {
        throw user_error(
            who, "", "function \"" + owner.name + "\" already has a buffer of that name", where);
    }
    if (owner.find_run_time_constant(name) != nullptr) {
        throw user_error(who, "", "function \"" + owner.name + "\" has a constant of that name",
                         where);
    }
    check_sizes(who, sizes, where);
    require_type(who, "", type, where);
    require_role(who, "", role, where);
    auto made = std::make_unique<buffer_state>();
    made->sizes = with_constants(owner, name, role, std::move(sizes));
    made->name = std::move(name);
    made->type = type;
    made->role = role;
    made->owner = &owner;
    made->where = where;
    owner.buffer_handles.push_back(std::make_unique<buffer>(not_owning(made.get())));
    owner.buffers.push_back(std::move(made));
    return owner.buffers.back().get();
}

void store(computation_state &computation, buffer *target, std::optional<std::vector<expr>> indices,
           source_place where) {
    if (target == nullptr) {
        throw user_error(subject(computation), "store_in(nullptr)", "needs a buffer", where);
    }
    const std::string call = store_call(*target->state(), indices);
    check_owner(computation, *target->state(), call, where);
    if (indices) {
        require_integer_indices(computation, *indices, call, where);
    }
    check_inlined(computation, *target->state(), call, where);
    computation.storage = target->state();
    computation.storage_indices = std::move(indices);
    computation.storage_call = call;
    computation.stored_where = where;
}

void check_rank(const computation_state &stored) {
    const buffer_state *target = stored.storage;
    if (target == nullptr || stored.storage_call.empty()) {
        return;
    }
    // No indices stand for element 0; so does a computation without iterators.
    const std::size_t given =
        stored.storage_indices ? stored.storage_indices->size() : stored.iterators.size();
    if (given != target->sizes.size() && given != 0) {
        throw user_error(subject(stored), stored.storage_call,
                         "gives " + std::to_string(given) + " indices but " + buffer_text(*target) +
                             " has " + std::to_string(target->sizes.size()) + " dimensions",
                         stored.stored_where);
    }
}

namespace {

/// A computation may have any name, a buffer one that C takes.
std::string own_buffer_name(const computation_state &computation) {
    std::string name = "_" + computation.name;
    if (is_identifier(name)) {
        return name + "_buffer";
    }
    std::replace_if(
        name.begin(), name.end(), [](char one) { return !is_identifier(std::string("_") + one); },
        '_');
    std::string unused = name + "_buffer";
    for (int number = 2; computation.owner->find_buffer(unused) != nullptr; ++number) {
        unused = name + "_" + std::to_string(number) + "_buffer";
    }
    return unused;
}

} // namespace

void allocate_storage(computation_state &computation, std::vector<expr> sizes, argument_t role,
                      source_place where) {
    check_sizes("the buffer of \"" + computation.name + "\"", sizes, where);
    buffer_state *made = make_buffer(*computation.owner, own_buffer_name(computation),
                                     std::move(sizes), computation.type, role, where);
    made->made_for = computation.name;
    computation.storage = made;
    computation.storage_indices = std::nullopt;
    computation.storage_call.clear();
}

// Element r of a window that is a box in the iterators after those of the loops around.
void allocate_window(const staging &what) {
    computation_state &window = *what.window;
    std::vector<expr> sizes, indices;
    for (std::size_t dim = 0; dim < what.box.sizes.size(); ++dim) {
        const iterator &it = window.iterators[dim + static_cast<std::size_t>(what.kept_around())];
        sizes.push_back(expr(static_cast<std::int32_t>(what.box.sizes[dim])));
        indices.push_back(expr::variable(it.name, it.type));
    }
    allocate_storage(window, sizes, a_temporary, window.where);
    window.storage->is_automatic = true;
    window.storage_indices = indices;
}

namespace {

/// Inputs have iterators, whose bounds say how large the caller's memory is.
void allocate_for_input(computation_state &computation, argument_t role) {
    std::vector<expr> sizes;
    for (const iterator &it : computation.iterators) {
        if (!it.upper.is_defined()) {
            throw user_error(subject(computation), "",
                             "has no buffer, and iterator \"" + it.name +
                                 "\" no bounds that would say how large one has to be: give it one "
                                 "by store_in()",
                             computation.where);
        }
        sizes.push_back(it.upper);
    }
    allocate_storage(computation, sizes, role, computation.where);
}

/// What is computed inline may be read at any index. No code uses this memory; the analysis of
/// accesses, which comes before expressions are put in place of reads, knows values by their place.
void allocate_for_inlined(computation_state &computation) {
    allocate_storage(computation, std::vector<expr>(computation.iterators.size(), expr(1)),
                     a_temporary, computation.where);
    computation.storage->is_automatic = true;
    computation.storage->has_every_element = true;
}

} // namespace

bool can_be_allocated(const computation_state &computation) {
    return !computation.is_marker &&
           (poly::is_bounded(computation.domain) ||
            (computation.is_input() &&
             std::all_of(computation.iterators.begin(), computation.iterators.end(),
                         [](const iterator &it) { return it.upper.is_defined(); })));
}

void allocate_for_domain(computation_state &computation, argument_t role, indexing rule) {
    if (computation.is_input() && !poly::is_bounded(computation.domain)) {
        allocate_for_input(computation, role);
        return;
    }
    isl::set domain = computation.domain;
    const bool is_empty = domain.is_empty();
    std::vector<expr> sizes, indices;
    for (int dim = 0; dim < poly::set_dims(domain); ++dim) {
        const iterator &it = computation.iterators[static_cast<std::size_t>(dim)];
        const expr own = expr::variable(it.name, it.type);
        if (is_empty) {
            sizes.push_back(expr(1));
            indices.push_back(own);
            continue;
        }
        const expr lowest = extent_of(computation, domain, dim, {}, false);
        const expr highest = extent_of(computation, domain, dim, {}, true);
        const bool has_own_index =
            lowest.is_constant() &&
            (lowest.get_int_val() == 0 || (rule == indexing::own && lowest.get_int_val() > 0));
        sizes.push_back(extent_between(has_own_index ? expr(0) : lowest, highest));
        indices.push_back(has_own_index ? own : own - lowest);
    }
    allocate_storage(computation, sizes, role, computation.where);
    computation.storage->is_automatic = true;
    computation.storage_indices = indices;
}

void allocate_missing_storage(function_state &function) {
    const std::size_t before = function.buffers.size();
    for (const auto &what : function.stagings) {
        if (what->has_window() && what->window->storage == nullptr) {
            allocate_window(*what);
        }
    }
    for (const auto &computation : function.computations) {
        if (computation->base == computation.get() && computation->storage == nullptr &&
            !computation->is_input()) {
            if (computation->is_inlined && !poly::is_bounded(computation->domain)) {
                allocate_for_inlined(*computation);
            } else {
                allocate_for_domain(*computation, a_temporary, indexing::from_zero);
            }
        }
    }
    for (std::size_t at = before; at < function.buffers.size(); ++at) {
        function.buffers[at]->is_passing = true;
    }
}

std::vector<expr> storage_map(const computation_state &base) {
    std::vector<expr> element;
    if (base.storage_indices) {
        element = *base.storage_indices;
    } else {
        for (const iterator &it : base.iterators) {
            element.push_back(expr::variable(it.name, it.type));
        }
    }
    element.resize(std::max(element.size(), base.storage->sizes.size()), expr(0));
    return element;
}

} // namespace tiramisu::core
