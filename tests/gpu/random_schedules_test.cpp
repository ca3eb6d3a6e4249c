// Random programs with random loops on a GPU. What the library accepts gives the values that the
// program means, bit for bit, for every choice of parameters; and its barriers are needed.

#include <cstdlib>
#include <iostream>
#include <map>

#include "gpu/device.h"
#include "support/environment_number.h"
#include "support/exchange_case.h"
#include "support/gpu_case.h"
#include "support/kernel_barriers.h"
#include "support/random_source.h"

namespace tiramisu::oracle {
namespace {

constexpr int shards = 4;

enum class gpu_outcome { on_device, on_host, refused, unsupported, failed };

/// What came of many cases, by kind and, for those that are refused, by reason.
struct gpu_tally {
    std::map<gpu_outcome, int> counts;
    std::map<std::string, int> reasons;

    void print() {
        std::cout << "on the device " << counts[gpu_outcome::on_device] << ", without loops on it "
                  << counts[gpu_outcome::on_host] << ", refused " << counts[gpu_outcome::refused]
                  << ", unsupported " << counts[gpu_outcome::unsupported] << "\n";
        if (std::getenv("TIRAMISU_SHOW") != nullptr) {
            for (const auto &[reason, count] : reasons) {
                std::cout << count << " " << reason << "\n";
            }
        }
    }
};

/// Judges one case that `make` makes of the seed: `fault` says what is wrong with its trial, if it
/// is on the device.
template <typename Make, typename Fault>
void judge(std::uint64_t seed, gpu_tally &tally, const Make &make, const Fault &fault) {
    gpu_outcome outcome = gpu_outcome::failed;
    std::string wrong;
    try {
        const auto one = make(seed);
        try {
            const gpu_trial trial = one.trial();
            const bool is_on_device = trial.is_on_device();
            wrong = is_on_device ? fault(trial) : "";
            outcome = is_on_device ? gpu_outcome::on_device : gpu_outcome::on_host;
        } catch (const unsupported_error &error) {
            outcome = gpu_outcome::unsupported;
            ++tally.reasons[std::string(error.what()).substr(0, 200)];
        } catch (const user_error &error) {
            outcome = gpu_outcome::refused;
            ++tally.reasons[std::string(error.what()).substr(0, 200)];
        }
        wrong += wrong.empty() ? "" : "\n" + one.text();
    } catch (const user_error &error) {
        outcome = gpu_outcome::refused; // at a call
        ++tally.reasons[std::string(error.what()).substr(0, 200)];
    } catch (const std::exception &error) {
        wrong = error.what();
    }
    ++tally.counts[outcome];
    EXPECT_EQ("", wrong) << "TIRAMISU_SEED=" << seed << " TIRAMISU_CASES=1";
}

exchange_case make_exchange_case(std::uint64_t seed) {
    return exchange_case(seed);
}

class GpuSchedules : public testing::DeviceTest, public ::testing::WithParamInterface<int> {
protected:
    template <typename Make>
    void run(const random_run &asked, const Make &make) {
        gpu_tally tally;
        for (int i = GetParam(); i < asked.cases; i += shards) {
            judge(asked.seed + static_cast<std::uint64_t>(i), tally, make,
                  [](const gpu_trial &trial) { return trial.fault_on_device(); });
        }
        tally.print();
    }
};

TEST_P(GpuSchedules, KeepTheMeaningOrAreRefused) {
    run(random_run::from_environment(70000, 120), make_gpu_case);
}

/// PoCL 3.1 crashes in some of these kernels (seed 80001), in which oclgrind finds nothing wrong.
/// So they run where they are asked for, in the order TIRAMISU_EXCHANGES=1 oclgrind gpu_tests, and
/// without a device below.
TEST_P(GpuSchedules, KeepTheMeaningWhereThreadsWaitForOneAnother) {
    if (environment_number("TIRAMISU_EXCHANGES", 0) == 0) {
        GTEST_SKIP() << "PoCL crashes; TIRAMISU_EXCHANGES=1 runs them";
    }
    run(random_run::from_environment(80000, 40), make_exchange_case);
}

INSTANTIATE_TEST_SUITE_P(Shard, GpuSchedules, ::testing::Range(0, shards));

/// Without a device: the threads of a block in an order that no program may rely on, and every
/// access of theirs held against those of the others since the last barrier.
class GpuThreads : public ::testing::TestWithParam<int> {
protected:
    int barriers_ = 0, missed_ = 0;

    template <typename Make>
    void run(const random_run &asked, const Make &make) {
        run(asked, make,
            [](const gpu_trial &trial) { return trial.fault_in_model(trial.lowered()); });
    }

    template <typename Make, typename Fault>
    void run(const random_run &asked, const Make &make, const Fault &fault) {
        gpu_tally tally;
        for (int i = GetParam(); i < asked.cases; i += shards) {
            judge(asked.seed + static_cast<std::uint64_t>(i), tally, make, fault);
        }
        tally.print();
    }

    /// Counts the barriers of a trial, and those that are missed where they are taken away.
    std::string take_away(const gpu_trial &trial) {
        const lower::hir::Stmt body = trial.lowered();
        for (int k = 0; k < barrier_count(body); ++k) {
            ++barriers_;
            if (!trial.fault_in_model(without_barrier(body, k)).empty()) {
                ++missed_;
            } else if (std::getenv("TIRAMISU_SHOW") != nullptr) {
                std::cout << "barrier " << k << " is not missed in\n"
                          << trial.what.loops_text() << body;
            }
        }
        return "";
    }
};

TEST_P(GpuThreads, HaveTheBarriersThatTheyNeed) {
    run(random_run::from_environment(70000, 600), make_gpu_case);
}

TEST_P(GpuThreads, HaveTheBarriersThatTheyNeedWhereTheyExchangeValues) {
    run(random_run::from_environment(80000, 400), make_exchange_case);
}

/// A few barriers are there once too often: at the begin of a loop, though the iteration before has
/// waited since, or between what the first thread does by itself and as the only one of a loop.
TEST_P(GpuThreads, MissBarriersThatAreTakenAway) {
    run(random_run::from_environment(80000, 80), make_exchange_case,
        [&](const gpu_trial &trial) { return take_away(trial); });
    std::cout << "of " << barriers_ << " barriers " << missed_
              << " are missed where they are taken away\n";
    EXPECT_GT(barriers_, 0);
    EXPECT_GE(10 * missed_, 9 * barriers_);
}

INSTANTIATE_TEST_SUITE_P(Shard, GpuThreads, ::testing::Range(0, shards));

} // namespace
} // namespace tiramisu::oracle
