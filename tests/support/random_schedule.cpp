#include "support/random_schedule.h"

#include <algorithm>
#include <map>

namespace tiramisu::oracle {

namespace {

class command_maker {
public:
    command_maker(random_source &random, const random_program &program, built_program &built,
                  int number, command_set from)
        : random_(random), features_(program.features), built_(built), number_(number),
          from_(from) {
        for (const program_definition &made : program.definitions) {
            values_.push_back({made.name, -1, false});
            dimensions_[made.name] = made.iterators.size();
            if (!is_temporary(program, made.buffer)) {
                in_arguments_.push_back({made.name, -1, false});
            }
            if (made.is_input) {
                continue;
            }
            if (made.updates.empty() && is_temporary(program, made.buffer)) {
                expressions_.push_back({made.name, -1, false});
            }
            if (is_temporary(program, made.buffer)) {
                in_temporaries_.push_back({made.name, -1, false});
            }
            for (int u = -1; u < static_cast<int>(made.updates.size()); ++u) {
                const bool is_last = u + 1 == static_cast<int>(made.updates.size());
                stages_.push_back({made.name, u, is_last && random_.chance(60)});
            }
        }
        for (const std::string &results : built.partial_results) {
            values_.push_back({results, -1, false});
            stages_.push_back({results, -1, false});
            stages_.push_back({results, 0, random_.chance(60)});
        }
    }

    schedule_command make() {
        schedule_command made;
        const std::size_t at = pick(stages_.size());
        made.target = stages_[at];
        const bool is_copy = !built_.copies.empty() && random_.chance(30);
        if (is_copy) {
            made.target = {random_.one_of(built_.copies), -1, true};
        }
        loops_ = find(made.target, built_).get_loop_names();
        made.kind = random_kind(is_copy, made.target.update >= 0);
        switch (made.kind) {
        case command_kind::split:
        case command_kind::unroll:
        case command_kind::unroll_and_jam:
            made.loops = {any_loop()};
            made.numbers = {random_.weighted<int>({{1, 5}, {2, 35}, {3, 30}, {4, 20}, {8, 10}})};
            name_loops(made, 2);
            break;
        case command_kind::vectorize:
            made.loops = {random_.chance(70) ? loops_.back() : any_loop()};
            made.numbers = {is_wide() ? random_.between(1, 70)
                                      : random_.weighted<int>({{2, 30}, {4, 50}, {8, 20}})};
            made.is_masked = random_.chance(50);
            name_loops(made, 2);
            break;
        case command_kind::tile_2d: take_band(made, 2); break;
        case command_kind::tile_3d: take_band(made, 3); break;
        case command_kind::tile_list: take_band(made, 1 + pick(loops_.size())); break;
        case command_kind::collapse: {
            const std::size_t first = pick(loops_.size() - 1);
            made.loops = {loops_[first], loops_[first + 1]};
            name_loops(made, 1);
            break;
        }
        case command_kind::reorder:
            made.loops = loops_;
            shuffle(made.loops);
            made.loops.resize(1 + pick(loops_.size()));
            break;
        case command_kind::transform: {
            const std::size_t n = 1 + pick(std::min<std::size_t>(3, loops_.size()));
            const auto first =
                loops_.begin() + static_cast<std::ptrdiff_t>(pick(loops_.size() - n + 1));
            made.loops = {first, first + static_cast<std::ptrdiff_t>(n)};
            made.numbers = unimodular(n);
            break;
        }
        case command_kind::interchange: made.loops = {any_loop(), any_loop()}; break;
        case command_kind::shift:
            made.loops = {any_loop()};
            made.numbers = {random_.between(-2, 3)};
            break;
        case command_kind::skew: {
            const std::size_t first = pick(loops_.size() - 1);
            made.loops = {loops_[first], loops_[first + 1]};
            made.numbers = {1, random_.between(1, 2)};
            if (random_.chance(30)) {
                std::swap(made.numbers[0], made.numbers[1]);
            }
            name_loops(made, 2);
            break;
        }
        case command_kind::skew_factors: {
            const std::size_t first = pick(loops_.size() - 1);
            made.loops = {loops_[first], loops_[first + 1]};
            made.numbers = unimodular(2);
            name_loops(made, 2);
            break;
        }
        case command_kind::reverse:
        case command_kind::separate: made.loops = {any_loop()}; break;
        case command_kind::peel_first:
        case command_kind::peel_last:
            made.loops = {any_loop()};
            made.numbers = {random_.between(1, 3)};
            break;
        case command_kind::loop_reversal:
        case command_kind::rfactor:
            made.loops = {any_loop()};
            name_loops(made, 1);
            break;
        case command_kind::tag_vector:
        case command_kind::tag_unroll_factor:
            made.loops = {random_.chance(70) ? loops_.back() : any_loop()};
            made.numbers = {random_.between(2, is_wide() ? 70 : 8)};
            break;
        case command_kind::allocate_at:
            made.other = random_.one_of(in_temporaries_);
            made.loops = {any_loop()};
            break;
        case command_kind::parallelize:
        case command_kind::tag_parallel:
        case command_kind::tag_unroll:
        case command_kind::unroll_whole:
            made.loops = {loops_.empty() || random_.chance(50) ? any_loop()
                          : random_.chance(50)                 ? loops_.front()
                                                               : loops_.back()};
            break;
        default: make_order(made, at);
        }
        return made;
    }

    schedule_command make_staging() {
        schedule_command made;
        made.kind = random_.weighted<command_kind>(
            {{command_kind::cache_read, 40},
             {command_kind::cache_write, 30},
             {command_kind::compute_at, 40},
             {command_kind::store_at, 25},
             {command_kind::prefetch, in_arguments_.empty() ? 0 : 15},
             {command_kind::compute_inline, expressions_.empty() ? 2 : 60}});
        if (made.kind == command_kind::compute_inline) {
            made.target = random_.one_of(expressions_.empty() ? values_ : expressions_);
            return made;
        }
        const stage consumer = stages_[pick(stages_.size())];
        const stage value = values_[pick(values_.size())];
        made.loops = {level_of(consumer)};
        made.numbers = {random_.between(0, 1)};
        if (made.kind == command_kind::prefetch) {
            made.target = consumer;
            made.other = random_.one_of(in_arguments_);
            made.numbers = {random_.between(1, 5)};
            const std::vector<std::string> names = find(consumer, built_).get_loop_names();
            if (made.numbers[0] > 3 && !names.empty() && !made.loops[0].empty()) {
                made.loops.push_back(names.back()); // asked a little at a time, if further inside
            }
            return made;
        }
        const bool is_of_value =
            made.kind == command_kind::compute_at || made.kind == command_kind::store_at;
        made.target = is_of_value ? value : consumer;
        made.other = is_of_value ? consumer : value;
        if (made.kind == command_kind::store_at && random_.chance(85)) {
            made.loops.push_back(level_of(consumer));
        }
        if (made.kind == command_kind::cache_read && dimensions_.count(value.computation) > 0 &&
            random_.chance(30)) {
            name_loops(made, static_cast<int>(dimensions_[value.computation]));
        }
        return made;
    }

private:
    random_source &random_;
    const feature_set &features_;
    built_program &built_;
    int number_;
    command_set from_;
    std::vector<stage> stages_;                     ///< all that runs
    std::vector<stage> values_;                     ///< all that can be read
    std::vector<stage> in_arguments_;               ///< values that lie there
    std::vector<stage> in_temporaries_;             ///< values that lie there
    std::vector<stage> expressions_;                ///< that need not be stored
    std::map<std::string, std::size_t> dimensions_; ///< of values
    std::vector<std::string> loops_;                ///< of the target

    static bool is_temporary(const random_program &program, const std::string &buffer) {
        return std::any_of(
            program.buffers.begin(), program.buffers.end(),
            [&](const program_memory &at) { return at.name == buffer && at.role == a_temporary; });
    }

    bool is_wide() { return features_.has(feature::wide_vectors) && random_.chance(40); }

    std::size_t pick(std::size_t count) {
        return static_cast<std::size_t>(random_.between(0, static_cast<int>(count) - 1));
    }
    /// A name that no loop has where there is no loop.
    std::string any_loop() { return loops_.empty() ? "none" : random_.one_of(loops_); }

    command_kind random_kind(bool is_copy, bool is_update) {
        const int several = stages_.size() > 1 && !is_copy ? 1 : 0;
        const int one = loops_.empty() ? 0 : 1, two = loops_.size() > 1 ? 1 : 0;
        const int three = loops_.size() > 2 ? 1 : 0;
        const int vectors = features_.has(feature::many_vectors) ? 4 : 1;
        const int placed = features_.has(feature::placed) && !in_temporaries_.empty() ? one : 0;
        if (several + one == 0) {
            return command_kind::parallelize;
        }
        const int moved = from_ == command_set::all ? one : 0, both_moved = moved * two;
        return random_.weighted<command_kind>(
            {{command_kind::split, 12 * one},
             {command_kind::tile_2d, 12 * two},
             {command_kind::tile_3d, 6 * three},
             {command_kind::tile_list, 6 * one},
             {command_kind::collapse, 6 * both_moved},
             {command_kind::interchange, 8 * both_moved},
             {command_kind::reorder, 6 * both_moved},
             {command_kind::transform, 6 * moved},
             {command_kind::shift, 7 * moved},
             {command_kind::skew, 7 * both_moved},
             {command_kind::skew_factors, 4 * both_moved},
             {command_kind::reverse, 3 * moved},
             {command_kind::loop_reversal, 3 * moved},
             {command_kind::peel_first, 3 * moved},
             {command_kind::peel_last, 3 * moved},
             {command_kind::separate, 4 * moved},
             {command_kind::parallelize, 16 * one},
             {command_kind::vectorize, 12 * one * vectors},
             {command_kind::unroll, 8 * one},
             {command_kind::unroll_whole, 3 * one},
             {command_kind::unroll_and_jam, 6 * moved},
             {command_kind::tag_parallel, 2 * one},
             {command_kind::tag_vector, 3 * one * vectors},
             {command_kind::tag_unroll, 2 * one},
             {command_kind::tag_unroll_factor, 2 * one},
             {command_kind::rfactor, is_update ? 20 * moved : 0},
             {command_kind::allocate_at, 6 * placed},
             {command_kind::after, 14 * several},
             {command_kind::then, 5 * several},
             {command_kind::before, 4 * several},
             {command_kind::fuse_after, 3 * several},
             {command_kind::distribute, 6 * several},
             {command_kind::between, stages_.size() > 2 && !is_copy ? 4 : 0}});
    }

    void shuffle(std::vector<std::string> &names) {
        for (std::size_t i = names.size(); i > 1; --i) {
            std::swap(names[i - 1], names[pick(i)]);
        }
    }

    /// Row by row: an identity matrix whose rows are negated, added to one another and swapped.
    std::vector<int> unimodular(std::size_t n) {
        std::vector<std::vector<int>> rows(n, std::vector<int>(n, 0));
        for (std::size_t i = 0; i < n; ++i) {
            rows[i][i] = random_.chance(10) ? -1 : 1;
        }
        for (int steps = random_.between(0, 2); steps > 0 && n > 1; --steps) {
            const std::size_t to = pick(n), from = (to + 1 + pick(n - 1)) % n;
            const int times = random_.weighted<int>({{1, 60}, {2, 20}, {-1, 20}});
            for (std::size_t j = 0; j < n; ++j) {
                rows[to][j] += times * rows[from][j];
            }
            if (random_.chance(30)) {
                std::swap(rows[to], rows[from]);
            }
        }
        std::vector<int> numbers;
        for (const std::vector<int> &row : rows) {
            numbers.insert(numbers.end(), row.begin(), row.end());
        }
        return numbers;
    }

    void name_loops(schedule_command &made, int count) {
        for (int i = 0; i < count; ++i) {
            made.new_loops.push_back("x" + std::to_string(number_) + std::to_string(i));
        }
    }

    void take_band(schedule_command &made, std::size_t count) {
        const std::size_t first = pick(loops_.size() - count + 1);
        for (std::size_t d = 0; d < count; ++d) {
            made.loops.push_back(loops_[first + d]);
            made.numbers.push_back(random_.between(1, 4));
        }
        name_loops(made, static_cast<int>(2 * count));
    }

    /// A level that means root now and then.
    std::string level_of(const stage &later) {
        const std::vector<std::string> names = find(later, built_).get_loop_names();
        return names.empty() || random_.chance(15) ? "" : random_.one_of(names);
    }

    void make_order(schedule_command &made, std::size_t at) {
        const std::size_t a = pick(stages_.size() - 1);
        std::size_t other = a < at ? a : a + 1, later = at;
        if (other > later && random_.chance(90)) { // mostly in the order of declaration
            std::swap(other, later);
        }
        made.target = stages_[later];
        made.other = stages_[other];
        if (made.kind == command_kind::before) {
            std::swap(made.target, made.other);
        }
        made.loops = {level_of(made.kind == command_kind::before ? made.other : made.target)};
        if (made.kind == command_kind::between) {
            made.next = stages_[pick(stages_.size())];
            made.loops.push_back(level_of(made.next));
        }
    }
};

} // namespace

schedule_command make_random_command(random_source &random, const random_program &program,
                                     built_program &built, int number, command_set from) {
    return command_maker(random, program, built, number, from).make();
}

schedule_command make_random_staging(random_source &random, const random_program &program,
                                     built_program &built, int number) {
    return command_maker(random, program, built, number, command_set::all).make_staging();
}

schedule_command make_random_layout(random_source &random, built_program &built) {
    schedule_command made;
    made.target = {built.copies.back(), -1, true};
    if (random.chance(40)) {
        made.kind = command_kind::pack;
        const std::vector<std::string> loops = find(made.target, built).get_loop_names();
        made.loops = {random.chance(70) ? loops.back() : random.one_of(loops)};
        made.numbers = {random.between(0, 5)};
        return made;
    }
    made.kind = command_kind::window_layout;
    const int width = random.between(1, 3), dimension = random.between(0, 2);
    const int fault = random.chance(75) ? 0 : random.between(1, 2);
    made.numbers = {width, dimension, fault};
    return made;
}

} // namespace tiramisu::oracle
