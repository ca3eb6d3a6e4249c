#include "core/loop_commands.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/loop_extent.h"
#include "core/state.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_transform.h"

namespace tiramisu::core {

namespace {

using poly::loop_kind;

/// A loop command at work: reads its arguments in order and changes a copy of the nest.
class transformer {
public:
    transformer(const computation_state &computation, const command &what)
        : computation_(computation), what_(what), nest_(computation.nest) {}

    loop_nest result() && { return std::move(nest_); }

    [[noreturn]] void refuse(const std::string &problem) const {
        throw user_error(subject(computation_), call_text(what_), problem, what_.where);
    }

    std::size_t arguments_left() const { return what_.arguments.size() - next_; }

    int level() { return loop_level(computation_, std::get<loop_reference>(argument()), what_); }

    int number() { return std::get<int>(argument()); }

    std::string new_name() { return std::get<new_loop>(argument()).name; }

    const std::string &name(int level) const {
        return nest_.loops[static_cast<std::size_t>(level)].name;
    }

    int factor(int of_level) {
        const int value = number();
        if (value < 1) {
            refuse("factor of loop \"" + name(of_level) + "\" is " + std::to_string(value) +
                   ", must be at least 1");
        }
        return value;
    }

    void require_consecutive(const std::vector<int> &levels) const {
        for (std::size_t i = 1; i < levels.size(); ++i) {
            if (levels[i] == levels[i - 1]) {
                refuse("names loop \"" + name(levels[i]) + "\" twice; give loops that differ");
            }
            if (levels[i] != levels[i - 1] + 1) {
                refuse("loops \"" + name(levels[i - 1]) + "\" and \"" + name(levels[i]) +
                       "\" are at levels " + std::to_string(levels[i - 1]) + " and " +
                       std::to_string(levels[i]) +
                       "; each has to be directly inside the one before it: interchange first");
            }
        }
    }

    void require_serial(int level) const {
        if (nest_.loops[static_cast<std::size_t>(level)].kind == loop_kind::vectorized) {
            refuse("loop \"" + name(level) +
                   "\" is vectorized; give this command before vectorize");
        }
    }

    void split(int level, int by, const std::string &outer, const std::string &inner) {
        require_serial(level);
        const scheduled_loop old = nest_.loops[static_cast<std::size_t>(level)];
        nest_.map = poly::split(nest_.map, level, by);
        // Parts of a parallel loop: its outer one is parallel; of an unrolled loop: both are.
        const loop_kind inner_kind =
            old.kind == loop_kind::unrolled ? loop_kind::unrolled : loop_kind::serial;
        nest_.loops[static_cast<std::size_t>(level)] = {outer, old.kind};
        nest_.loops.insert(nest_.loops.begin() + level + 1, {inner, inner_kind});
    }

    void permute(const std::vector<int> &order) {
        nest_.map = poly::permute(nest_.map, order);
        const std::vector<scheduled_loop> old = nest_.loops;
        for (std::size_t i = 0; i < order.size(); ++i) {
            nest_.loops[i] = old[static_cast<std::size_t>(order[i])];
        }
    }

    std::vector<int> identity_order() const {
        std::vector<int> order(nest_.loops.size());
        std::iota(order.begin(), order.end(), 0);
        return order;
    }

    void tag(int level, loop_kind kind) {
        loop_kind &current = nest_.loops[static_cast<std::size_t>(level)].kind;
        current = kind;
    }

    void rename(int level, const std::string &to) {
        nest_.loops[static_cast<std::size_t>(level)].name = to;
    }

    /// Names are unique in a nest, so that every one means one loop.
    void require_unique_names() const {
        std::map<std::string, int> count;
        for (const scheduled_loop &loop : nest_.loops) {
            if (++count[loop.name] > 1) {
                refuse("would give two loops the name \"" + loop.name +
                       "\"; the names of a computation's loops differ");
            }
        }
    }

    bool number_follows() const {
        return arguments_left() > 0 && std::holds_alternative<int>(what_.arguments[next_]);
    }

    loop_nest &nest() { return nest_; }
    const isl::set &domain() const { return computation_.domain; }

private:
    const command_argument &argument() { return what_.arguments.at(next_++); }

    const computation_state &computation_;
    const command &what_;
    std::size_t next_ = 0;
    loop_nest nest_;
};

void split(transformer &t) {
    const int level = t.level();
    const int factor = t.factor(level);
    const bool named = t.arguments_left() > 0;
    const std::string outer = named ? t.new_name() : t.name(level) + "_outer";
    const std::string inner = named ? t.new_name() : t.name(level) + "_inner";
    t.split(level, factor, outer, inner);
}

// tile(l0, .., ln, s0, .., sn [, outer names, inner names])
void tile(transformer &t) {
    const std::size_t given = t.arguments_left();
    const std::size_t n = given == 4 || given == 8 ? 2 : 3;
    std::vector<int> levels, factors;
    for (std::size_t i = 0; i < n; ++i) {
        levels.push_back(t.level());
    }
    t.require_consecutive(levels);
    for (std::size_t i = 0; i < n; ++i) {
        factors.push_back(t.factor(levels[i]));
    }
    std::vector<std::string> names;
    for (const char *part : {"_outer", "_inner"}) {
        for (std::size_t i = 0; i < n; ++i) {
            names.push_back(t.arguments_left() > 0 ? t.new_name() : t.name(levels[i]) + part);
        }
    }
    const int first = levels.front();
    for (std::size_t i = 0; i < n; ++i) {
        t.split(first + static_cast<int>(2 * i), factors[i], names[i], names[n + i]);
    }
    // o0 i0 o1 i1 .. becomes o0 o1 .. i0 i1 ..
    std::vector<int> order = t.identity_order();
    for (std::size_t i = 0; i < n; ++i) {
        order[static_cast<std::size_t>(first) + i] = first + static_cast<int>(2 * i);
        order[static_cast<std::size_t>(first) + n + i] = first + static_cast<int>(2 * i) + 1;
    }
    t.permute(order);
}

void interchange(transformer &t) {
    const int a = t.level(), b = t.level();
    if (a == b) {
        t.refuse("names loop \"" + t.name(a) + "\" twice; give two loops of the nest");
    }
    std::vector<int> order = t.identity_order();
    std::swap(order[static_cast<std::size_t>(a)], order[static_cast<std::size_t>(b)]);
    t.permute(order);
}

void shift(transformer &t) {
    const int level = t.level();
    t.require_serial(level);
    t.nest().map = poly::shift(t.nest().map, level, t.number());
}

void loop_reversal(transformer &t) {
    const int level = t.level();
    t.require_serial(level);
    t.nest().map = poly::reverse(t.nest().map, level);
    if (t.arguments_left() > 0) {
        t.rename(level, t.new_name());
    }
}

// skew(l0, l1, a, b [, c, d] [, names])
void skew(transformer &t) {
    const std::vector<int> levels = {t.level(), t.level()};
    t.require_consecutive(levels);
    t.require_serial(levels[0]);
    t.require_serial(levels[1]);
    const int a = t.number(), b = t.number();
    std::array<int, 4> matrix = {a, b, 0, 0};
    if (t.number_follows()) {
        matrix[2] = t.number();
        matrix[3] = t.number();
    } else {
        const std::array<int, 2> row = poly::unimodular_completion(a, b);
        matrix[2] = row[0];
        matrix[3] = row[1];
    }
    if (std::abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) != 1) {
        t.refuse("the map (i, j) -> (" + std::to_string(matrix[0]) + "*i + " +
                 std::to_string(matrix[1]) + "*j, " + std::to_string(matrix[2]) + "*i + " +
                 std::to_string(matrix[3]) +
                 "*j) does not reach every integer point once; a*d - b*c must be 1 or -1 (with "
                 "two factors: they must be coprime)");
    }
    t.nest().map = poly::skew(t.nest().map, levels[0], matrix);
    for (int level : levels) {
        if (t.arguments_left() > 0) {
            t.rename(level, t.new_name());
        }
    }
}

void parallelize(transformer &t) {
    const int level = t.level();
    t.require_serial(level);
    t.tag(level, loop_kind::parallel);
}

/// Splits by the factor and tags the inner loop.
void split_and_tag(transformer &t, loop_kind kind, const std::string &inner_suffix) {
    const int level = t.level();
    const int factor = t.factor(level);
    const bool named = t.arguments_left() > 0;
    const std::string outer = named ? t.new_name() : t.name(level);
    const std::string inner = named ? t.new_name() : t.name(level) + inner_suffix;
    t.split(level, factor, outer, inner);
    t.tag(level + 1, kind);
}

void vectorize(transformer &t) {
    split_and_tag(t, loop_kind::vectorized, "_vec");
}

void unroll(transformer &t) {
    split_and_tag(t, loop_kind::unrolled, "_unroll");
}

/// Tags the loop itself where it has at most `factor` iterations, else splits it first.
void tag_width(transformer &t, loop_kind kind, const std::string &inner_suffix) {
    const int level = t.level();
    const auto extent = largest_extent(t.nest().map, t.domain(), level);
    if (t.arguments_left() == 0) {
        if (!extent) {
            t.refuse("the number of iterations of loop \"" + t.name(level) +
                     "\" is not known while compiling; split it by the number to unroll");
        }
        t.tag(level, kind);
        return;
    }
    const int factor = t.factor(level);
    if (!extent || *extent > factor) {
        t.split(level, factor, t.name(level), t.name(level) + inner_suffix);
        t.tag(level + 1, kind);
    } else {
        t.tag(level, kind);
    }
}

void tag_vector_level(transformer &t) {
    tag_width(t, loop_kind::vectorized, "_vec");
}

void tag_unroll_level(transformer &t) {
    tag_width(t, loop_kind::unrolled, "_unroll");
}

const std::map<std::string, void (*)(transformer &)> verbs = {
    {"split", split},
    {"tile", tile},
    {"interchange", interchange},
    {"shift", shift},
    {"skew", skew},
    {"loop_reversal", loop_reversal},
    {"parallelize", parallelize},
    {"vectorize", vectorize},
    {"unroll", unroll},
    {"tag_parallel_level", parallelize},
    {"tag_vector_level", tag_vector_level},
    {"tag_unroll_level", tag_unroll_level}};

std::string loop_list(const computation_state &computation) {
    if (computation.nest.loops.empty()) {
        return "it has no loops";
    }
    std::string names;
    for (const scheduled_loop &loop : computation.nest.loops) {
        names += (names.empty() ? "\"" : ", \"") + loop.name + "\"";
    }
    return "its loops are " + names;
}

// Windows are indexed by the loops around them.
void require_fixed_loops(const computation_state &computation, const loop_nest &changed,
                         const command &what) {
    for (int level = 0; level < computation.fixed_loops; ++level) {
        const auto at = static_cast<std::size_t>(level);
        const bool same_name = changed.loops[at].name == computation.nest.loops[at].name;
        if (!same_name || !poly::keep_range(changed.map, level, 1)
                               .is_equal(poly::keep_range(computation.nest.map, level, 1))) {
            throw user_error(subject(computation), call_text(what),
                             "would change loop \"" + computation.nest.loops[at].name +
                                 "\", inside which values are staged; give the command before "
                                 "cache_read, cache_write or compute_at",
                             what.where);
        }
    }
}

} // namespace

bool is_loop_command(const std::string &verb) {
    return verbs.count(verb) != 0;
}

int loop_level(const computation_state &computation, const loop_reference &loop,
               const command &what) {
    const std::vector<scheduled_loop> &loops = computation.nest.loops;
    if (loop.name.empty()) {
        if (loop.level >= 0 && loop.level < static_cast<int>(loops.size())) {
            return loop.level;
        }
        throw user_error(subject(computation), call_text(what),
                         "there is no loop at level " + std::to_string(loop.level) + "; " +
                             loop_list(computation) + ", at levels from 0",
                         what.where);
    }
    for (std::size_t level = 0; level < loops.size(); ++level) {
        if (loops[level].name == loop.name) {
            return static_cast<int>(level);
        }
    }
    throw user_error(subject(computation), call_text(what),
                     "there is no loop \"" + loop.name + "\"; " + loop_list(computation),
                     what.where);
}

void apply_loop_command(computation_state &computation, const command &what) {
    const auto verb = verbs.find(what.verb);
    if (verb == verbs.end()) {
        throw user_error(subject(computation), call_text(what), "is not a schedule command",
                         what.where);
    }
    if (computation.is_input()) {
        throw user_error(subject(computation), call_text(what),
                         "has no expression, so it is not executed and has no loops to schedule",
                         what.where);
    }
    transformer work(computation, what);
    verb->second(work);
    work.require_unique_names();
    loop_nest changed = std::move(work).result();
    require_fixed_loops(computation, changed, what);
    computation.nest = std::move(changed);
}

} // namespace tiramisu::core
