#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tiramisu/computation.h"
#include "tiramisu/function.h"

namespace tiramisu {

/// What gradient() has added to a function: adjoints, which are computations as any other. Adjoint
/// `x_bar` of `x` has the elements of x, and its type (float32 where that has 16 bits):
/// x_bar(i) is the derivative by x(i) of the sum of all of(j) * seed(j).
class adjoints {
public:
    adjoints(std::vector<computation> seed, std::map<std::string, computation> by_name,
             std::vector<computation> all)
        : seed_(std::move(seed)), by_name_(std::move(by_name)), all_(std::move(all)) {}

    /// The input that the caller brings, of the elements of `of`: which combination of these is
    /// differentiated. Throws user_error where `of` has no iterators: its seed is 1.
    computation seed(source_place where = source_place::current()) const;

    /// The adjoint of one of `by`, or of a computation between these and `of`. Throws user_error
    /// for others.
    computation by(const computation &what, source_place where = source_place::current()) const;

    /// All that was added and is executed, in the order of the declarations.
    const std::vector<computation> &all() const { return all_; }

private:
    std::vector<computation> seed_; ///< one, or none
    std::map<std::string, computation> by_name_;
    std::vector<computation> all_;
};

/// Adds to `f` what computes the derivative of `of` by the inputs `by`: the transposed Jacobian
/// times a seed, in reverse (Griewank and Walther, Evaluating Derivatives, 2nd ed., chapter 3).
///
/// The adjoint of what is read by y(i) = e(x(A(i))) gathers, for each of its elements a, over the
/// instances { i : A(i) = a }: x_bar(a) += y_bar(i) * de/dx. Where A is injective that is an
/// assignment, else a sum over the dimensions of i that a leaves open. So the loops over a may run
/// in parallel, and adjoints of stencils are stencils (Hueckelheim et al., Automatic
/// differentiation for adjoint stencil loops, 2019).
///
/// All computations between `by` and `of` have affine indices and bounds that the function knows
/// when it is called. An update accumulates (`+=`, `*=`, `min_with`, `max_with`), or sets elements
/// anew. Values that derivatives need are read where the program stores them.
///
/// Call it when the algorithm is complete, before commands of the schedule. Throws user_error and
/// unsupported_error, which name the computation, for everything else; then the function is as
/// before.
adjoints gradient(function &f, const computation &of, const std::vector<computation *> &by,
                  source_place where = source_place::current());

} // namespace tiramisu
