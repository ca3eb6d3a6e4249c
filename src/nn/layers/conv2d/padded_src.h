#pragma once

#include <functional>
#include <optional>

#include "nn/layers/conv2d/tensors.h"

namespace tiramisu::nn {

/// The image with as many zeros around it as the kernel meets.
class padded_src {
public:
    /// Copies the image: always, only where the kernel leaves it, or never, because no iterator
    /// takes it there.
    enum class copies { always, where_needed, never };
    /// What lies next to each other in the copy: columns, or the same place in all channels.
    enum class order { columns_last, channels_last };
    padded_src(const conv2d_task &task, const conv2d_iterators &at, const input &src, copies when,
               order format = order::columns_last);

    /// What the kernel's element ky, kx meets at position y, x of the result.
    expr at(const conv2d_iterators &at) const { return this->at(at, at.c); }
    /// The same in this channel of the group.
    expr at(const conv2d_iterators &at, const expr &channel) const;
    /// An element of the image with its zeros.
    expr element(const expr &n, const expr &g, const expr &c, const expr &row,
                 const expr &column) const;
    /// The copy. Nothing where src is read itself.
    std::optional<computation> copy;
    /// Whether the copy has an update that copies from the image: the kernel may meet nothing but
    /// zeros.
    bool has_image = false;

private:
    access place(const expr &n, const expr &g, const expr &c, const expr &row,
                 const expr &column) const;

    conv2d_problem problem_;
    input src_;
    order format_;
};

/// Whether neighbouring positions of the kernel together meet all elements from the first one to
/// the last, so that what a block of them meets is a box.
bool is_met_without_gaps(const conv2d_problem &problem);

/// Copies these rows and columns of the image to where they lie among the zeros.
void copy_rows_and_columns(const conv2d_problem &problem, const expr &rows, const expr &columns,
                           const std::function<access(const expr &, const expr &)> &place,
                           const std::function<expr(const var &, const var &)> &value);

/// Copies what lies inside of `rows` x `columns` of the image with its zeros, to `place(row,
/// column)` from `value(iy, ix)`. False, and nothing is done, where none of it does: the kernel may
/// meet nothing but zeros.
bool copy_image(const conv2d_problem &problem, int rows, int columns,
                const std::function<access(const expr &, const expr &)> &place,
                const std::function<expr(const var &, const var &)> &value);

/// As the image lies, so that vectors are copied.
padded_src::order order_of_copy(const conv2d_task &task);

/// Copies, in vectors, what each step of `block` of the result meets, where that is a box; else the
/// whole images. Nothing where src is read itself.
void schedule_copy(const conv2d_task &task, const padded_src &padded, const conv2d_iterators &at,
                   computation &result, const var &block);

/// Rows (columns) of the image with its zeros that `positions` positions of the kernel meet.
template <typename Size>
Size rows_met(const conv2d_problem &problem, const Size &positions) {
    return (positions - 1) * problem.sh + ((problem.kh - 1) * (problem.dh + 1) + 1);
}
template <typename Size>
Size columns_met(const conv2d_problem &problem, const Size &positions) {
    return (positions - 1) * problem.sw + ((problem.kw - 1) * (problem.dw + 1) + 1);
}

} // namespace tiramisu::nn
