#include "polyhedral/live_ranges.h"

#include <algorithm>
#include <utility>

#include "polyhedral/isl_bridge.h"
#include "polyhedral/legality.h"
#include "polyhedral/work_limit.h"

namespace tiramisu::poly {

namespace {

/// The most operations of isl for one buffer; nearly all buffers need less than a tenth of it.
/// Where indices have many / and % of unknown sizes the numbers get long, and each operation takes
/// ten times as long as elsewhere.
constexpr unsigned long most_work = 500000;

/// The live ranges of one buffer. Accesses are known by their index; as they are exact, each
/// instance of one touches one element, so that pairs with an instance in common are of one
/// element.
class live_ranges {
public:
    live_ranges(const std::string &buffer, const std::vector<dependence> &all,
                const std::vector<memory_access> &accesses, const timestamps &schedule)
        : accesses_(accesses), schedule_(schedule), scheduled_before_(schedule) {
        for (const dependence &dep : all) {
            if (dep.buffer == buffer) {
                own_.push_back(&dep);
            }
        }
    }

    bool are_kept() {
        return std::all_of(own_.begin(), own_.end(),
                           [&](const dependence *dep) { return is_exact(*dep); }) &&
               std::all_of(own_.begin(), own_.end(),
                           [&](const dependence *dep) { return is_harmless(*dep); });
    }

private:
    const std::vector<memory_access> &accesses_;
    const timestamps &schedule_;
    precedence scheduled_before_;
    std::vector<const dependence *> own_;
    std::map<const dependence *, isl::map> values_; ///< of the flow dependences

    bool is_exact(const dependence &dep) const {
        return accesses_[dep.source_access].exact && accesses_[dep.sink_access].exact;
    }

    bool is_harmless(const dependence &dep) {
        const isl::map broken = broken_pairs(dep, schedule_);
        if (broken.is_empty()) {
            return true;
        }
        if (!broken.is_disjoint(at_one_time(dep))) {
            return false;
        }
        switch (dep.kind) {
        case dependence_kind::flow: return broken.is_disjoint(values(dep));
        case dependence_kind::anti: return comes_before_range(dep, broken);
        case dependence_kind::output: return comes_after_range(dep, broken);
        }
        return false;
    }

    // { S[i] -> T[j] : the schedule gives both one time }
    isl::map at_one_time(const dependence &dep) const {
        return schedule_.at(dep.source).apply_range(schedule_.at(dep.sink).reverse());
    }

    /// { W[i] -> R[j] : R[j] reads the value that W[i] has written }, of a flow dependence
    const isl::map &values(const dependence &flow) {
        const auto [entry, is_new] = values_.try_emplace(&flow, flow.pairs);
        if (is_new) {
            isl::map &values = entry->second;
            for (const dependence *overwriting : own_) {
                if (!is_of(*overwriting, dependence_kind::output, flow.source_access)) {
                    continue;
                }
                for (const dependence *later : own_) {
                    if (is_of(*later, dependence_kind::flow, overwriting->sink_access) &&
                        later->sink_access == flow.sink_access) {
                        values = values.subtract(overwriting->pairs.apply_range(later->pairs));
                    }
                }
            }
            values = values.coalesce();
        }
        return entry->second;
    }

    static bool is_of(const dependence &dep, dependence_kind kind, std::size_t source_access) {
        return dep.kind == kind && dep.source_access == source_access;
    }

    /// Writes that come too early, { R[i] -> V[j] }: they must run before the write of what R
    /// reads.
    bool comes_before_range(const dependence &anti, const isl::map &early) {
        isl::set without_value = early.domain();
        for (const dependence *flow : own_) {
            if (flow->kind != dependence_kind::flow || flow->sink_access != anti.source_access) {
                continue;
            }
            const isl::map &value = values(*flow);
            // { W[i] -> V[j] : V[j] comes too early for a reader of W[i] }
            const isl::map pairs = value.apply_range(early);
            if (!pairs.is_disjoint(scheduled_before_(flow->source, anti.sink))) {
                return false;
            }
            without_value = without_value.subtract(value.range());
        }
        return without_value.is_empty();
    }

    /// Writes that come too late, { V[i] -> W[j] }: they must run after all that read what W
    /// writes.
    bool comes_after_range(const dependence &output, const isl::map &late) {
        return std::all_of(own_.begin(), own_.end(), [&](const dependence *flow) {
            if (!is_of(*flow, dependence_kind::flow, output.sink_access)) {
                return true;
            }
            // { V[i] -> R[j] : R[j] reads what W writes }
            const isl::map pairs = late.apply_range(values(*flow));
            return pairs.is_disjoint(scheduled_before_(output.source, flow->sink));
        });
    }
};

bool contains(const std::vector<std::string> &names, const std::string &name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

dependence_kind turned_around(dependence_kind kind) {
    switch (kind) {
    case dependence_kind::flow: return dependence_kind::anti;
    case dependence_kind::anti: return dependence_kind::flow;
    case dependence_kind::output: return dependence_kind::output;
    }
    return kind;
}

dependence turned_around(const dependence &dep, const isl::map &pairs) {
    dependence turned = dep;
    turned.kind = turned_around(dep.kind);
    std::swap(turned.source, turned.sink);
    std::swap(turned.source_access, turned.sink_access);
    turned.pairs = pairs.reverse();
    return turned;
}

} // namespace

bool keeps_live_ranges(const std::string &buffer, const std::vector<dependence> &all,
                       const std::vector<memory_access> &accesses, const timestamps &schedule) {
    const work_limit bound(schedule.begin()->second.ctx(), most_work);
    return live_ranges(buffer, all, accesses, schedule).are_kept();
}

bool live_range_check::excuses(const dependence &broken) {
    if (!contains(buffers_, broken.buffer)) {
        return false;
    }
    const auto [entry, is_new] = known_.try_emplace(broken.buffer, false);
    if (is_new) {
        entry->second = keeps_live_ranges(broken.buffer, all_, accesses_, schedule_);
    }
    return entry->second;
}

std::vector<dependence> with_live_ranges_as_scheduled(const std::vector<dependence> &all,
                                                      const std::vector<std::string> &buffers,
                                                      const std::vector<memory_access> &accesses,
                                                      const timestamps &schedule) {
    live_range_check check(buffers, all, accesses, schedule);
    std::vector<dependence> ordered;
    for (const dependence &dep : all) {
        const isl::map broken =
            contains(buffers, dep.buffer) ? broken_pairs(dep, schedule) : isl::map();
        if (broken.is_null() || broken.is_empty() || !check.excuses(dep)) {
            ordered.push_back(dep);
            continue;
        }
        dependence kept = dep;
        kept.pairs = dep.pairs.subtract(broken);
        if (!kept.pairs.is_empty()) {
            ordered.push_back(kept);
        }
        ordered.push_back(turned_around(dep, broken));
    }
    return ordered;
}

} // namespace tiramisu::poly
