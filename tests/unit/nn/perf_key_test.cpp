// A record counts for the code that was measured, and no other.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "nn/framework/choice/compiled_key.h"
#include "nn/framework/problem/split.h"
#include "nn/layers/conv2d/task.h"
#include "nn/layers/gemm/task.h"
#include "support/environment_setting.h"
#include "support/temporary_folder.h"
#include "tiramisu/nn/nn.h"

namespace tiramisu::nn {
namespace {

const auto small = conv2d_problem::parse("conv2d ic=3 oc=5 ih=6 iw=7");

class PerfKey : public ::testing::Test {
protected:
    const testing::temporary_folder folder;
    perf_db db{folder / "perf.sqlite"};

    /// The rule never takes the naive solver, so that a layer which has it knows the record.
    void measure_naive(const options &compiled) {
        find_options opts;
        opts.solvers = {"naive"};
        opts.configurations = opts.repeats = 1;
        opts.compiled = compiled;
        opts.results = &db;
        find(small, opts);
    }
    bool is_known(const conv2d_options &opts) {
        conv2d_options known = opts;
        known.results = &db;
        return conv2d(small, known).solver() == "naive";
    }
    bool is_known(const options &compiled) {
        conv2d_options opts;
        opts.compiled = compiled;
        return is_known(opts);
    }
};

options with(const std::string &target, bool strict_float = false, bool validate = false) {
    options opts;
    opts.target = target;
    opts.strict_float = strict_float;
    opts.validate = validate;
    return opts;
}

TEST_F(PerfKey, OfOtherOptionsIsAnother) {
    std::vector<options> all = {with("host"), with("host", true), with("host", false, true)};
#if defined(__x86_64__)
    all.push_back(with("sse41"));
    all.push_back(with("sse41", true));
#endif
    for (std::size_t measured = 0; measured < all.size(); measured++) {
        db = perf_db(folder / (std::to_string(measured) + ".sqlite"));
        measure_naive(all[measured]);
        for (std::size_t asked = 0; asked < all.size(); asked++) {
            EXPECT_EQ(is_known(all[asked]), asked == measured) << measured << " " << asked;
        }
    }
}

TEST_F(PerfKey, IsTheSameForChecksAndShowing) {
    options opts;
    opts.checks = tiramisu::argument_checks::none;
    measure_naive(opts);
    EXPECT_TRUE(is_known(options()));
}

TEST_F(PerfKey, KnowsTheFloatsOfTheEnvironment) {
    {
        const testing::environment_setting strict("TIRAMISU_FLOAT", "strict");
        measure_naive({});
        EXPECT_TRUE(is_known(options()));
    }
    EXPECT_FALSE(is_known(options()));
    EXPECT_TRUE(is_known(with("host", true)));
}

TEST_F(PerfKey, OfAnyNumberOrSizeOfImagesIsAnother) {
    measure_naive({});
    conv2d_options any_batch, any_size;
    any_batch.any_batch = any_size.any_size = true;
    EXPECT_TRUE(is_known(conv2d_options()));
    EXPECT_FALSE(is_known(any_batch));
    EXPECT_FALSE(is_known(any_size));
}

TEST_F(PerfKey, OfAnotherRevisionOfTheSolverDoesNotCount) {
    measure_naive({});
    const std::string here = machine::here().fingerprint();
    const std::string problem = conv2d_task{small, {}, machine::here()}.perf_key();
    std::vector<perf_record> records = db.records(here, problem);
    ASSERT_EQ(records.size(), 1u);
    EXPECT_EQ(records.front().revision, 1);
    EXPECT_TRUE(is_known(options()));
    records.front().revision = 2;
    db.store(here, problem, records);
    EXPECT_FALSE(is_known(options()));
}

/// The key that is made of the problem in one.
std::string made_again(const std::string &key, const machine &target) {
    const auto before = [&](const std::string &words) { return key.substr(0, key.find(words)); };
    if (key.compare(0, 7, "conv2d ") == 0) {
        return conv2d_task{conv2d_problem::parse(before(" src=")).completed(), {}, target}
            .perf_key();
    }
    const std::string constant = " constant_b=1";
    return gemm_task{gemm_problem::parse(before(constant)), before(constant) != key, target}
        .perf_key();
}

TEST_F(PerfKey, OfWhatIsShippedIsThatOfDefaultOptions) {
    std::ifstream file(TIRAMISU_TEST_DATA_DIR "/../../../tools/perf_db/records.tsv");
    std::string line;
    int records = 0;
    const machine zen{16, 32, 49152, 1048576, 1, true, "", "26/2/AMD EPYC/1", ""};
    while (std::getline(file, line)) {
        if (line.empty() || line.front() == '#') {
            continue;
        }
        const std::vector<std::string> fields = split(line, '\t');
        EXPECT_EQ(made_again(fields.at(1), zen) + compiled_key({}), fields.at(1));
        EXPECT_EQ(zen.fingerprint(), fields.at(0));
        records++;
    }
    EXPECT_GT(records, 50);
}

} // namespace
} // namespace tiramisu::nn
