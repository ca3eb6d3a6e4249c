#include "autoscheduler/cost/features/features.h"

#include <algorithm>
#include <cmath>

#include "autoscheduler/cost/features/intensity.h"
#include "autoscheduler/cost/features/reuse.h"

namespace tiramisu::tune {

namespace {

constexpr double line_bytes = 64;
constexpr std::size_t most_buffers = 5, numbers_of_a_buffer = 18;

/// Numbers of one buffer, beside where it is sorted by.
struct buffer_features {
    double lines = 0, bytes = 0;
    std::vector<double> numbers;
};

/// The bytes of a touched box that lie side by side in memory.
double bytes_side_by_side(const touched_buffer &of) {
    double bytes = of.element_bytes;
    for (std::size_t d = of.sizes.size(); d-- > 0;) {
        bytes *= of.spans.front()[d];
        if (of.spans.front()[d] < of.sizes[d]) {
            break;
        }
    }
    return bytes;
}

class row_maker {
public:
    row_maker(const running_program &program, const running_statement &statement)
        : program_(program), statement_(statement) {}

    feature_row make() {
        add_operations();
        for (const running opts : {running::vectorized, running::unrolled, running::parallel}) {
            add_loops(opts);
        }
        add_gpu();
        add_buffers();
        for (const double sample : intensities_of(statement_)) {
            add(sample);
        }
        const allocation &filled = statement_.filled;
        add(filled.bytes);
        add(filled.outer_iterations);
        add(filled.inner_iterations);
        add(filled.bytes * filled.outer_iterations);
        add(statement_.iterations());
        const auto runs = [](const running_loop &loop) { return loop.extent > 1; };
        add(static_cast<double>(
            std::count_if(statement_.loops.begin(), statement_.loops.end(), runs)));
        add(0); // loops are unrolled one by one here: there is no pragma with a number of steps
        return row_;
    }

private:
    const running_program &program_;
    const running_statement &statement_;
    feature_row row_{};
    std::size_t filled_ = 0;

    void add(double value) { row_.at(filled_++) = static_cast<float>(std::log2(1 + value)); }

    void add_operations() {
        const double times = statement_.iterations();
        const arithmetic &one = statement_.operations;
        for (const arithmetic::of_type &kind : {one.floats, one.integers}) {
            for (const double count : {kind.multiply_adds, kind.sums, kind.products, kind.divisions,
                                       kind.comparisons, kind.math_calls, kind.other_calls}) {
                add(count * times);
            }
        }
        add(one.logical * times);
        add(one.selections * times);
    }

    void add_loops(running opts) {
        double count = 0, product = 1, innermost = 0;
        loop_position along = loop_position::none;
        for (const running_loop &loop : statement_.loops) {
            if (loop.opts == opts && loop.extent > 1) {
                ++count;
                product *= loop.extent;
                innermost = loop.extent;
                along = loop.along;
            }
        }
        add(count);
        add(count > 0 ? product : 0);
        add(innermost);
        constexpr int positions = 8;
        for (int position = 0; position < positions; ++position) {
            add(static_cast<int>(along) == position ? 1 : 0);
        }
    }

    /// The innermost loop of a kind is the grid's first dimension.
    void add_gpu() {
        constexpr std::size_t dimensions = 3;
        const auto lengths = [&](running opts) {
            std::vector<double> found;
            for (auto loop = statement_.loops.rbegin(); loop != statement_.loops.rend(); ++loop) {
                if (loop->opts == opts) {
                    found.push_back(loop->extent);
                }
            }
            return found;
        };
        std::vector<double> blocks = lengths(running::gpu_block),
                            threads = lengths(running::gpu_thread);
        add(blocks.empty() && threads.empty() ? 0 : 1);
        for (std::vector<double> *grid : {&blocks, &threads}) {
            grid->resize(dimensions, 0);
            for (const double length : *grid) {
                add(length);
            }
        }
        add(0); // threads are not put on the same place by turns
    }

    buffer_features features_of_buffer(const touched_buffer &of) const {
        double stride = 0, still = 1;
        for (std::size_t l = statement_.loops.size(); l-- > 0;) {
            if (of.steps[l].moves && statement_.loops[l].extent > 1) {
                stride = std::abs(of.steps[l].stride);
                break;
            }
            still *= statement_.loops[l].extent;
        }
        const double instances = statement_.iterations();
        const double bytes = instances * of.element_bytes, unique_bytes = of.unique_bytes(0);
        const double lines = std::max(
            1.0, instances / still * std::min(1.0, stride * of.element_bytes / line_bytes));
        const double unique_lines =
            std::max(1.0, unique_bytes / std::min(line_bytes, bytes_side_by_side(of)));
        const reuse again = reuse_of(program_, statement_, of);
        // What is never touched again weighs as if half of it were needed.
        const double by = again.how == reuse::kind::none ? 0.5 : again.times;
        const bool both = of.is_read && of.is_written;
        const auto truth = [](bool is) { return is ? 1.0 : 0.0; };
        return {lines,
                bytes,
                {truth(of.is_read && !both), truth(of.is_written && !both), truth(both), bytes,
                 unique_bytes, lines, unique_lines, truth(again.how == reuse::kind::by_loop),
                 truth(again.how == reuse::kind::by_statements),
                 truth(again.how == reuse::kind::none), again.iterations, again.bytes, again.times,
                 bytes / by, unique_bytes / by, lines / by, unique_lines / by, stride}};
    }

    void add_buffers() {
        std::vector<buffer_features> all;
        for (const touched_buffer &one : statement_.touched) {
            all.push_back(features_of_buffer(one));
        }
        std::stable_sort(
            all.begin(), all.end(), [](const buffer_features &left, const buffer_features &right) {
                return std::pair(left.lines, left.bytes) > std::pair(right.lines, right.bytes);
            });
        all.resize(most_buffers);
        for (buffer_features &one : all) {
            one.numbers.resize(numbers_of_a_buffer, 0);
            for (const double number : one.numbers) {
                add(number);
            }
        }
    }
};

} // namespace

std::vector<feature_row> features_of(const running_program &program) {
    std::vector<feature_row> rows;
    for (const running_statement &statement : program) {
        rows.push_back(row_maker(program, statement).make());
    }
    return rows;
}

} // namespace tiramisu::tune
