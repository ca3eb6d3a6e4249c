#include "dnn/tensor_references.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tiramisu::bench {

namespace {

template <typename Value>
std::vector<double> each_pixel(const std::array<int, 4> &extents, const Value &value) {
    std::vector<double> made;
    for (int n = 0; n < extents[0]; n++) {
        for (int c = 0; c < extents[1]; c++) {
            for (int y = 0; y < extents[2]; y++) {
                for (int x = 0; x < extents[3]; x++) {
                    made.push_back(value(n, c, y, x));
                }
            }
        }
    }
    return made;
}

double pixel(const nn::images &of, const aligned_floats &plain, int n, int c, int y, int x) {
    return plain[nn::element_position(nn::layout::nchw, of.src_extents(), {n, c, y, x})];
}

/// The elements of the window that begins at `first` which are from 0 to `size` - 1.
struct part {
    int first, last;

    part(int start, int window, int size)
        : first(std::max(start, 0)), last(std::min(start + window, size)) {}
    int count() const { return last - first; }
};

/// Where the pixels of a resized row (column) lie in the source.
struct axis {
    struct between {
        int first, second;
        double share; ///< of the second
    };
    int from, to;

    axis(int source, int result) : from(source), to(result) {}
    between at(int i) const {
        const double position = (i + 0.5) * from / to - 0.5, before = std::floor(position);
        const int pixel = static_cast<int>(before);
        return {std::max(pixel, 0), std::min(pixel + 1, from - 1), position - before};
    }
};

double activated(const nn::batch_norm_problem &problem, double value) {
    return problem.post_ops.empty() ? value : std::max(value, 0.0); // ReLU alone is measured
}

} // namespace

std::vector<double> reference(const nn::pooling_problem &problem,
                              const std::vector<aligned_floats> &sources) {
    using kind = nn::post::pool::kind;
    const nn::post::pool &pool = problem.pool;
    return each_pixel(problem.dst().extents, [&](int n, int c, int y, int x) {
        const part rows(y * pool.sh - pool.ph, pool.kh, problem.ih);
        const part columns(x * pool.sw - pool.pw, pool.kw, problem.iw);
        double sum = 0, largest = -std::numeric_limits<double>::infinity();
        for (int row = rows.first; row < rows.last; row++) {
            for (int column = columns.first; column < columns.last; column++) {
                const double value = pixel(problem, sources[0], n, c, row, column);
                sum += value;
                largest = std::max(largest, value);
            }
        }
        const bool pads = pool.what == kind::average_with_padding;
        const int count = pads ? pool.kh * pool.kw : rows.count() * columns.count();
        return pool.what == kind::max ? largest : sum / count;
    });
}

std::vector<double> reference(const nn::batch_norm_problem &problem,
                              const std::vector<aligned_floats> &sources) {
    return each_pixel(problem.dst().extents, [&](int n, int c, int y, int x) {
        const auto channel = [&](std::size_t source) {
            return static_cast<double>(sources[source][static_cast<std::size_t>(c)]);
        };
        const double deviation = std::sqrt(channel(2) + problem.epsilon);
        const double normal = (pixel(problem, sources[0], n, c, y, x) - channel(1)) / deviation;
        return activated(problem, normal * channel(3) + channel(4));
    });
}

std::vector<double> reference(const nn::softmax_problem &problem,
                              const std::vector<aligned_floats> &sources) {
    const bool over_channels = problem.axis == 1;
    return each_pixel(problem.dst().extents, [&](int n, int c, int y, int x) {
        const auto value = [&](int i) {
            return over_channels ? pixel(problem, sources[0], n, i, y, x)
                                 : pixel(problem, sources[0], n, c, y, i);
        };
        double sum = 0; // of random numbers from -1 to 1, which do not overflow
        for (int i = 0; i < (over_channels ? problem.ic : problem.iw); i++) {
            sum += std::exp(value(i));
        }
        const double one = value(over_channels ? c : x);
        return problem.log ? one - std::log(sum) : std::exp(one) / sum;
    });
}

std::vector<double> reference(const nn::resize_problem &problem,
                              const std::vector<aligned_floats> &sources) {
    const axis rows(problem.ih, problem.oh), columns(problem.iw, problem.ow);
    return each_pixel(problem.dst().extents, [&](int n, int c, int y, int x) {
        const axis::between row = rows.at(y), column = columns.at(x);
        const auto value = [&](int at) {
            const double left = pixel(problem, sources[0], n, c, at, column.first);
            const double right = pixel(problem, sources[0], n, c, at, column.second);
            return left + (right - left) * column.share;
        };
        const double above = value(row.first);
        return above + (value(row.second) - above) * row.share;
    });
}

} // namespace tiramisu::bench
