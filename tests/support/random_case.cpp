#include <algorithm>

#include "support/direct_run.h"
#include "support/parameter_choices.h"
#include "support/schedule_case.h"

namespace tiramisu::oracle {

namespace {

bool is_exact(const memory &data) {
    for (const auto &[name, filled] : data) {
        for (std::int64_t i = 0; i < filled.size(); ++i) {
            if (!is_exact(filled[i])) {
                return false;
            }
        }
    }
    return true;
}

/// Buffers whose elements are read before they have a value become arguments. False where numbers
/// become too large.
bool give_meaning(random_program &program, std::uint64_t data_seed) try {
    for (const parameter_values &parameters : all_values(program)) {
        const direct_result direct =
            run_as_declared(program, parameters, make_arguments(program, parameters, data_seed));
        for (const std::string &name : direct.unset) {
            program.buffer(name).role = a_output;
        }
        if (program.order.empty() && !is_exact(direct.data)) {
            return false;
        }
    }
    return true;
} catch (const meaningless &) {
    return false;
}

bool is_for_all_alike(command_kind kind) {
    return kind == command_kind::interchange || kind == command_kind::reorder ||
           kind == command_kind::tile_2d || kind == command_kind::split ||
           kind == command_kind::reverse || kind == command_kind::transform;
}

/// The command for all other statements that have its loops.
std::vector<schedule_command> alike(const schedule_command &command, const random_program &program,
                                    built_program &built) {
    std::vector<schedule_command> others;
    for (const program_definition &made : program.definitions) {
        const int last = static_cast<int>(made.updates.size()) - 1;
        for (int update = -1; update <= last && !made.is_input; ++update) {
            const int own = command.target.is_whole ? last : command.target.update;
            const stage at{made.name, update, false};
            const std::vector<std::string> loops = find(at, built).get_loop_names();
            const bool has_loops =
                std::all_of(command.loops.begin(), command.loops.end(), [&](const auto &loop) {
                    return std::find(loops.begin(), loops.end(), loop) != loops.end();
                });
            if (has_loops && !(made.name == command.target.computation && update == own)) {
                others.push_back(command);
                others.back().target = at;
            }
        }
    }
    return others;
}

/// The orders of the program, in the innermost of the loops that a command has made.
std::vector<schedule_command> orders_inside(const schedule_command &command,
                                            const random_program &program) {
    std::vector<schedule_command> orders;
    for (const program_order &given : program.order) {
        schedule_command order;
        order.kind = command_kind::after;
        order.target = {given.later, -1, true};
        order.other = {given.earlier, -1, !given.is_after_start};
        order.loops = {command.new_loops.back()};
        orders.push_back(order);
    }
    return orders;
}

} // namespace

made_case make_random_case(random_source &random, const feature_set &features, int commands,
                           int stagings, command_set from) {
    made_case result;
    do {
        result.made.program = make_random_program(random, features);
        result.made.data_seed = random.bits();
    } while (!give_meaning(result.made.program, result.made.data_seed));
    built_program built;
    try {
        built = build(result.made.program);
    } catch (const std::exception &) {
        return result; // run_case() tells what is wrong
    }
    const auto give = [&](const schedule_command &command) {
        try {
            apply(command, built);
            result.made.commands.push_back(command);
            return true;
        } catch (const user_error &) {
            ++result.commands_rejected;
        } catch (const std::exception &) {
            result.made.commands.push_back(command); // run_case() tells what is wrong
        }
        return false;
    };
    const random_program &program = result.made.program;
    int number = 0;
    const auto give_alike = [&](const schedule_command &command) {
        const auto others = alike(command, program, built);
        give(command);
        std::for_each(others.begin(), others.end(), give);
        if (!command.new_loops.empty()) {
            const auto orders = orders_inside(command, program);
            std::for_each(orders.begin(), orders.end(), give);
        }
    };
    const auto fold = [&] {
        schedule_command command;
        command.kind = command_kind::storage_fold;
        command.target = {program.fold->computation, -1, true};
        command.loops = {program.fold->dimension};
        command.numbers = {program.fold->size};
        if (!give(command)) {
            result.made.program = program.unfolded();
        }
    };
    const bool folds_first = program.fold && random.chance(50);
    if (folds_first) {
        fold();
    }
    // Statements that share loops keep them only if these change alike.
    if (!program.order.empty() && commands > 0 && random.chance(50)) {
        schedule_command command;
        do {
            command = make_random_command(random, program, built, number++, from);
        } while (!is_for_all_alike(command.kind));
        give_alike(command);
        commands = random.chance(50) ? 0 : commands / 2;
    }
    for (int i = 0; i < commands; ++i) {
        const schedule_command command =
            make_random_command(random, program, built, number++, from);
        if (is_for_all_alike(command.kind) && random.chance(30)) {
            give_alike(command);
        } else {
            give(command);
        }
    }
    if (program.fold && !folds_first) {
        fold();
    }
    for (int i = 0; i < stagings; ++i) {
        // Most are turned down: the consumer does not use the value.
        for (int attempt = 0; attempt < 12; ++attempt) {
            const std::size_t copies = built.copies.size();
            if (!give(make_random_staging(random, program, built, number++))) {
                continue;
            }
            if (built.copies.size() == copies + 1 && random.chance(35)) {
                give(make_random_layout(random, built));
            }
            break;
        }
        if (random.chance(60)) {
            give(make_random_command(random, program, built, number++, from));
        }
    }
    return result;
}

} // namespace tiramisu::oracle
