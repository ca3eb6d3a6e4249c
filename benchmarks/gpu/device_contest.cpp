#include "gpu/device_contest.h"

#include "accuracy.h"
#include "gpu/event_clock.h"
#include "rounds.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <stdexcept>

namespace tiramisu::bench {

namespace {

/// Whoever takes part.
struct entrant {
    device_contender who;
    std::optional<double> error = {};
    std::optional<timing> time = {};
    bool is_right = false;
};

double error_of(const device_contender &who, const expected_elements &expected) {
    who.result->poison();
    who.work();
    const std::vector<float> all = who.result->floats();
    std::vector<float> found;
    for (const std::size_t at : expected.places) {
        found.push_back(all[who.place ? who.place(at) : at]);
    }
    return relative_error(found.data(), expected.values);
}

class referee {
public:
    referee(session &here, const gpu_place &where, const device_contest &all)
        : here_(here), where_(where), all_(all) {}

    void run() {
        enter_ours();
        for (const device_contender &peer : all_.peers) {
            entrant one = {peer};
            if (peer.work) {
                check(one);
            }
            peers_.push_back(one);
        }
        if (where_.is_timed() && !here_.only_checks) {
            take_times();
        }
        add_rows();
        if (failed_ > 0) {
            throw std::runtime_error(all_.id + ": " + std::to_string(failed_) +
                                     " failed or gave wrong results (see above)");
        }
    }

private:
    session &here_;
    const gpu_place &where_;
    const device_contest &all_;
    std::vector<device_code> codes_;
    std::vector<entrant> ours_, peers_;
    int failed_ = 0;

    void tell(const std::string &who, const std::string &what) {
        here_.bar.hide();
        std::fprintf(stderr, "tiramisu_bench: %s: %s: %s\n", all_.id.c_str(), who.c_str(),
                     what.c_str());
        here_.bar.show();
        failed_++;
    }

    template <typename Work>
    void guarded(const std::string &who, const Work &work) {
        try {
            work();
        } catch (const std::exception &error) {
            tell(who, error.what());
        }
    }

    void check(entrant &one) {
        guarded(one.who.name, [&] {
            one.error = error_of(one.who, all_.expected);
            one.is_right = *one.error <= one.who.tolerance;
            if (!one.is_right) {
                tell(one.who.name,
                     "the result is wrong: its error is " + std::to_string(*one.error));
            }
        });
    }

    void enter_ours() {
        codes_.reserve(all_.ours.size());
        for (const device_schedule &schedule : all_.ours) {
            guarded(schedule.variant, [&] {
                codes_.emplace_back(schedule, where_);
                const device_code *const code = &codes_.back();
                entrant one = {{schedule.variant, [this, code] { code->start(all_.arguments); },
                                all_.arguments.back(), all_.tolerance}};
                check(one);
                ours_.push_back(one);
            });
        }
    }

    void take_times() {
        std::vector<entrant *> all;
        for (std::vector<entrant> *side : {&ours_, &peers_}) {
            for (entrant &one : *side) {
                if (one.is_right) {
                    all.push_back(&one);
                }
            }
        }
        guarded("times", [&] {
            std::vector<stopwatch> works;
            for (const entrant *one : all) {
                works.push_back(timed_by_events(cuda_driver::here(), one->who.work));
            }
            const std::vector<timing> times = interleaved_rounds(works, here_.rounds());
            for (std::size_t which = 0; which < all.size(); which++) {
                all[which]->time = times[which];
            }
        });
    }

    /// The fastest of ours; the first one that is right where nothing was timed.
    const entrant *best() const {
        const auto is_faster = [](const entrant &one, const entrant &other) {
            const auto rank = [](const entrant &of) {
                return std::make_pair(!of.is_right, of.time ? of.time->median : 0);
            };
            return rank(one) < rank(other);
        };
        const auto found = std::min_element(ours_.begin(), ours_.end(), is_faster);
        return found == ours_.end() ? nullptr : &*found;
    }

    row our_row() const {
        row one;
        one.id = all_.id;
        const entrant *const ours = best();
        if (ours == nullptr) {
            return one;
        }
        one.variant = ours->who.name;
        one.max_error = ours->error;
        if (ours->time) {
            one.ours_ms = ours->time->median;
            one.ours_min_ms = ours->time->fastest;
            one.gflops = all_.operations / ours->time->median * 1e-6;
            one.peak_share = *one.gflops / here_.here.device->fma_peak;
        }
        return one;
    }

    void add_rows() {
        row one = our_row();
        here_.costs[all_.id] = {all_.operations, all_.bytes};
        for (const entrant &peer : peers_) {
            one.peer = peer.who.name;
            one.peer_ms = peer.time ? std::optional(peer.time->median) : std::nullopt;
            one.peer_min_ms = peer.time ? std::optional(peer.time->fastest) : std::nullopt;
            here_.add(one);
        }
        if (peers_.empty()) {
            here_.add(one);
        }
    }
};

} // namespace

std::vector<std::size_t> sampled_places(std::size_t size, std::size_t count) {
    std::vector<std::size_t> places;
    // An odd step, so that the places are in all columns of rows of even lengths.
    const std::size_t step = std::max<std::size_t>(1, size / count) | 1U;
    for (std::size_t at = 0; at < size; at += step) {
        places.push_back(at);
    }
    if (places.back() != size - 1) {
        places.push_back(size - 1);
    }
    return places;
}

void run_device_contest(session &here, const gpu_place &where, const device_contest &all) {
    referee(here, where, all).run();
}

} // namespace tiramisu::bench
