#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "polyhedral/isl.h"

// What isl's C++ interface lacks: calls indexed by dimension, and an owning context.

namespace tiramisu::poly {

struct context_deleter {
    void operator()(isl_ctx *ctx) const { isl_ctx_free(ctx); }
};

/// Owns an isl context. It has to outlive every object made in it.
using context_owner = std::unique_ptr<isl_ctx, context_deleter>;

/// A context that reports errors as isl::exception and prints nothing.
context_owner make_context();

/// The message of the context's last error, for restating it ("syntax error (1, 5)").
std::string last_error(isl::ctx ctx);
/// The same behind what failed, " (why)": empty where isl does not tell.
std::string last_error_in_brackets(isl::ctx ctx);

/// All of it, also where isl may do no more work.
std::string to_text(const isl::map &map);
std::string to_text(const isl::val &value);
std::string to_text(const isl::set &set);

/// The numerator of a number. Throws isl::exception where it has more than 64 bits.
long to_long(const isl::val &value);

int domain_dims(const isl::map &map);
int range_dims(const isl::map &map);
int set_dims(const isl::set &set);

std::string set_name(const isl::set &set);
std::string domain_name(const isl::map &map);
std::string range_name(const isl::map &map);

/// { S[..] } with another tuple name.
isl::set renamed(const isl::set &set, const std::string &name);
isl::map renamed_domain(const isl::map &map, const std::string &name);

/// { [a, b, c] } -> { [a, b] }: existentially quantifies dimensions first .. first + n - 1.
isl::set project_out(const isl::set &set, int first, int n);
/// { S[i] -> [t0, t1, t2] } -> { S[i] -> [t1] } keeping `n` range dimensions from `first`.
isl::map keep_range(const isl::map &map, int first, int n);

/// { S[i] -> [a] } and { S[i] -> [b] } give { S[i] -> [a, b] }.
isl::map side_by_side(const isl::map &left, const isl::map &right);

/// { S[i] -> [t0, t1, t2] } -> { S[i] -> [t2, t0] } for the dimensions {2, 0} of its range.
isl::map select_range(const isl::map &map, const std::vector<int> &dims);

/// Adds the dimensions [value] at position `at` of the range.
isl::map insert_range_constant(const isl::map &map, int at, int value);

/// Whether the values of a dimension are bounded on both sides by numbers or parameters.
bool is_bounded(const isl::set &set, int dim);
/// Whether the values of all dimensions are bounded so.
bool is_bounded(const isl::set &set);
bool involves_dim(const isl::set &set, int dim);
/// Value of a dimension that is the same constant everywhere; false if there is none.
bool fixed_value(const isl::set &set, int dim, long &value);
/// The same of a dimension of the range, where the relation is written so.
bool fixed_value(const isl::map &map, int dim, long &value);

/// The relation for any value of the parameter, which is then no parameter of it.
isl::map without_parameter(const isl::map &relation, const std::string &name);

std::vector<std::string> parameter_names(const isl::set &set);
/// Those that the set depends on.
std::vector<std::string> involved_parameters(const isl::set &set);

/// A point of a set, with the values of the parameters for which it is one.
struct example {
    std::vector<long> coordinates;
    std::vector<std::pair<std::string, long>> parameters; ///< by name
};

/// Nothing if the set is empty.
std::optional<example> find_example(const isl::set &set);
/// The same of a set of which the caller knows that it is not empty; throws internal_error if
/// it is.
example example_of(const isl::set &set);

/// Coordinates of all points of a bounded set without parameters, in no order.
std::vector<std::vector<long>> points_of(const isl::set &set);

/// { [x0, ..., x(n-1)] -> [x0] } and so on, for `n` dimensions.
std::vector<isl::aff> dimensions(isl::ctx ctx, int n);
/// { [x0, x1, ...] -> [f0, f1, ...] } of functions { [x0, x1, ...] -> [f] }; of `n` dimensions
/// where there is none.
isl::map from_functions(isl::ctx ctx, int n, const std::vector<isl::aff> &functions);

/// Whether both are written in the same way: if not, they may be equal all the same.
bool is_same_text(const isl::map &left, const isl::map &right);

/// { [t] -> [t'] : t and t' agree in the first n dimensions }, both of `length` dimensions.
isl::map equal_prefix(isl::ctx ctx, int length, int n);
/// { [t] -> [t'] : t and t' agree before dimension `at` and differ there }.
isl::map differ_first_at(isl::ctx ctx, int length, int at);

} // namespace tiramisu::poly
