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
    for (const tune::log_record &one : records) {
        if (one.algorithm == algorithm && one.came.is_measured() && is_better(one)) {
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

std::string as_cpp(const schedule &what) {
    std::set<std::string> loops, updates;
    for (const command &one : what.commands()) {
        for (const command_argument &argument : one.arguments) {
            if (const auto *made = std::get_if<new_loop>(&argument)) {
                loops.insert(made->name);
            } else if (const auto *several = std::get_if<std::vector<new_loop>>(&argument)) {
                for (const new_loop &each : *several) {
                    loops.insert(each.name);
                }
            } else if (const auto *other = std::get_if<computation_reference>(&argument)) {
                updates.insert(other->id);
            }
        }
        updates.insert(one.computation);
    }
    std::string text;
    for (const std::string &loop : loops) {
        text += (text.empty() ? "var " : ", ") + loop + "(\"" + loop + "\")";
    }
    text += text.empty() ? "" : ";\n";
    for (const std::string &id : updates) {
        const std::size_t at = id.rfind("_update_");
        if (at == std::string::npos) {
            continue;
        }
        const std::string number = id.substr(at + std::string("_update_").size());
        text += "computation " + id + " = " + id.substr(0, at) + ".update(" +
                std::to_string(std::atoi(number.c_str()) - 1) + ");\n";
    }
    return text + what.text();
}

} // namespace tiramisu
