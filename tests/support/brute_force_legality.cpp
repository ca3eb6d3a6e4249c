#include "support/brute_force_legality.h"

#include <algorithm>
#include <set>

namespace tiramisu::oracle {

namespace {

using point = std::vector<std::int64_t>;

/// A touch in its place of the run.
struct event {
    const instance *who;
    const touch *what;
    const point *time; ///< under the schedule
};

std::string text_of(const point &numbers) {
    std::string text;
    for (const std::int64_t number : numbers) {
        text += (text.empty() ? "" : ", ") + std::to_string(number);
    }
    return text;
}

std::string text_of(const instance &who, const touch &what, const point &time) {
    return who.statement + "(" + text_of(who.point) + ") " +
           (what.is_write ? "writes " : "reads ") + what.buffer + "#" +
           std::to_string(what.element) + " at [" + text_of(time) + "]";
}

class judge_of_run {
public:
    judge_of_run(const std::vector<instance> &run, const concrete_schedule &schedule,
                 const std::map<std::string, value> &parameters,
                 const std::vector<std::string> &temporaries, bool strict)
        : schedule_(schedule), temporaries_(temporaries.begin(), temporaries.end()),
          strict_(strict) {
        for (const auto &[name, map] : schedule.times) {
            times_[name] = points_of(map, parameters);
            note_loops(name);
        }
        for (const instance &who : run) {
            const auto found = times_.at(who.statement).find(who.point);
            if (found == times_.at(who.statement).end()) {
                throw meaningless("the schedule leaves out " + who.statement + "(" +
                                  text_of(who.point) + ")");
            }
            for (const touch &what : who.touches) {
                events_[{what.buffer, what.element}].push_back({&who, &what, &found->second});
            }
        }
        for (const std::string &buffer : temporaries) {
            note_values(buffer);
        }
    }

    verdict run() {
        verdict result;
        for (const auto &[place, events] : events_) {
            for (std::size_t a = 0; a < events.size(); ++a) {
                for (std::size_t b = a + 1; b < events.size(); ++b) {
                    look_at(events[a], events[b], result);
                }
            }
            const auto placed = schedule_.placed.find(place.first);
            if (placed != schedule_.placed.end()) {
                look_at_iterations(events, placed->second, result);
            }
            if (result.certain) {
                return result;
            }
        }
        return result;
    }

private:
    const concrete_schedule &schedule_;
    std::set<std::string> temporaries_;
    bool strict_;
    std::map<std::string, std::map<point, point>> times_;
    std::map<std::pair<std::string, std::int64_t>, std::vector<event>> events_;
    std::map<std::pair<std::string, point>, bool> private_;
    std::map<std::pair<std::string, std::size_t>, bool> private_by_iteration_;
    std::map<point, poly::loop_kind> kinds_; ///< by place
    /// Temporaries of which each read gets the value of the same write as in the meaning.
    std::set<std::string> same_values_;
    /// Of these, the ones of which that is known without the data.
    std::set<std::string> surely_same_values_;

    /// The write that each read gets its value from.
    static std::map<const touch *, const touch *> values_read(const std::vector<event> &in_order) {
        std::map<const touch *, const touch *> read;
        const touch *last = nullptr;
        for (const event &at : in_order) {
            if (at.what->is_write) {
                last = at.what;
            } else {
                read[at.what] = last;
            }
        }
        return read;
    }

    static std::vector<event> without_possible(const std::vector<event> &events) {
        std::vector<event> happened;
        std::copy_if(events.begin(), events.end(), std::back_inserter(happened),
                     [](const event &at) { return !at.what->is_possible_only; });
        return happened;
    }

    static bool reads_the_same(const std::vector<event> &meant) {
        std::vector<event> scheduled = meant;
        std::stable_sort(scheduled.begin(), scheduled.end(),
                         [](const event &a, const event &b) { return *a.time < *b.time; });
        return values_read(meant) == values_read(scheduled);
    }

    void note_values(const std::string &buffer) {
        bool is_same = true, is_sure = true;
        for (const auto &[place, events] : events_) {
            if (place.first == buffer) {
                const std::vector<event> happened = without_possible(events);
                is_same = is_same && reads_the_same(happened);
                is_sure = is_sure && happened.size() == events.size();
            }
        }
        if (is_same) {
            same_values_.insert(buffer);
        }
        if (is_same && is_sure) {
            surely_same_values_.insert(buffer);
        }
    }

    /// Reads of what another iteration has written, whose memory is another one.
    static void look_at_iterations(const std::vector<event> &events, std::size_t dims,
                                   verdict &result) {
        for (std::size_t b = 0; b < events.size(); ++b) {
            for (std::size_t a = b; a-- > 0 && !events[b].what->is_write;) {
                const event &write = events[a], &read = events[b];
                if (!write.what->is_write) {
                    continue;
                }
                const bool is_sure = !write.what->is_possible_only;
                const auto end = write.time->begin() + static_cast<std::ptrdiff_t>(dims);
                if (!std::equal(write.time->begin(), end, read.time->begin())) {
                    const violation found{*write.who,  *read.who,  *write.what, *read.what,
                                          *write.time, *read.time, false};
                    result.possible = result.possible ? result.possible : found;
                    if (is_sure && !read.what->is_possible_only && !result.certain) {
                        result.certain = found;
                    }
                }
                if (is_sure) {
                    break;
                }
            }
        }
    }

    void look_at(const event &a, const event &b, verdict &result) {
        if (a.who == b.who || !(a.what->is_write || b.what->is_write)) {
            return;
        }
        const bool is_sure = !a.what->is_possible_only && !b.what->is_possible_only;
        const bool same_operation =
            a.what->accumulates != o_none && a.what->accumulates == b.what->accumulates;
        const bool same_statement = a.who->statement == b.who->statement;
        const auto report = [&](bool is_certain, bool is_parallel) {
            const violation found{*a.who, *b.who, *a.what, *b.what, *a.time, *b.time, is_parallel};
            if (is_certain && is_sure && !result.certain) {
                result.certain = found;
            }
            if (!result.possible) {
                result.possible = found;
            }
        };
        if (!(*a.time < *b.time) && surely_same_values_.count(a.what->buffer) == 0) {
            const bool is_free = same_operation && !strict_;
            if (!is_free || !same_statement) {
                report(!is_free && same_values_.count(a.what->buffer) == 0, false);
                if (!is_free) {
                    return;
                }
            }
        }
        const auto dim = first_difference(a, b);
        const poly::loop_kind kind = loop_at(a, dim);
        if (dim % 2 == 0 || kind == poly::loop_kind::serial || kind == poly::loop_kind::unrolled) {
            return;
        }
        const bool is_horizontal =
            kind == poly::loop_kind::vectorized && same_operation && !strict_;
        if (is_horizontal && same_statement) {
            return;
        }
        const bool is_copied = temporaries_.count(a.what->buffer) != 0 &&
                               kind == poly::loop_kind::parallel && is_private(a, dim);
        if (!is_copied) {
            report(!is_horizontal && !is_private_by_iteration(a.what->buffer, dim), true);
        }
    }

    static std::size_t first_difference(const event &a, const event &b) {
        return static_cast<std::size_t>(
            std::mismatch(a.time->begin(), a.time->end(), b.time->begin()).first - a.time->begin());
    }

    /// The constants of a time that lead to the loop at `dim`.
    static point place_of(const point &time, std::size_t dim) {
        point constants;
        for (std::size_t d = 0; d < dim; d += 2) {
            constants.push_back(time[d]);
        }
        return constants;
    }

    /// A loop runs as any of the statements in it says, though that statement may have no
    /// instances.
    void note_loops(const std::string &statement) {
        const std::vector<poly::loop_kind> &loops = schedule_.loops.at(statement);
        const std::vector<int> &constants = schedule_.positions.at(statement);
        point place;
        for (std::size_t loop = 0; loop < loops.size(); ++loop) {
            place.push_back(constants[loop]);
            if (loops[loop] != poly::loop_kind::serial) {
                kinds_[place] = loops[loop];
            }
        }
    }

    poly::loop_kind loop_at(const event &who, std::size_t dim) const {
        const auto found = kinds_.find(place_of(*who.time, dim));
        return dim % 2 == 1 && found != kinds_.end() ? found->second : poly::loop_kind::serial;
    }

    /// All touches of the buffer are in the loop at `dim` that `who` is in, and every read is of
    /// what the same iteration wrote.
    bool is_private(const event &who, std::size_t dim) {
        const point loop = place_of(*who.time, dim);
        const auto [entry, is_new] = private_.try_emplace({who.what->buffer, loop}, true);
        if (!is_new) {
            return entry->second;
        }
        bool is_inside = is_private_by_iteration(who.what->buffer, dim);
        for (const auto &[place, events] : events_) {
            for (const event &other : events) {
                is_inside = is_inside &&
                            (place.first != who.what->buffer || place_of(*other.time, dim) == loop);
            }
        }
        return entry->second = is_inside;
    }

    bool is_private_by_iteration(const std::string &buffer, std::size_t dim) {
        if (temporaries_.count(buffer) == 0) {
            return false;
        }
        const auto [entry, is_new] = private_by_iteration_.try_emplace({buffer, dim}, false);
        if (is_new) {
            entry->second = covers_all_reads(buffer, dim);
        }
        return entry->second;
    }

    bool covers_all_reads(const std::string &buffer, std::size_t dim) const {
        for (const auto &[place, events] : events_) {
            for (const event &read : events) {
                if (place.first != buffer || read.what->is_write) {
                    continue;
                }
                const bool is_covered =
                    std::any_of(events.begin(), events.end(), [&](const event &write) {
                        return write.what->is_write && !write.what->is_possible_only &&
                               *write.time < *read.time &&
                               std::equal(write.time->begin(),
                                          write.time->begin() + static_cast<std::ptrdiff_t>(dim) +
                                              1,
                                          read.time->begin());
                    });
                if (!is_covered) {
                    return false;
                }
            }
        }
        return true;
    }
};

} // namespace

std::string violation::text() const {
    return text_of(source, at_source, source_time) + ", then in the meaning " +
           text_of(sink, at_sink, sink_time) +
           (is_parallel ? ": iterations of one loop that run at once" : ": the order is reversed");
}

verdict judge(const std::vector<instance> &run, const concrete_schedule &schedule,
              const std::map<std::string, value> &parameters,
              const std::vector<std::string> &temporaries, bool strict_reductions) {
    return judge_of_run(run, schedule, parameters, temporaries, strict_reductions).run();
}

} // namespace tiramisu::oracle
