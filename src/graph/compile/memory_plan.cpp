#include "graph/compile/memory_plan.h"

#include <algorithm>
#include <limits>
#include <set>

namespace tiramisu::graph {

namespace {

constexpr std::int64_t line = 16; // elements

std::int64_t lines_of(std::int64_t size) {
    return (size + line - 1) / line * line;
}

bool live_together(const live_range &left, const live_range &right) {
    return left.first <= right.last && right.first <= left.last;
}

/// A value that has its place.
struct placed {
    const live_range *range;
    std::int64_t begin, end;
};

/// The start of the smallest gap that holds so much, or else behind all of them; `taken` by start.
std::int64_t best_place(const std::vector<placed> &taken, std::int64_t size) {
    std::int64_t end = 0, best = -1, best_gap = std::numeric_limits<std::int64_t>::max();
    for (const placed &one : taken) {
        const std::int64_t gap = one.begin - end;
        if (gap >= size && gap < best_gap) {
            best = end;
            best_gap = gap;
        }
        end = std::max(end, one.end);
    }
    return best >= 0 ? best : end;
}

std::int64_t most_at_once(const std::vector<live_range> &ranges) {
    std::map<std::size_t, std::int64_t> changes;
    for (const live_range &one : ranges) {
        changes[one.first] += lines_of(one.size);
        changes[one.last + 1] -= lines_of(one.size);
    }
    std::int64_t now = 0, most = 0;
    for (const auto &[step, change] : changes) {
        now += change;
        most = std::max(most, now);
    }
    return most;
}

} // namespace

std::vector<live_range> live_ranges(const lowered_graph &graph,
                                    const std::vector<std::string> &outputs) {
    const std::set<std::string> kept(outputs.begin(), outputs.end());
    std::vector<live_range> ranges;
    std::map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < graph.steps.size(); i++) {
        for (const step_argument &one : graph.steps[i].arguments) {
            const std::string &value = one.where.value;
            const auto found = known.find(value);
            if (found != known.end()) {
                ranges[found->second].last = i;
            } else if (one.is_written && kept.count(value) == 0) {
                known[value] = ranges.size();
                ranges.push_back({value, graph.sizes.at(value), i, i, graph.type_of(value)});
            }
        }
    }
    return ranges;
}

std::vector<live_range> of_type(const std::vector<live_range> &ranges, primitive_t type) {
    std::vector<live_range> made;
    std::copy_if(ranges.begin(), ranges.end(), std::back_inserter(made),
                 [&](const live_range &one) { return one.type == type; });
    return made;
}

memory_plan plan_memory(const std::vector<live_range> &ranges) {
    std::vector<const live_range *> by_size;
    for (const live_range &one : ranges) {
        by_size.push_back(&one);
    }
    std::stable_sort(by_size.begin(), by_size.end(),
                     [](const auto *left, const auto *right) { return left->size > right->size; });
    memory_plan made;
    made.least = most_at_once(ranges);
    std::vector<placed> all;
    for (const live_range *one : by_size) {
        std::vector<placed> taken;
        std::copy_if(all.begin(), all.end(), std::back_inserter(taken),
                     [&](const placed &other) { return live_together(*one, *other.range); });
        std::sort(taken.begin(), taken.end(),
                  [](const placed &left, const placed &right) { return left.begin < right.begin; });
        const std::int64_t size = lines_of(one->size), begin = best_place(taken, size);
        all.push_back({one, begin, begin + size});
        made.places[one->value] = begin;
        made.size = std::max(made.size, begin + size);
    }
    return made;
}

} // namespace tiramisu::graph
