// Random programs with random loops on a GPU. What the library accepts gives the values that the
// program means, bit for bit, for every choice of parameters.

#include <iostream>
#include <map>
#include <optional>

#include "gpu/device.h"
#include "support/compiled_run.h"
#include "support/direct_run.h"
#include "support/parameter_choices.h"
#include "support/program_builder.h"
#include "support/schedule_case.h"

namespace tiramisu::oracle {
namespace {

constexpr int shards = 2;

/// Gives the loops of a computation to a GPU: some tiles, whole loops, or both kinds of loops.
class gpu_scheduler {
public:
    gpu_scheduler(random_source &random, computation &target, int number)
        : random_(random), target_(target), number_(number) {}

    std::string give() {
        const std::vector<std::string> loops = target_.get_loop_names();
        if (loops.empty()) {
            return "";
        }
        switch (random_.between(0, 3)) {
        case 0: return tags(loops);
        case 1: return blocks_of_serial_loops(loops);
        default: return tile(loops);
        }
    }

private:
    random_source &random_;
    computation &target_;
    int number_;

    std::string name(const std::string &start, std::size_t i) const {
        return start + std::to_string(number_) + std::to_string(i);
    }

    std::string tile(const std::vector<std::string> &loops) {
        const int most = static_cast<int>(std::min<std::size_t>(3, loops.size()));
        const auto count = static_cast<std::size_t>(random_.between(1, most));
        const auto first =
            static_cast<std::size_t>(random_.between(0, static_cast<int>(loops.size() - count)));
        std::vector<var> tiled, outer, inner;
        std::vector<int> sizes;
        std::string text;
        for (std::size_t i = 0; i < count; ++i) {
            tiled.emplace_back(loops[first + i]);
            outer.emplace_back(name("b", i));
            inner.emplace_back(name("t", i));
            sizes.push_back(random_.between(1, 5));
            text += loops[first + i] + " by " + std::to_string(sizes.back()) + " ";
        }
        target_.gpu_tile(tiled, sizes, outer, inner);
        return "gpu_tile " + text;
    }

    /// A split loop, whose parts need not be next to one another.
    std::string tags(const std::vector<std::string> &loops) {
        const std::string loop = random_.one_of(loops);
        const var outer(name("b", 0)), inner(name("t", 0));
        target_.split(var(loop), random_.between(1, 6), outer, inner);
        if (random_.chance(80)) {
            target_.gpu_block(outer);
        }
        target_.gpu_thread(inner);
        return "split and tag " + loop;
    }

    /// The outermost loop on blocks, the innermost on threads: what stands between is done by all
    /// threads of a block, which wait for one another.
    std::string blocks_of_serial_loops(const std::vector<std::string> &loops) {
        const var outer(name("b", 0)), inner(name("t", 0));
        target_.split(var(loops.back()), random_.between(2, 6), outer, inner);
        if (loops.size() > 1 && random_.chance(70)) {
            target_.gpu_block(var(loops.front()));
        }
        target_.gpu_thread(inner);
        return "outer and inner";
    }
};

struct gpu_case {
    schedule_case made;
    std::vector<std::string> given;
    built_program built;
};

void schedule(random_source &random, gpu_case &one) {
    int number = 0;
    for (const program_definition &definition : one.made.program.definitions) {
        for (int update = -1;
             update < static_cast<int>(definition.updates.size()) && !definition.is_input;
             ++update) {
            if (!random.chance(75)) {
                continue;
            }
            try {
                computation target = find({definition.name, update, false}, one.built);
                one.given.push_back(definition.name + "/" + std::to_string(update) + ": " +
                                    gpu_scheduler(random, target, number++).give());
            } catch (const user_error &) {
                one.given.emplace_back("(refused at the call)");
            }
        }
    }
}

/// What is wrong with what the code computes; empty if nothing is.
std::string difference(const gpu_case &one, const compiled_function &code) {
    for (const parameter_values &parameters : all_values(one.made.program)) {
        const memory before = make_arguments(one.made.program, parameters, one.made.data_seed);
        const direct_result expected = run_as_declared(one.made.program, parameters, before);
        if (!expected.is_in_declaration_order) {
            continue;
        }
        memory found = before;
        const int status = run_compiled(code, one.built.arguments, argument_names(one.made.program),
                                        parameters, found);
        if (status != 0) {
            return "returned " + std::to_string(status) + ": " + compiled_function::error_text();
        }
        const std::string wrong = first_difference(expected.data, found, one.built.arguments);
        if (!wrong.empty()) {
            return wrong;
        }
    }
    return {};
}

enum class gpu_outcome { on_device, on_host, refused, unsupported, failed };

gpu_outcome run(random_source &random, std::string &text, std::map<std::string, int> &reasons) {
    gpu_case one;
    const int commands = random.between(0, 3);
    one.made = make_random_case(random, feature_set::from_bits(0), commands).made;
    try {
        one.built = build(one.made.program);
        for (const schedule_command &command : one.made.commands) {
            apply(command, one.built);
        }
    } catch (const std::exception &error) {
        text = error.what();
        return gpu_outcome::failed;
    }
    schedule(random, one);
    try {
        const compiled_function code =
            one.built.function->compile(one.built.arguments, testing::on_device());
        text = difference(one, code);
        if (!text.empty()) {
            text += "\n" + one.made.to_cpp();
            for (const std::string &given : one.given) {
                text += given + "\n";
            }
            text += one.built.function->loops_text();
            return gpu_outcome::failed;
        }
        return one.built.function->loops_text().find("GPU") == std::string::npos
                   ? gpu_outcome::on_host
                   : gpu_outcome::on_device;
    } catch (const unsupported_error &error) {
        const std::string what = error.what();
        ++reasons[what.substr(0, 200)];
        return gpu_outcome::unsupported;
    } catch (const user_error &error) {
        const std::string what = error.what();
        ++reasons[what.substr(0, 60)];
        return gpu_outcome::refused;
    } catch (const std::exception &error) {
        text = error.what() + ("\n" + one.made.to_cpp());
        for (const std::string &given : one.given) {
            text += given + "\n";
        }
        return gpu_outcome::failed;
    }
}

class GpuSchedules : public testing::DeviceTest, public ::testing::WithParamInterface<int> {};

TEST_P(GpuSchedules, KeepTheMeaningOrAreRefused) {
    const random_run asked = random_run::from_environment(70000, 400);
    std::map<gpu_outcome, int> counts;
    std::map<std::string, int> reasons;
    for (int i = GetParam(); i < asked.cases; i += shards) {
        const std::uint64_t seed = asked.seed + static_cast<std::uint64_t>(i);
        random_source random(seed);
        std::string text;
        const gpu_outcome what = run(random, text, reasons);
        ++counts[what];
        EXPECT_NE(what, gpu_outcome::failed)
            << "TIRAMISU_SEED=" << seed << " TIRAMISU_CASES=1: " << text;
    }
    std::cout << "on the device " << counts[gpu_outcome::on_device] << ", without loops on it "
              << counts[gpu_outcome::on_host] << ", refused " << counts[gpu_outcome::refused]
              << ", unsupported " << counts[gpu_outcome::unsupported] << "\n";
    if (std::getenv("TIRAMISU_SHOW") != nullptr) {
        for (const auto &[reason, count] : reasons) {
            std::cout << count << " " << reason << "\n";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Shard, GpuSchedules, ::testing::Range(0, shards));

} // namespace
} // namespace tiramisu::oracle
