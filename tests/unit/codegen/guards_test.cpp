// What select(), &&, || and predicates guard is read only where they hold, whatever the schedule.
// Arrays begin or end at a page that may not be touched, so that a read outside ends the program.

#include <algorithm>
#include <functional>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/guarded_memory.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

constexpr int rows = 6, columns = 19, size = rows * columns;
constexpr int far_away = 1 << 28;

/// Where the values lie that are read under guards.
enum class place { argument, temporary, output };

/// One way to guard a read of x in c(i, j); the same for the compiler and in C.
struct guard {
    std::string name;
    /// x(i, j), m(i, j) and k(j) as expressions; k(3) is far away.
    std::function<expr(const std::function<expr(expr, expr)> &x, const input &m, const input &k,
                       const var &i, const var &j)>
        value;
    std::function<int(const std::function<int(int, int)> &x, const std::function<int(int, int)> &m,
                      const std::function<int(int)> &k, int i, int j)>
        in_c;
};

const std::vector<guard> &guards() {
    static const std::vector<guard> all = {
        {"arms",
         [](const auto &x, auto &, auto &, auto &i, auto &j) {
             return select(i >= 1, x(i - 1, j), expr(7)) +
                    select(i == rows - 1, expr(7), x(i + 1, j)) +
                    select(j >= 1, x(i, j - 1), expr(7)) +
                    select(j < columns - 2, x(i, j + 2), expr(5)) +
                    select(i >= 1, select(j >= 1, x(i - 1, j - 1), expr(8)), expr(9)) +
                    select(i == 0, expr(1), select(j == 0, expr(2), x(i - 1, j - 1)));
         },
         [](const auto &x, const auto &, const auto &, int i, int j) {
             return (i >= 1 ? x(i - 1, j) : 7) + (i == rows - 1 ? 7 : x(i + 1, j)) +
                    (j >= 1 ? x(i, j - 1) : 7) + (j < columns - 2 ? x(i, j + 2) : 5) +
                    (i >= 1 ? j >= 1 ? x(i - 1, j - 1) : 8 : 9) +
                    (i == 0   ? 1
                     : j == 0 ? 2
                              : x(i - 1, j - 1));
         }},
        {"sides",
         [](const auto &x, auto &, auto &, auto &i, auto &j) {
             return select(i >= 1 && x(i - 1, j) > 5, expr(3), expr(4)) +
                    select(i < 1 || x(i - 1, j) > 5, expr(3), expr(4)) +
                    select(j > 5 && i >= 1, x(i - 1, 2), expr(6)) +
                    select(j > 25, x(i + 9 * rows, 0), expr(2)) +
                    x(max(i - 1, 0), clamp(j - 2, 0, columns - 1));
         },
         [](const auto &x, const auto &, const auto &, int i, int j) {
             return (i >= 1 && x(i - 1, j) > 5 ? 3 : 4) + (i < 1 || x(i - 1, j) > 5 ? 3 : 4) +
                    (j > 5 && i >= 1 ? x(i - 1, 2) : 6) + 2 +
                    x(std::max(i - 1, 0), std::max(j - 2, 0));
         }},
        {"data",
         [](const auto &x, auto &m, auto &k, auto &i, auto &j) {
             return select(m(i, j) > 0, x(i - 1, j), expr(6)) +
                    select(m(i, j) > 0, select(x(i - 1, j) > 4, x(i - 1, j) * 2, expr(1)),
                           expr(6)) +
                    select(k(j) < columns, m(i, k(j)), expr(-1)) +
                    select(m(i, j) != 0, expr(12) / m(i, j), expr(11));
         },
         [](const auto &x, const auto &m, const auto &k, int i, int j) {
             return (m(i, j) > 0 ? x(i - 1, j) : 6) +
                    (m(i, j) > 0 ? x(i - 1, j) > 4 ? x(i - 1, j) * 2 : 1 : 6) +
                    (k(j) < columns ? m(i, k(j)) : -1) + (m(i, j) != 0 ? 12 / m(i, j) : 11);
         }},
    };
    return all;
}

/// Of an earlier row, so that rows can be computed one after the other.
const guard &own_values() {
    static const guard one = {"earlier row",
                              [](const auto &x, auto &, auto &, auto &i, auto &j) {
                                  return select(i >= 1, x(i - 1, j), expr(7));
                              },
                              [](const auto &x, const auto &, const auto &, int i, int j) {
                                  return i >= 1 ? x(i - 1, j) : 7;
                              }};
    return one;
}

/// c(i, j) = guarded reads of x + a(i, j), over constants or over parameters.
struct program : in_function {
    program(const guard &opts, place where, bool has_parameters)
        : in_function("guarded"),
          height(has_parameters ? expr(constant("height", p_int32)) : expr(rows)),
          width(has_parameters ? expr(constant("width", p_int32)) : expr(columns)),
          i("i", 0, height), j("j", 0, width), is_parametric(has_parameters) {
        for (auto [values, memory] : {std::pair(&a, &a_memory), std::pair(&m, &m_memory)}) {
            values->store_in(memory);
        }
        k.store_in(&k_memory);
        p.store_in(&p_memory);
        c.store_in(&out);
        const auto x = [&](const expr &row, const expr &column) {
            return where == place::argument    ? a(row, column)
                   : where == place::temporary ? p(row, column)
                                               : c(row, column);
        };
        c.set_expression(opts.value(x, m, k, i, j) + a(i, j));
    }

    const expr height, width;
    const var i, j;
    const bool is_parametric;
    buffer a_memory{"a_memory", {height, width}, p_int32, a_input},
        m_memory{"m_memory", {height, width}, p_int32, a_input},
        k_memory{"k_memory", {width}, p_int32, a_input},
        p_memory{"p_memory", {height, width}, p_int32, a_temporary},
        out{"out", {height, width}, p_int32, a_output};
    input a{"a", {i, j}, p_int32}, m{"m", {i, j}, p_int32}, k{"k", {j}, p_int32};
    computation p{"p", {i, j}, a(i, j) * 3}, c{"c", {i, j}, p_int32};
};

struct arrays {
    std::vector<std::int32_t> a, m, k;

    arrays() : a(size), m(size), k(columns) {
        for (int at = 0; at < size; ++at) {
            a[at] = at % 11 - 2;
            m[at] = at < columns ? 0 : at % 3;
        }
        for (int at = 0; at < columns; ++at) {
            k[at] = at == 3 ? far_away : columns - 1 - at;
        }
    }

    std::vector<std::int32_t> expected(const guard &opts, place where) const {
        std::vector<std::int32_t> c(size, -1);
        const auto element = [](const std::vector<std::int32_t> &of, int i, int j) {
            return of.at(static_cast<std::size_t>(i * columns + j));
        };
        for (int i = 0; i < rows; ++i) {
            for (int j = 0; j < columns; ++j) {
                const auto x = [&](int row, int column) {
                    return where == place::argument    ? element(a, row, column)
                           : where == place::temporary ? element(a, row, column) * 3
                                                       : element(c, row, column);
                };
                c[static_cast<std::size_t>(i * columns + j)] =
                    opts.in_c(
                        x, [&](int row, int column) { return element(m, row, column); },
                        [&](int column) { return k.at(static_cast<std::size_t>(column)); }, i, j) +
                    element(a, i, j);
            }
        }
        return c;
    }
};

using schedule = std::function<void(program &)>;

/// What a schedule needs to be accepted.
enum class needs {
    nothing,
    sizes,    ///< that are known: a window, or the loop that two become, has a constant size
    temporary ///< with values that are read
};

struct named_schedule {
    std::string name;
    schedule apply;
    needs what = needs::nothing;
};

const std::vector<named_schedule> &schedules() {
    static const std::vector<named_schedule> all = {
        {"none", [](program &) {}},
        {"vectorize", [](program &q) { q.c.vectorize(q.j, 8); }},
        {"vectorize odd", [](program &q) { q.c.vectorize(q.j, 5); }},
        {"masked", [](program &q) { q.c.vectorize(q.j, 8, tail::masked); }},
        {"masked wide", [](program &q) { q.c.vectorize(q.j, 32, tail::masked); }},
        {"vectorize rows",
         [](program &q) {
             q.c.interchange(q.i, q.j);
             q.c.vectorize(q.i, 4, tail::masked);
         }},
        {"unroll", [](program &q) { q.c.unroll(q.j, 4); }},
        {"unroll and jam", [](program &q) { q.c.unroll_and_jam(q.i, 2); }},
        {"peel", [](program &q) { q.c.peel_first(q.i); }},
        {"peel and vectorize",
         [](program &q) {
             q.c.peel_first(q.i);
             q.c.peel_last(q.i);
             q.c.vectorize(q.j, 8);
         }},
        {"shift and jam",
         [](program &q) {
             q.c.shift(q.i, -1);
             q.c.unroll_and_jam(q.i, 2);
         }},
        {"shift and vectorize",
         [](program &q) {
             q.c.shift(q.i, -1);
             q.c.interchange(q.i, q.j);
             q.c.vectorize(q.i, 4);
         }},
        {"reverse and vectorize",
         [](program &q) {
             q.c.reverse(q.j);
             q.c.vectorize(q.j, 8, tail::masked);
         }},
        {"parallelize",
         [](program &q) {
             q.c.shift(q.i, -1);
             q.c.unroll(q.i, 2);
             q.c.parallelize(q.i);
         }},
        {"tile and separate",
         [](program &q) {
             q.c.shift(q.i, -1);
             q.c.tile(q.i, q.j, 4, 4, "i0", "j0", "i1", "j1");
             q.c.separate("i1");
         }},
        {"tile and vectorize",
         [](program &q) {
             q.c.tile(q.i, q.j, 4, 8, "i0", "j0", "i1", "j1");
             q.c.vectorize("j1", 8);
         }},
        {"collapse", [](program &q) { q.c.collapse(q.i, q.j, "ij"); }, needs::sizes},
        {"cache_read", [](program &q) { q.c.cache_read(q.a, computation::root); }, needs::sizes},
        {"cache_read in a loop", [](program &q) { q.c.cache_read(q.a, "i"); }, needs::sizes},
        {"cache_read in tiles",
         [](program &q) {
             q.c.tile(q.i, q.j, 4, 8, "i0", "j0", "i1", "j1");
             q.c.cache_read(q.a, "j0");
             q.c.vectorize("j1", 8);
         },
         needs::sizes},
        {"cache_write", [](program &q) { q.c.cache_write("i"); }, needs::sizes},
        {"cache_write in tiles",
         [](program &q) {
             q.c.tile(q.i, q.j, 4, 8, "i0", "j0", "i1", "j1");
             q.c.cache_write("j0");
         },
         needs::sizes},
        {"cache_read of a temporary", [](program &q) { q.c.cache_read(q.p, "i"); },
         needs::temporary},
        {"compute_at", [](program &q) { q.p.compute_at(q.c, "i"); }, needs::temporary},
        {"compute_at and store_at",
         [](program &q) {
             q.p.store_at(q.c, computation::root);
             q.p.compute_at(q.c, "i");
         },
         needs::temporary},
        {"compute_inline", [](program &q) { q.p.compute_inline(); }, needs::temporary},
        {"compute_inline and vectorize",
         [](program &q) {
             q.p.compute_inline();
             q.c.vectorize(q.j, 8, tail::masked);
         },
         needs::temporary},
    };
    return all;
}

/// Whether the schedule was accepted; then it has to be right.
::testing::AssertionResult runs_right(const guard &opts, place where, bool has_parameters,
                                      const schedule &apply) {
    program made(opts, where, has_parameters);
    std::optional<compiled_function> code;
    try {
        apply(made);
        code = current().compile({&made.a_memory, &made.m_memory, &made.k_memory, &made.out});
    } catch (const internal_error &) {
        throw;
    } catch (const error &refused) {
        return ::testing::AssertionFailure() << refused.what();
    }
    const arrays data;
    for (const page_border border : {page_border::after_last, page_border::before_first}) {
        guarded_memory<std::int32_t> a(data.a, border), m(data.m, border), k(data.k, border),
            out(std::vector<std::int32_t>(size, -1), border);
        std::vector<jit_argument> arguments = {{a.data(), {rows, columns}},
                                               {m.data(), {rows, columns}},
                                               {k.data(), {columns}},
                                               {out.data(), {rows, columns}}};
        if (made.is_parametric) {
            arguments.insert(arguments.end(), {jit_argument(rows), jit_argument(columns)});
        }
        EXPECT_EQ(0, (*code)(arguments)) << compiled_function::error_text();
        EXPECT_EQ(data.expected(opts, where), out.elements());
    }
    return ::testing::AssertionSuccess();
}

class Guards : public ::testing::TestWithParam<named_schedule> {};

std::string test_name(const ::testing::TestParamInfo<named_schedule> &info) {
    std::string name = info.param.name;
    std::replace(name.begin(), name.end(), ' ', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Schedules, Guards, ::testing::ValuesIn(schedules()), test_name);

TEST_P(Guards, AreAskedBeforeArgumentsAreRead) {
    for (const guard &opts : guards()) {
        SCOPED_TRACE(opts.name);
        const bool has_parameters = GetParam().what == needs::nothing;
        const auto accepted = runs_right(opts, place::argument, has_parameters, GetParam().apply);
        EXPECT_TRUE(accepted || GetParam().what == needs::temporary) << accepted.message();
    }
}

TEST_P(Guards, AreAskedBeforeTemporariesAreRead) {
    for (const guard &opts : guards()) {
        SCOPED_TRACE(opts.name);
        const auto accepted = runs_right(opts, place::temporary, false, GetParam().apply);
        // What a condition on data guards is not computed where it is outside of the domain.
        const bool is_computed = opts.name != "data" || GetParam().what != needs::temporary;
        EXPECT_TRUE(accepted || !is_computed) << accepted.message();
    }
}

TEST_P(Guards, AreAskedBeforeOwnValuesAreRead) {
    runs_right(own_values(), place::output, false, GetParam().apply); // where that is legal
}

/// total(i) = sum over j of guarded values, and of the right side of a predicate.
::testing::AssertionResult
sums_right(const guard &opts, const std::function<void(computation &, const var &)> &apply) {
    program made(opts, place::argument, false);
    buffer sums("sums", {made.height}, p_int32, a_output);
    computation total("total", {made.i}, expr(0));
    total.store_in(&sums);
    const auto x = [&](const expr &row, const expr &column) { return made.a(row, column); };
    total(made.i) += opts.value(x, made.m, made.k, made.i, made.j);
    try {
        apply(total, made.j);
        const compiled_function code =
            current().compile({&made.a_memory, &made.m_memory, &made.k_memory, &made.out, &sums});
        const arrays data;
        for (const page_border border : {page_border::after_last, page_border::before_first}) {
            guarded_memory<std::int32_t> a(data.a, border), m(data.m, border), k(data.k, border),
                out(data.a, border), totals(std::vector<std::int32_t>(rows), border);
            EXPECT_EQ(0, code({{a.data(), {rows, columns}},
                               {m.data(), {rows, columns}},
                               {k.data(), {columns}},
                               {out.data(), {rows, columns}},
                               {totals.data(), {rows}}}))
                << compiled_function::error_text();
            const std::vector<std::int32_t> each = data.expected(opts, place::argument);
            std::vector<std::int32_t> expected(rows);
            for (std::size_t at = 0; at < each.size(); ++at) {
                expected[at / columns] += each[at] - data.a[at];
            }
            EXPECT_EQ(expected, totals.elements());
        }
    } catch (const internal_error &) {
        throw;
    } catch (const error &refused) {
        return ::testing::AssertionFailure() << refused.what();
    }
    return ::testing::AssertionSuccess();
}

TEST(GuardedReductions, AreRightInEverySchedule) {
    const auto horizontal = [](computation &c, const var &j) { c.vectorize(j, 8); };
    const auto masked = [](computation &c, const var &j) { c.vectorize(j, 8, tail::masked); };
    const auto unrolled = [](computation &c, const var &j) { c.unroll(j, 4); };
    const auto factored = [](computation &c, const var &j) {
        c.split(j, 4, "jo", "ji");
        c.rfactor("ji", "u");
    };
    for (const guard &opts : guards()) {
        SCOPED_TRACE(opts.name);
        EXPECT_TRUE(sums_right(opts, [](computation &, const var &) {}));
        EXPECT_TRUE(sums_right(opts, horizontal));
        EXPECT_TRUE(sums_right(opts, masked));
        EXPECT_TRUE(sums_right(opts, unrolled));
        EXPECT_TRUE(sums_right(opts, factored));
    }
}

} // namespace
} // namespace tiramisu::testing
