#include "support/fuzz_targets.h"

#include <functional>
#include <optional>

#include "graph/typing/typed_graph.h"
#include "support/schedule_case.h"
#include "support/temporary_file.h"
#include "tiramisu/graph/onnx.h"
#include "tiramisu/graph/partition.h"

namespace tiramisu::oracle {

namespace {

using ::tiramisu::testing::temporary_file;

/// A function "fuzzed" that has something for every command to work on.
struct schedulable_program {
    schedulable_program()
        : implicit((init("fuzzed"), 0)), i("i", 0, 8), j("j", 0, 6), k("k", 0, 5), row("row"),
          A("A", {i, j}, p_int32), starts("starts", {row}, p_int32),
          run("run", starts(i), starts(i + 1)), C("C", {i, j}, A(i, j) + 1),
          D("D", {i, j}, C(i, j) * 2), S("S", {i, run}, C(i, 0) + run) {
        C(i, j) += A(i, k) * A(k, j);
    }

    int implicit; ///< opens the function before the rest is made
    var i, j, k, row;
    input A, starts;
    var run;
    computation C, D, S;
};

/// The schedule as JSON, after it was loaded from such a text.
std::string loaded(const std::string &text) {
    const schedulable_program made;
    const temporary_file file("fuzzed.json", text);
    function *scheduled = global::get_implicit_function();
    scheduled->load_schedule(file.path());
    return scheduled->schedule_json();
}

/// What is wrong with how a call ends: errors of the library are answers, other exceptions are not.
std::string wrong_with(const std::function<void()> &call) {
    try {
        call();
    } catch (const internal_error &failure) {
        return std::string("an error that is not the user's: ") + failure.what();
    } catch (const error &) {
        return {};
    } catch (const std::exception &failure) {
        return std::string("an error that is not the library's: ") + failure.what();
    }
    return {};
}

} // namespace

std::string judge_schedule(const std::vector<std::uint8_t> &bytes) {
    // So that what was stored before there were features stays what it was.
    constexpr std::uint8_t with_features = 0xf5;
    const bool has_features = bytes.size() > 2 && bytes.front() == with_features;
    const feature_set features =
        has_features ? feature_set::from_bits(bytes[1] + 256u * bytes[2]) : feature_set();
    random_source random({bytes.begin() + (has_features ? 3 : 0), bytes.end()});
    const int commands = random.between(0, 8);
    const int stagings = random.chance(30) ? random.between(1, 3) : 0;
    const made_case made = make_random_case(random, features, commands, stagings);
    const case_result result = run_case(made.made);
    return result.what == outcome::failed ? result.text + "\n" + made.made.to_cpp() : "";
}

std::string judge_schedule_file(const std::vector<std::uint8_t> &bytes) {
    std::string saved;
    try {
        saved = loaded({bytes.begin(), bytes.end()});
    } catch (const user_error &) {
        return {};
    } catch (const std::exception &error) {
        return std::string("an error that is not the user's: ") + error.what();
    }
    try {
        const std::string again = loaded(saved);
        return again == saved ? "" : "saved: " + saved + "\nloaded and saved: " + again;
    } catch (const std::exception &error) {
        return "what was saved cannot be loaded: " + std::string(error.what()) + "\n" + saved;
    }
}

std::string judge_network(const std::vector<std::uint8_t> &bytes) {
    std::optional<graph::model> bound;
    std::string wrong = wrong_with([&] {
        bound = graph::parse_onnx({bytes.begin(), bytes.end()}).bound({});
    });
    if (!wrong.empty() || !bound) {
        return wrong;
    }
    std::vector<graph::network_part> parts;
    wrong = wrong_with([&] { graph::typed(*bound, source_place::current()); }) +
            wrong_with([&] { parts = graph::partition(*bound); });
    for (const graph::network_part &one : parts) {
        try {
            if (one.is_supported) {
                graph::typed(one.network.bound({}), source_place::current());
            }
        } catch (const std::exception &failure) {
            wrong += std::string("a part that is said to be supported is not: ") + failure.what();
        }
    }
    return wrong;
}

} // namespace tiramisu::oracle
