#include "support/gpu_case.h"

#include <algorithm>

#include "support/direct_run.h"

namespace tiramisu::oracle {

namespace {

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

} // namespace

std::string gpu_case::text() const {
    std::string all = made.to_cpp();
    for (const std::string &one : given) {
        all += one + "\n";
    }
    return all + built.function->loops_text();
}

gpu_trial gpu_case::trial() const {
    gpu_trial one{*built.function, built.arguments, argument_names(made.program), {}};
    for (const parameter_values &parameters : all_values(made.program)) {
        const memory before = make_arguments(made.program, parameters, made.data_seed);
        direct_result expected = run_as_declared(made.program, parameters, before);
        if (expected.is_in_declaration_order) {
            one.calls.push_back({parameters, before, std::move(expected.data)});
        }
    }
    return one;
}

gpu_case make_gpu_case(std::uint64_t seed) {
    random_source random(seed);
    gpu_case one;
    const int commands = random.between(0, 3);
    one.made = make_random_case(random, feature_set::from_bits(0), commands).made;
    one.built = build(one.made.program);
    for (const schedule_command &command : one.made.commands) {
        apply(command, one.built);
    }
    schedule(random, one);
    return one;
}

} // namespace tiramisu::oracle
