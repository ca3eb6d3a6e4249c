#include "polyhedral/skew_search.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <tuple>

#include "polyhedral/isl_bridge.h"
#include "polyhedral/timestamp.h"

namespace tiramisu::poly {

namespace {

bool contains(const std::vector<std::string> &names, const std::string &name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// { [di, dj] } of one dependence.
isl::set distances(const dependence &dep, const timestamps &schedule, int level) {
    const int outer = loop_dim(level), inner = loop_dim(level + 1);
    const isl::map &from = schedule.at(dep.source), &to = schedule.at(dep.sink);
    const auto band = [&](const isl::map &times) {
        return side_by_side(keep_range(times, outer, 1), keep_range(times, inner, 1));
    };
    const isl::map not_carried_outside =
        keep_range(from, 0, outer).apply_range(keep_range(to, 0, outer).reverse());
    const isl::map pairs = dep.pairs.intersect(not_carried_outside);
    // { [i, j] -> [i', j'] }
    const isl::map between = band(from).reverse().apply_range(pairs).apply_range(band(to));
    return isl::manage(isl_map_deltas(between.copy())).coalesce();
}

/// What one row (a, b) makes of the distances: the signs of a*di + b*dj, (0, 0) left out.
struct row {
    int a, b;
    bool has_negative; ///< in `ordered`
    bool has_zero;     ///< in `ordered`
    bool has_positive; ///< in `ordered`
    bool has_unordered_zero, has_unordered_nonzero;

    bool keeps_order() const { return !has_negative; }
    bool separates_all() const { return !has_negative && !has_zero && !has_unordered_zero; }
    bool carries_nothing() const {
        return !has_negative && !has_positive && !has_unordered_nonzero;
    }
};

class row_classifier {
public:
    explicit row_classifier(const band_distances &all)
        : ordered_(without_origin(all.ordered)), unordered_(without_origin(all.unordered)) {}

    row classify(int a, int b) const {
        return {a,
                b,
                meets(ordered_, a, b, "<"),
                meets(ordered_, a, b, "="),
                meets(ordered_, a, b, ">"),
                meets(unordered_, a, b, "="),
                meets(unordered_, a, b, "<") || meets(unordered_, a, b, ">")};
    }

private:
    static isl::set without_origin(const isl::set &set) {
        return set.subtract(isl::set(set.ctx(), "{ [0, 0] }"));
    }

    static bool meets(const isl::set &set, int a, int b, const std::string &relation) {
        const std::string sum = std::to_string(a) + "*i + " + std::to_string(b) + "*j";
        const isl::set part(set.ctx(), "{ [i, j] : " + sum + " " + relation + " 0 }");
        return !set.is_disjoint(part);
    }

    isl::set ordered_, unordered_;
};

auto simplicity(const skew_matrix &m) {
    int sum = 0, negatives = 0;
    for (int factor : m) {
        sum += std::abs(factor);
        negatives += factor < 0 ? 1 : 0;
    }
    const bool turns_around = m[0] * m[3] - m[1] * m[2] < 0;
    const int off_diagonal = std::abs(m[1]) + std::abs(m[2]);
    return std::tuple(sum, negatives, turns_around, off_diagonal, -m[0], -m[1], -m[2], -m[3]);
}

bool is_simpler(const skew_matrix &left, const skew_matrix &right) {
    return simplicity(left) < simplicity(right);
}

/// Distances that the first row makes 0 have to be positive in the second.
bool is_legal(const row &first, const row &second, const band_distances &all) {
    if (!first.keeps_order()) {
        return false;
    }
    if (!first.has_zero || second.keeps_order()) {
        return true;
    }
    const isl::set backward(all.ordered.ctx(), "{ [i, j] : " + std::to_string(first.a) + "*i + " +
                                                   std::to_string(first.b) + "*j = 0 and " +
                                                   std::to_string(second.a) + "*i + " +
                                                   std::to_string(second.b) + "*j < 0 }");
    return all.ordered.is_disjoint(backward);
}

std::pair<int, int> unsigned_row(const row &of) {
    const bool is_negative = of.a < 0 || (of.a == 0 && of.b < 0);
    return is_negative ? std::pair(-of.a, -of.b) : std::pair(of.a, of.b);
}

/// The simplest matrix for each first row.
class simplest_by_row {
public:
    void add(const std::pair<int, int> &key, const skew_matrix &matrix) {
        const auto [known, is_new] = found_.emplace(key, matrix);
        if (!is_new && is_simpler(matrix, known->second)) {
            known->second = matrix;
        }
    }

    std::vector<skew_matrix> sorted() const {
        std::vector<skew_matrix> all;
        for (const auto &[key, matrix] : found_) {
            all.push_back(matrix);
        }
        std::sort(all.begin(), all.end(), is_simpler);
        return all;
    }

private:
    std::map<std::pair<int, int>, skew_matrix> found_;
};

} // namespace

band_distances distances_in_band(const std::vector<dependence> &all, const timestamps &schedule,
                                 const std::vector<std::string> &inside, int level,
                                 bool strict_reductions) {
    const isl::set none(schedule.begin()->second.ctx(), "{ [i, j] : false }");
    band_distances found{none, none};
    for (const dependence &dep : all) {
        if (contains(inside, dep.source) && contains(inside, dep.sink)) {
            isl::set &kind =
                dep.is_reduction && !strict_reductions ? found.unordered : found.ordered;
            kind = kind.unite(distances(dep, schedule, level));
        }
    }
    found.ordered = found.ordered.coalesce();
    found.unordered = found.unordered.coalesce();
    return found;
}

skew_matrices find_skews(const band_distances &distances, int largest) {
    const row_classifier classifier(distances);
    std::vector<row> rows;
    for (int a = -largest; a <= largest; ++a) {
        for (int b = -largest; b <= largest; ++b) {
            rows.push_back(classifier.classify(a, b));
        }
    }
    simplest_by_row outer_parallel, inner_parallel;
    skew_matrices found;
    for (const row &first : rows) {
        for (const row &second : rows) {
            if (std::abs(first.a * second.b - first.b * second.a) != 1 ||
                !is_legal(first, second, distances)) {
                continue;
            }
            const skew_matrix matrix = {first.a, first.b, second.a, second.b};
            if (first.carries_nothing()) {
                outer_parallel.add(unsigned_row(first), matrix);
            }
            if (first.separates_all()) {
                inner_parallel.add({first.a, first.b}, matrix);
            }
            if (second.keeps_order()) {
                found.tilable.push_back(matrix);
            }
        }
    }
    found.outer_parallel = outer_parallel.sorted();
    found.inner_parallel = inner_parallel.sorted();
    std::sort(found.tilable.begin(), found.tilable.end(), is_simpler);
    return found;
}

} // namespace tiramisu::poly
