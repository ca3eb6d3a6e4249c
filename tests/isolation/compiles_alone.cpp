// A library that compiles and runs programs in the process; load_alone.c loads it.

#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tiramisu/tiramisu.h"

namespace {

using namespace tiramisu;

void require(bool holds, const std::string &what) {
    if (!holds) {
        throw std::runtime_error(what + "; the last error is: " + compiled_function::error_text());
    }
}

function current() {
    return *global::get_implicit_function();
}

/// out[i] = f(in[i]) for f as the name says.
template <typename T>
T value_of(const std::string &name, const std::function<expr(const expr &)> &f, T in) {
    function_scope scope("values_of_" + name);
    const var i("i", 0, 9);
    input x("x", {i}, primitive_type_of<T>());
    computation y("y", {i}, f(x(i)));
    buffer x_mem("x_mem", {9}, primitive_type_of<T>(), a_input);
    buffer y_mem("y_mem", {9}, primitive_type_of<T>(), a_output);
    x.store_in(&x_mem);
    y.store_in(&y_mem);
    y.vectorize(i, 4);
    std::vector<T> given(9, in), found(9);
    const compiled_function code = current().compile({&x_mem, &y_mem});
    require(code({{given.data(), {9}}, {found.data(), {9}}}) == 0, name + " failed");
    require(found.front() == found.back(), name + " differs between vectors and the rest");
    return found.front();
}

template <typename T>
void mathematics() {
    using one_argument = T (*)(T);
    struct row {
        const char *name;
        expr (*said)(const expr &, source_place);
        one_argument meant;
        T at;
    };
    const row rows[] = {
        {"sqrt", sqrt, std::sqrt, 2},
        {"exp", exp, std::exp, 1},
        {"log", log, std::log, 2},
        {"sin", sin, std::sin, 1},
        {"cos", cos, std::cos, 1},
        {"tan", tan, std::tan, 1},
        {"asin", asin, std::asin, T(0.5)},
        {"acos", acos, std::acos, T(0.5)},
        {"atan", atan, std::atan, 1},
        {"sinh", sinh, std::sinh, 1},
        {"cosh", cosh, std::cosh, 1},
        {"tanh", tanh, std::tanh, 1},
        {"floor", floor, std::floor, 2.5},
        {"ceil", ceil, std::ceil, 2.5},
        {"round", round, std::round, T(2.75)},
        {"trunc", trunc, std::trunc, 2.5},
    };
    for (const row &one : rows) {
        const auto said = [&](const expr &x) { return one.said(x, source_place::current()); };
        const T found = value_of<T>(one.name, said, one.at);
        require(std::abs(found - one.meant(one.at)) < T(1e-4),
                std::string(one.name) + " is " + std::to_string(found));
    }
    const T power = value_of<T>(
        "pow", [](const expr &x) { return pow(x, x); }, T(1.5));
    require(std::abs(power - std::pow(T(1.5), T(1.5))) < T(1e-4), "pow");
}

/// out[i] = table[index[i]] for i below `count`, with all checks there are.
struct lookup {
    function_scope scope{"lookup"};
    constant count{"count", p_int32};
    var i{"i", 0, count}, k{"k", 0, 8};
    input index{"index", {i}, p_int32}, table{"table", {k}, p_int32};
    buffer index_mem{"index_mem", {count}, p_int32, a_input};
    buffer table_mem{"table_mem", {8}, p_int32, a_input};
    buffer out_mem{"out_mem", {count}, p_int32, a_output};

    compiled_function compiled(argument_checks checks) {
        index.store_in(&index_mem);
        table.store_in(&table_mem);
        computation out("out", {i}, table(index(i)));
        out.store_in(&out_mem);
        scope.get().require({}, count, {}, 100, "so many are enough");
        scope.get().require({i}, index(i), 0, 7, "the table has 8 elements");
        options opts;
        opts.checks = checks;
        opts.validate = true;
        return scope.get().compile({&index_mem, &table_mem, &out_mem}, opts);
    }
};

void checked_arguments(argument_checks checks) {
    const compiled_function code = lookup().compiled(checks);
    std::vector<std::int32_t> index = {7, 0, 3}, table = {0, 10, 20, 30, 40, 50, 60, 70}, out(101);
    const auto call = [&](void *at, std::int64_t found, std::int32_t count) {
        return code({{at, p_int32, {found}}, {table.data(), {8}}, {out.data(), {found}}, count});
    };
    require(call(index.data(), 3, 3) == 0 && out[0] == 70, "a right call");
    require(call(nullptr, 3, 3) != 0, "an argument without memory was taken");
    require(call(index.data(), 101, 101) != 0, "a wrong scalar was taken");
    index[1] = 8;
    require(call(index.data(), 3, 3) != 0, "a wrong element was taken");
    require(compiled_function::error_text().find("the table has 8 elements") != std::string::npos,
            "the text of the error was lost");
}

/// Threads, temporaries in memory of their own, and requests to fetch ahead.
void loops() {
    function_scope scope("loops");
    const var i("i", 0, 64), j("j", 0, 1000);
    input in("in", {i, j}, p_int32);
    computation twice("twice", {i, j}, in(i, j) * 2), out("out", {i, j}, twice(i, j) + 1);
    buffer in_mem("in_mem", {64, 1000}, p_int32, a_input);
    buffer out_mem("out_mem", {64, 1000}, p_int32, a_output);
    in.store_in(&in_mem);
    out.store_in(&out_mem);
    out.after(twice, computation::root);
    twice.parallelize(i);
    out.parallelize(i);
    twice.prefetch(in, j, 8);
    std::vector<std::int32_t> given(64000, 3), found(64000);
    const compiled_function code = scope.get().compile({&in_mem, &out_mem});
    require(code({{given.data(), {64, 1000}}, {found.data(), {64, 1000}}}) == 0, "loops failed");
    require(found.front() == 7 && found.back() == 7, "loops computed something else");
}

void allocation_that_fails() {
    function_scope scope("allocation");
    const constant n("n", p_int64);
    const var i("i", 0, n);
    computation large("large", {i}, expr(1)), out("out", {var("k", 0, 1)}, large(n - 1));
    buffer out_mem("out_mem", {1}, p_int32, a_output);
    out.store_in(&out_mem);
    out.after(large, computation::root);
    std::int32_t found = 0;
    const compiled_function code = scope.get().compile({&out_mem});
    require(code({{&found, {1}}, std::int64_t(4)}) == 0 && found == 1, "a small allocation");
    require(code({{&found, {1}}, std::int64_t(1) << 60}) != 0, "2^62 bytes were allocated");
}

} // namespace

/// Null if all is right.
extern "C" const char *first_failure() {
    static std::string text;
    try {
        for (argument_checks checks : {argument_checks::memory, argument_checks::exact}) {
            checked_arguments(checks);
        }
        loops();
        allocation_that_fails();
        mathematics<float>();
        mathematics<double>();
        return nullptr;
    } catch (const std::exception &failure) {
        text = failure.what();
        return text.c_str();
    }
}
