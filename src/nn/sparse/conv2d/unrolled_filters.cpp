#include "nn/sparse/conv2d/unrolled_filters.h"

#include <map>
#include <string>

namespace tiramisu::nn {

namespace {

struct nonzero {
    int f, k;
};

/// The non-zeros of some filters, by the element of the kernels that they stand for.
using nonzeros_by_column = std::map<int, std::vector<nonzero>>;

nonzeros_by_column by_column(const sparse::csr_matrix &pattern, const filter_range &filters) {
    nonzeros_by_column made;
    for (int f = filters.first; f < filters.end; f++) {
        const auto &starts = pattern.row_starts();
        for (int k = starts[static_cast<std::size_t>(f)];
             k < starts[static_cast<std::size_t>(f) + 1]; k++) {
            made[pattern.column_indices()[static_cast<std::size_t>(k)]].push_back({f, k});
        }
    }
    return made;
}

/// The computations of one group: their loops, and what is stored where.
class group {
public:
    group(const sparse_conv2d_task &task, const tiling &blocking, const tile_loops &at,
          const conv2d_images &images, const filter_range &filters)
        : blocking_(blocking), at_(at),
          f_("f", filters.first, filters.end), loops_{at.n, at.slab, at.y_tile, at.x_tile,
                                                      f_,   at.y,    at.x,      at.lane},
          name_(std::to_string(filters.first)), sums_("sums_" + name_, loops_, images.start_of(f_)),
          columns_(by_column(*task.pattern, filters)) {
        buffer registers(
            "sums_" + name_,
            {filters.end - filters.first, blocking.rows, blocking.vectors, blocking.lanes},
            p_float32, a_temporary);
        sums_.store_in(&registers, {f_ - filters.first, at.y, at.x, at.lane});
        add(sums_.init());
    }

    void add_steps(const unrolled_operands &operands, int elements) {
        auto next = columns_.begin();
        for (int step = 0; next != columns_.end(); step++) {
            expr total = sum();
            for (int i = 0; i < elements && next != columns_.end(); i++, next++) {
                total = total + product(operands, *next);
            }
            sums_(at_.n, at_.slab, at_.y_tile, at_.x_tile, f_, at_.y, at_.x, at_.lane) = total;
            add(sums_.update(step));
        }
    }

    void add_result(const conv2d_images &images) {
        const dst_position place = {at_.n, f_, at_.first_row(blocking_) + at_.y,
                                    at_.first_column(blocking_) + at_.x * blocking_.lanes +
                                        at_.lane};
        computation result("result_" + name_, loops_,
                           place.y < blocking_.grid.block_rows &&
                               place.x < blocking_.grid.block_columns,
                           images.finished(sum(), place));
        images.store_result(result, place);
        add(result);
    }

    std::vector<computation> computations() { return made_; }

private:
    expr sum() const {
        return sums_(at_.n, at_.slab, at_.y_tile, at_.x_tile, f_, at_.y, at_.x, at_.lane);
    }

    /// Of the filter's weight, if it has one there.
    expr product(const unrolled_operands &operands,
                 const nonzeros_by_column::value_type &element) const {
        expr made = 0.0f;
        for (const nonzero &one : element.second) {
            made = select(f_ == one.f, operands.weight(one.k) * operands.met(element.first), made);
        }
        return made;
    }

    void add(computation next) {
        next.tag_unroll_level(f_);
        next.tag_unroll_level(at_.y);
        next.tag_unroll_level(at_.x);
        next.tag_vector_level(at_.lane, blocking_.lanes);
        if (!made_.empty()) {
            made_.back().then(next, at_.x_tile);
        }
        made_.push_back(next);
    }

    const tiling &blocking_;
    const tile_loops &at_;
    var f_;
    std::vector<var> loops_;
    std::string name_;
    computation sums_;
    nonzeros_by_column columns_;
    std::vector<computation> made_;
};

} // namespace

std::vector<computation> unrolled_filters(const sparse_conv2d_task &task, const tiling &blocking,
                                          const tile_loops &at, const conv2d_images &images,
                                          const unrolled_operands &operands,
                                          const filter_range &filters, int elements) {
    group made(task, blocking, at, images, filters);
    made.add_steps(operands, elements);
    made.add_result(images);
    return made.computations();
}

} // namespace tiramisu::nn
