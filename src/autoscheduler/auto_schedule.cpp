#include "tiramisu/auto_schedule.h"

#include <algorithm>
#include <set>

#include "autoscheduler/measure/worker.h"
#include "autoscheduler/session.h"
#include "autoscheduler/settings.h"
#include "core/meaning/argument_guess.h"
#include "core/program/state.h"

namespace tiramisu {

namespace {

tuning_result search(function &what, const std::vector<buffer *> &arguments, const tuning &opts,
                     source_place where) {
    const tune::machine target = tune::machine::here(opts.threads);
    tune::tuning_session session(what, arguments, opts, target, where);
    if (opts.trials == 0) {
        return session.predict();
    }
    tune::call_data data(what, arguments, opts.arguments, opts.sizes, opts.seed, where);
    tune::worker by(what, arguments, data, session.view().base, tune::settings_of(opts));
    const tune::trial plain = by.measure_plain();
    if (!plain.is_measured()) {
        throw user_error("function \"" + what.get_name() + "\"", "auto_schedule",
                         "the program as it is declared cannot be measured (" +
                             tune::to_string(plain.what) + "): " + plain.problem,
                         where);
    }
    return session.measure(by, plain.seconds);
}

/// What C++ calls the parts of computations. One that has updates stands for the last of them.
class schedule_names {
public:
    explicit schedule_names(const core::function_state &of) : of_(of) {}

    /// Adds its declaration to `declared`, where it needs one.
    std::string variable_of(const std::string &id, std::set<std::string> &declared) const {
        const std::string mark = "_update_";
        const std::size_t at = id.rfind(mark);
        if (at != std::string::npos) {
            const int number = std::atoi(id.substr(at + mark.size()).c_str());
            declared.insert(
                declaration(id, id.substr(0, at) + ".update(" + std::to_string(number - 1) + ")"));
            return id;
        }
        if (of_.find_definition(id + mark + "1") == nullptr) {
            return id;
        }
        declared.insert(declaration(id + "_init", id + ".init()"));
        return id + "_init";
    }

private:
    const core::function_state &of_;

    static std::string declaration(const std::string &name, const std::string &value) {
        return "computation " + name + " = " + value + ";\n";
    }
};

/// The values of a function's scalar arguments that the last record of it was measured with.
const std::map<std::string, long> *last_sizes(const std::vector<tune::log_record> &records,
                                              const std::string &algorithm) {
    const std::map<std::string, long> *sizes = nullptr;
    for (const tune::log_record &one : records) {
        if (one.algorithm == algorithm && one.came.is_measured()) {
            sizes = &one.scalars;
        }
    }
    return sizes;
}

} // namespace

tuning_result auto_schedule(function &what, const std::vector<buffer *> &arguments,
                            const tuning &opts, source_place where) {
    tune::require_sensible("function \"" + what.get_name() + "\"", opts, where);
    tune::require_known_sizes(what, arguments, opts, where);
    tuning_result found = search(what, arguments, opts, where);
    what.set_schedule(found.best, where);
    return found;
}

tuning_result auto_schedule(function &what, const tuning &opts, source_place where) {
    return auto_schedule(what, core::guess_arguments(*what.state()), opts, where);
}

double apply_tuning_log(function &what, const std::string &log, source_place where) {
    const std::string algorithm = tune::key_of(what.algorithm_text()),
                      machine = tune::machine::here().text();
    const tune::log_record *best = nullptr;
    const std::vector<tune::log_record> records = tune::read_log(log, where);
    const auto is_better = [&](const tune::log_record &one) {
        if (best == nullptr || (one.machine == machine) != (best->machine == machine)) {
            return best == nullptr || one.machine == machine;
        }
        return one.came.seconds < best->came.seconds;
    };
    const std::map<std::string, long> *const sizes = last_sizes(records, algorithm);
    for (const tune::log_record &one : records) {
        if (one.algorithm == algorithm && one.came.is_measured() && one.scalars == *sizes &&
            is_better(one)) {
            best = &one;
        }
    }
    if (best == nullptr) {
        throw user_error("tuning log \"" + log + "\"", "",
                         "has no schedule that was measured for the algorithm of function \"" +
                             what.get_name() + "\" as it is now; tune it again",
                         where);
    }
    what.set_schedule(best->what.of(what.get_name()), where);
    return best->came.seconds;
}

std::string as_cpp(const schedule &what, const function &of) {
    const schedule_names names(*of.state());
    std::set<std::string> loops, parts;
    std::vector<command> commands = what.commands();
    for (command &one : commands) {
        one.computation = names.variable_of(one.computation, parts);
        for (command_argument &argument : one.arguments) {
            if (const auto *made = std::get_if<new_loop>(&argument)) {
                loops.insert(made->name);
            } else if (const auto *several = std::get_if<std::vector<new_loop>>(&argument)) {
                for (const new_loop &each : *several) {
                    loops.insert(each.name);
                }
            } else if (auto *other = std::get_if<computation_reference>(&argument)) {
                other->id = names.variable_of(other->id, parts);
            }
        }
    }
    std::string text;
    for (const std::string &loop : loops) {
        text += (text.empty() ? "var " : ", ") + loop + "(\"" + loop + "\")";
    }
    text += text.empty() ? "" : ";\n";
    for (const std::string &part : parts) {
        text += part;
    }
    return text + schedule(what.function_name(), std::move(commands)).text();
}

} // namespace tiramisu
