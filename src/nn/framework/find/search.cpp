#include "nn/framework/find/search.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "nn/framework/find/attempt.h"
#include "nn/framework/find/budget.h"
#include "support/side_by_side.h"
#include "support/verbose.h"

namespace tiramisu::nn {

namespace {

/// A solver of a search, and how far it is.
struct entrant {
    const contestant *what;
    double fastest = std::numeric_limits<double>::infinity(); ///< milliseconds, of what counts
    int in_vain = 0;                                          ///< configurations since then
    double seconds = 0; ///< that the last of them took, and a further one is taken to take

    void note(const attempt &one) {
        const bool betters = one.counts() && one.result.record.milliseconds < fastest;
        in_vain = betters ? 0 : in_vain + 1;
        fastest = betters ? one.result.record.milliseconds : fastest;
    }

    /// Why a further one is not tried; empty if it is.
    std::string why_in_vain(int patience) const {
        return patience == 0 || in_vain < patience
                   ? ""
                   : "not tried: " + std::to_string(in_vain) +
                         (in_vain == 1 ? " configuration" : " configurations") +
                         " before it bettered nothing (search_options::patience)";
    }
};

/// A configuration of a solver that is tried.
struct entry {
    entrant *of;
    const configuration *values;
    attempt made{};
};

std::string names(const std::vector<entry> &all) {
    std::string text;
    for (const entry &one : all) {
        text += (text.empty() ? "" : ", ") + one.of->what->solver + " " + to_text(*one.values);
    }
    return text;
}

/// The solver that others are compared with is slow: it is timed by name only, or where no other
/// counts.
bool is_left_out(const contestant &one, const search_options &opts) {
    return one.solver == "naive" && opts.solvers.empty();
}

/// One call of find().
class contest {
public:
    contest(const std::vector<contestant> &all, trial &on, const search_options &opts,
            double tolerance)
        : all_(all), on_(on), opts_(opts), budget_(opts, [&on] { return on.seconds(); }) {
        progress_.step("naive, which the others are compared with");
        measured_.emplace(on, opts.compiled, tolerance);
        for (const contestant &one : all) {
            if (one.why_not.empty() && !is_left_out(one, opts)) {
                entrants_.push_back({&one});
            }
        }
    }

    /// Every solver's first configuration, then the second one of each, and so on, of solvers that
    /// were fast until then first.
    void try_all() {
        for (std::size_t number = 0; number < most_configurations(); number++) {
            try_each(number);
            std::stable_sort(entrants_.begin(), entrants_.end(),
                             [](const entrant &left, const entrant &right) {
                                 return left.fastest < right.fastest;
                             });
        }
    }

    /// The others, for which it is told why they are not tried, or the naive solver where nothing
    /// else counts.
    void add_others() {
        for (const contestant &one : all_) {
            if (!one.why_not.empty()) {
                untried_.push_back(not_tried(one, "", one.why_not));
            } else if (is_left_out(one, opts_)) {
                if (std::any_of(tried_.begin(), tried_.end(),
                                [](const attempt &other) { return other.counts(); })) {
                    untried_.push_back(not_tried(
                        one, "", "slow, and timed only by name or where no other solver counts"));
                } else {
                    entrant only{&one};
                    try_together({{&only, &one.configurations.front()}});
                }
            }
        }
    }

    std::vector<find_result> results() {
        progress_.step("the fastest, in turns");
        measured_->in_turns(tried_, opts_.repeats, budget_.end_of_turns());
        std::vector<find_result> made;
        for (const attempt &one : tried_) {
            made.push_back(one.result);
        }
        made.insert(made.end(), untried_.begin(), untried_.end());
        return made;
    }

private:
    const std::vector<contestant> &all_;
    trial &on_;
    const search_options &opts_;
    support::progress progress_{"find"};
    budget budget_;
    std::optional<measurement> measured_;
    std::vector<entrant> entrants_;
    std::vector<attempt> tried_;
    std::vector<find_result> untried_;

    std::size_t most_configurations() const {
        std::size_t most = 0;
        for (const entrant &one : entrants_) {
            most = std::max(most, one.what->configurations.size());
        }
        return most;
    }

    /// The configuration of this number of each solver that has one.
    void try_each(std::size_t number) {
        std::vector<entry> some;
        for (entrant &one : entrants_) {
            if (number < one.what->configurations.size()) {
                const configuration &values = one.what->configurations[number];
                const bool is_first = tried_.empty() && some.empty();
                if (is_first || !leaves_out(one, values)) {
                    some.push_back({&one, &values});
                }
            }
            if (some.size() == on_.prepared_at_once()) {
                try_together(std::exchange(some, {}));
            }
        }
        try_together(std::move(some));
    }

    /// Whether a further configuration is not tried, which is then noted.
    bool leaves_out(const entrant &one, const configuration &values) {
        const std::string in_vain = one.why_in_vain(opts_.patience);
        const std::string spent =
            in_vain.empty()
                ? budget_.why_spent(one.seconds + seconds_of_rounds(tried_, opts_.repeats))
                : "";
        if (in_vain.empty() && spent.empty()) {
            return false;
        }
        untried_.push_back(not_tried(*one.what, to_text(values), in_vain + spent));
        untried_.back().is_left = !spent.empty();
        return true;
    }

    /// They are prepared side by side, and timed alone.
    void try_together(std::vector<entry> some) {
        progress_.step(names(some));
        support::side_by_side(some.size(), [&](std::size_t i) { prepare(some[i]); });
        for (entry &one : some) {
            time(one);
        }
    }

    void prepare(entry &one) const {
        const double start = on_.seconds();
        one.made = measured_->prepared(*one.of->what, *one.values);
        one.of->seconds = on_.seconds() - start;
    }

    void time(entry &one) {
        const double start = on_.seconds();
        measured_->time(one.made);
        one.of->seconds += on_.seconds() - start;
        one.of->note(one.made);
        tried_.push_back(std::move(one.made));
        drop_slow(tried_);
    }
};

void rank(std::vector<find_result> &results) {
    std::stable_sort(results.begin(), results.end(), [](const auto &left, const auto &right) {
        if (left.why_not.empty() != right.why_not.empty()) {
            return left.why_not.empty();
        }
        return left.why_not.empty() && ranks_before(left.record, right.record);
    });
}

} // namespace

std::vector<find_result> ranked(const std::vector<contestant> &all, trial &on,
                                const search_options &opts, double tolerance) {
    std::vector<find_result> results;
    if (std::any_of(all.begin(), all.end(),
                    [](const contestant &one) { return one.why_not.empty(); })) {
        contest found(all, on, opts, tolerance);
        found.try_all();
        found.add_others();
        results = found.results();
    } else {
        for (const contestant &one : all) {
            results.push_back(not_tried(one, "", one.why_not));
        }
    }
    rank(results);
    return results;
}

} // namespace tiramisu::nn
