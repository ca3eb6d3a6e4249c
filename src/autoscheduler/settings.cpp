#include "autoscheduler/settings.h"

#include <algorithm>

#include "autoscheduler/measure/call_data.h"
#include "support/joined_names.h"

namespace tiramisu::tune {

namespace {

std::chrono::milliseconds milliseconds_of(double seconds) {
    constexpr double a_year = 3e7;
    return std::chrono::milliseconds(static_cast<long>(std::min(seconds, a_year) * 1000));
}

} // namespace

worker_settings settings_of(const tuning &opts) {
    worker_settings settings;
    settings.threads = opts.threads;
    settings.build_time = milliseconds_of(opts.build_seconds);
    settings.run_time = milliseconds_of(opts.run_seconds);
    settings.memory = opts.memory;
    settings.compiled_for = opts.compiled_for;
    return settings;
}

void require_sensible(const std::string &subject, const tuning &opts, source_place where) {
    const auto refuse = [&](const std::string &problem) {
        throw user_error(subject, "auto_schedule", problem, where);
    };
    if (opts.trials < 0) {
        refuse("trials is " + std::to_string(opts.trials) +
               "; it must be 0, to run nothing, or more");
    }
    if (!(opts.seconds >= 0)) {
        refuse("seconds is " + std::to_string(opts.seconds) +
               "; it must be 0, for as long as it takes, or more");
    }
    for (const auto &[name, seconds] :
         {std::pair<const char *, double>("build_seconds", opts.build_seconds),
          {"run_seconds", opts.run_seconds}}) {
        if (!(seconds > 0)) {
            refuse(std::string(name) + " is " + std::to_string(seconds) + "; it must be above 0");
        }
    }
    if (opts.threads < 0) {
        refuse("threads is " + std::to_string(opts.threads) +
               "; it must be 0, for as many as usual, or more");
    }
    if (opts.resume && opts.log.empty()) {
        refuse("resume needs the log to go on with; name it by tuning::log");
    }
    if (opts.model != "learned" && !(opts.learn_from.empty() && opts.model_file.empty())) {
        refuse("learn_from and model_file are for the model \"learned\", but the model is \"" +
               opts.model + "\"");
    }
    if (opts.trials == 0 && !opts.transfer.empty()) {
        refuse("transfer needs trials, but trials is 0; a schedule of another program is measured "
               "before it is taken, so let trials be 2 or more");
    }
}

std::string unknown_size_text(const std::string &name, const std::vector<std::string> &scalars) {
    const std::string known = support::joined(scalars);
    return "there is no scalar argument \"" + name + "\" to give a size to; the function has " +
           (known.empty() ? "none" : known);
}

void require_known_sizes(const function &what, const std::vector<buffer *> &arguments,
                         const tuning &opts, source_place where) {
    if (opts.sizes.empty()) {
        return;
    }
    const std::vector<std::string> scalars = scalar_arguments_of(what, arguments, where);
    for (const auto &[name, size] : opts.sizes) {
        if (std::find(scalars.begin(), scalars.end(), name) == scalars.end()) {
            throw user_error("function \"" + what.get_name() + "\"", "auto_schedule",
                             unknown_size_text(name, scalars), where);
        }
    }
}

} // namespace tiramisu::tune
