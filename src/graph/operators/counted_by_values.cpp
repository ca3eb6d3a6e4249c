#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"
#include "graph/operators/picked.h"

// NonMaxSuppression and Unique: how many rows they make follows from values, so that these must be
// known while compiling.

namespace tiramisu::graph {

namespace {

using list = std::vector<std::int64_t>;

using computing = std::vector<tensor> (*)(const node_call &);

void require_known(const node_call &call, const char *rows, const char *mend) {
    for (std::size_t i = 0; i < call.input_count(); i++) {
        if (call.has_input(i) && call.value(i) == nullptr) {
            throw call.unknown(i,
                               std::string("how many ") + rows + " there are follows from input " +
                                   std::to_string(i + 1) +
                                   ", which is not known while compiling; " + mend,
                               true);
        }
    }
}

// --- boxes

struct box {
    double top, left, bottom, right;

    box(const double *numbers, bool is_centred) {
        const double half_width = numbers[2] / 2, half_height = numbers[3] / 2;
        top = is_centred ? numbers[1] - half_height : std::min(numbers[0], numbers[2]);
        bottom = is_centred ? numbers[1] + half_height : std::max(numbers[0], numbers[2]);
        left = is_centred ? numbers[0] - half_width : std::min(numbers[1], numbers[3]);
        right = is_centred ? numbers[0] + half_width : std::max(numbers[1], numbers[3]);
    }

    double area() const { return (bottom - top) * (right - left); }

    /// What both have, as a share of what either has.
    double overlap(const box &other) const {
        const double height = std::min(bottom, other.bottom) - std::max(top, other.top),
                     width = std::min(right, other.right) - std::max(left, other.left);
        const double both = std::max(height, 0.0) * std::max(width, 0.0);
        return both > 0 ? both / (area() + other.area() - both) : 0;
    }
};

double number_or(const node_call &call, std::size_t i, double otherwise) {
    return call.value(i) == nullptr || call.value(i)->count() != 1
               ? otherwise
               : reals_of(*call.value(i)).front();
}

/// The boxes of one class that are kept: the best one, then those that overlap none before them.
list kept(const std::vector<box> &boxes, const double *scores, const node_call &call) {
    const double most = number_or(call, 2, 0), overlap = number_or(call, 3, 0),
                 least = number_or(call, 4, 0);
    list order, made;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(boxes.size()); i++) {
        if (!call.has_input(4) || scores[i] > least) {
            order.push_back(i);
        }
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int64_t i, std::int64_t j) { return scores[i] > scores[j]; });
    for (const std::int64_t one : order) {
        if (static_cast<double>(made.size()) >= most) {
            break;
        }
        const box &what = boxes[static_cast<std::size_t>(one)];
        if (std::none_of(made.begin(), made.end(), [&](std::int64_t other) {
                return what.overlap(boxes[static_cast<std::size_t>(other)]) > overlap;
            })) {
            made.push_back(one);
        }
    }
    return made;
}

std::vector<tensor> suppressed(const node_call &call) {
    const shape &of_boxes = call.extents(0), &of_scores = call.extents(1);
    if (of_boxes.size() != 3 || of_boxes[2] != 4 ||
        of_scores != shape{of_boxes[0], of_scores.size() > 1 ? of_scores[1] : 0, of_boxes[1]}) {
        throw refusal("boxes and scores are " + to_text(call.type(0)) + " and " +
                      to_text(call.type(1)) +
                      ", must be of images, boxes and 4 numbers, and of images, classes and boxes");
    }
    const std::vector<double> numbers = reals_of(*call.value(0)), scores = reals_of(*call.value(1));
    const bool is_centred = call.integer("center_point_box", 0) != 0;
    list rows;
    for (std::int64_t image = 0; image < of_boxes[0]; image++) {
        std::vector<box> boxes;
        for (std::int64_t i = 0; i < of_boxes[1]; i++) {
            boxes.emplace_back(numbers.data() + (image * of_boxes[1] + i) * 4, is_centred);
        }
        for (std::int64_t of_class = 0; of_class < of_scores[1]; of_class++) {
            const double *const first =
                scores.data() + (image * of_scores[1] + of_class) * of_scores[2];
            for (const std::int64_t one : kept(boxes, first, call)) {
                rows.insert(rows.end(), {image, of_class, one});
            }
        }
    }
    const auto count = static_cast<std::int64_t>(rows.size() / 3);
    return {{shape{count, 3}, std::move(rows)}};
}

// --- what is there several times

/// What is no number comes last.
struct in_order {
    bool operator()(const exact_numbers &one, const exact_numbers &other) const {
        return std::lexicographical_compare(
            one.begin(), one.end(), other.begin(), other.end(), [](long double x, long double y) {
                return std::isnan(x) ? false : std::isnan(y) || x < y;
            });
    }
};

/// Slices along an axis, each as its numbers.
std::vector<exact_numbers> slices_of(const tensor &x, std::int64_t outer, std::int64_t count) {
    const exact_numbers all = exact_numbers_of(x);
    const std::int64_t inner = all.empty() ? 0 : x.count() / (outer * count);
    std::vector<exact_numbers> made(static_cast<std::size_t>(count));
    for (std::int64_t o = 0; o < outer; o++) {
        for (std::int64_t i = 0; i < count; i++) {
            const auto first = all.begin() + (o * count + i) * inner;
            auto &slice = made[static_cast<std::size_t>(i)];
            slice.insert(slice.end(), first, first + inner);
        }
    }
    return made;
}

tensor row_of(const list &numbers) {
    return {shape{static_cast<std::int64_t>(numbers.size())}, numbers};
}

std::vector<tensor> unique(const node_call &call) {
    const tensor &x = *call.value(0);
    const bool is_flat = !call.has("axis");
    const shape extents = is_flat ? shape{x.count()} : x.extents();
    const std::size_t axis =
        is_flat ? 0 : node_call::axis_of(call.integer("axis", 0), extents.size());
    const shape before(extents.begin(), extents.begin() + static_cast<std::ptrdiff_t>(axis));
    const auto slices = slices_of(x, count_of(before), extents[axis]);
    std::map<exact_numbers, std::size_t, in_order> numbers; // of those that differ, as they are met
    list firsts, counts, of_each;
    for (std::size_t i = 0; i < slices.size(); i++) {
        const auto [known, is_new] = numbers.emplace(slices[i], firsts.size());
        if (is_new) {
            firsts.push_back(static_cast<std::int64_t>(i));
            counts.push_back(0);
        }
        counts[known->second]++;
        of_each.push_back(static_cast<std::int64_t>(known->second));
    }
    list order(firsts.size()), place(firsts.size());
    std::iota(order.begin(), order.end(), 0);
    if (call.integer("sorted", 1) != 0) {
        order.clear();
        for (const auto &[slice, number] : numbers) {
            order.push_back(static_cast<std::int64_t>(number));
        }
    }
    list sorted_firsts, sorted_counts;
    for (std::size_t i = 0; i < order.size(); i++) {
        const auto number = static_cast<std::size_t>(order[i]);
        place[number] = static_cast<std::int64_t>(i);
        sorted_firsts.push_back(firsts[number]);
        sorted_counts.push_back(counts[number]);
    }
    for (std::int64_t &one : of_each) {
        one = place[static_cast<std::size_t>(one)];
    }
    shape of_result = extents;
    of_result[axis] = static_cast<std::int64_t>(order.size());
    const std::vector<std::int64_t> strides = strides_of(extents);
    const tensor values = picked(x.elements(), of_result, [&](std::vector<std::int64_t> at) {
        at[axis] = sorted_firsts[static_cast<std::size_t>(at[axis])];
        return std::pair(
            &x, std::inner_product(at.begin(), at.end(), strides.begin(), std::int64_t{0}));
    });
    return {values, row_of(sorted_firsts), row_of(of_each), row_of(sorted_counts)};
}

void add(operator_table &all, const std::string &name, const std::vector<std::string> &attributes,
         int first_opset, const char *rows, const char *mend, computing compute) {
    all.add_expanded(name, attributes, first_opset, [=](expansion &to) {
        require_known(to.call, rows, mend);
        const std::vector<tensor> made = compute(to.call);
        for (std::size_t i = 0; i < made.size(); i++) {
            if (to.needs(i)) {
                to.result(i, to.constant(made[i]));
            }
        }
    });
}

} // namespace

void add_counted_by_values(operator_table &all) {
    add(all, "NonMaxSuppression", {"center_point_box"}, 10, "boxes",
        "let the network end before it, with boxes and scores as outputs, and suppress behind it",
        suppressed);
    add(all, "Unique", {"axis", "sorted"}, 11, "values that differ",
        "let the network end before it, with its input as an output", unique);
}

} // namespace tiramisu::graph
