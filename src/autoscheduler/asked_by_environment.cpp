#include <algorithm>
#include <fstream>
#include <iostream>

#include <nlohmann/json.hpp>

#include "autoscheduler/interruptible_search.h"
#include "autoscheduler/measure/call_data.h"
#include "autoscheduler/measure/tuning_log.h"
#include "autoscheduler/settings.h"
#include "codegen/function_inner_loop.h"
#include "codegen/generation_guest.h"
#include "support/environment_variable.h"
#include "tiramisu/auto_schedule.h"

// What the environment asks of programs that know nothing of searches: TIRAMISU_TUNE, a file that
// the tool `tiramisu tune` has written, TIRAMISU_TUNING_LOG, a log to take schedules from, and
// TIRAMISU_AUTOSCHEDULER.

namespace tiramisu::tune {

namespace {

using json = nlohmann::ordered_json;

/// The request of `tiramisu tune`.
json request() {
    const std::string path = support::environment_variable("TIRAMISU_TUNE");
    if (path.empty()) {
        return nullptr;
    }
    std::ifstream file(path);
    json read = json::parse(file, nullptr, false);
    if (!read.is_object()) {
        throw user_error("TIRAMISU_TUNE", "", "\"" + path + "\" is no request of tiramisu tune");
    }
    return read;
}

tuning tuning_of(const json &asked, const options &opts) {
    tuning made;
    made.trials = asked.value("trials", made.trials);
    made.seconds = asked.value("seconds", made.seconds);
    made.seed = asked.value("seed", made.seed);
    made.log = asked.value("log", made.log);
    made.resume = asked.value("resume", made.resume);
    made.transfer = asked.value("transfer", made.transfer);
    made.search = asked.value("search", made.search);
    made.model = asked.value("model", made.model);
    made.learn_from = asked.value("learn_from", made.learn_from);
    made.model_file = asked.value("model_file", made.model_file);
    made.threads = asked.value("threads", made.threads);
    made.is_terminal = asked.value("is_terminal", false);
    made.build_seconds = asked.value("build_seconds", made.build_seconds);
    made.run_seconds = asked.value("run_seconds", made.run_seconds);
    made.compiled_for = opts;
    if (asked.contains("sizes")) {
        made.sizes = asked["sizes"].get<std::map<std::string, long>>();
    }
    return made;
}

/// Of the function as it is scheduled; empty where that cannot be told.
std::string inner_loop_of(const function &what, const std::vector<buffer *> &arguments,
                          const options &opts, source_place where) {
    try {
        return lower::function_inner_loop(what, arguments, opts, where);
    } catch (const std::exception &) {
        return ""; // generating the object, which follows, tells
    }
}

/// Adds what was found to the file that the tool reads.
void tell_tool(const json &asked, const json &found) {
    std::ofstream results(asked.at("results").get<std::string>(), std::ios::app);
    results << found.dump(-1, ' ', false, json::error_handler_t::replace) << '\n';
}

/// A generator may write several functions, and a size be that of another one.
void leave_sizes_to_others(const function &what, const std::vector<std::string> &scalars,
                           tuning &search) {
    for (auto size = search.sizes.begin(); size != search.sizes.end();) {
        if (std::find(scalars.begin(), scalars.end(), size->first) != scalars.end()) {
            ++size;
            continue;
        }
        *search.progress << "tiramisu: function \"" << what.get_name() << "\": --set "
                         << size->first << "=" << size->second << ": "
                         << unknown_size_text(size->first, scalars) << std::endl;
        size = search.sizes.erase(size);
    }
}

void tune_as_asked(function &what, const std::vector<buffer *> &arguments, const options &opts,
                   const json &asked, source_place where) {
    tuning search = tuning_of(asked, opts);
    std::ofstream progress(asked.value("progress", "/dev/null"), std::ios::app);
    search.progress = &progress;
    leave_sizes_to_others(what, scalar_arguments_of(what, arguments, where), search);
    const interruptible_search interrupted(asked.value("tool", 0));
    search.stop = [&] { return interrupted.has_come(); };
    const tuning_result found = auto_schedule(what, arguments, search, where);
    json candidates = json::array();
    for (const tuned_candidate &one : found.candidates) {
        candidates.push_back({{"sketch", one.sketch},
                              {"outcome", one.outcome},
                              {"seconds", one.seconds},
                              {"reason", one.reason}});
    }
    tell_tool(asked, {{"function", what.get_name()},
                      {"table", found.text()},
                      {"text", found.best.text()},
                      {"cpp", as_cpp(found.best, what)},
                      {"outline", what.schedule_outline(where)},
                      {"inner_loop", asked.value("has_report", false)
                                         ? inner_loop_of(what, arguments, opts, where)
                                         : ""},
                      {"candidates", candidates},
                      {"json", found.best.to_json()}});
}

/// Functions that the log does not name keep their schedules: a generator may write several.
void apply_log(function &what, const std::string &log, source_place where) {
    for (const log_record &one : read_log(log, where)) {
        if (one.what.function_name() == what.get_name()) {
            apply_tuning_log(what, log, where);
            return;
        }
    }
    std::cerr << "tiramisu: the tuning log \"" << log << "\" has nothing of function \""
              << what.get_name() << "\", which keeps its schedule\n";
}

/// Does with the function what the tool asks for.
void answer(function &what, const std::vector<buffer *> &arguments, const options &opts,
            const json &asked, source_place where) {
    const std::string only = asked.value("function", ""), log = asked.value("apply", "");
    if (!only.empty() && only != what.get_name()) {
        return;
    }
    if (log.empty()) {
        tune_as_asked(what, arguments, opts, asked, where);
        return;
    }
    apply_log(what, log, where);
    const schedule now = what.get_schedule();
    tell_tool(asked,
              {{"function", what.get_name()}, {"cpp", as_cpp(now, what)}, {"json", now.to_json()}});
}

void look_at_environment(function &what, const std::vector<buffer *> &arguments,
                         const options &opts, source_place where) {
    const json asked = request();
    if (asked.is_object()) {
        answer(what, arguments, opts, asked, where);
        return;
    }
    const std::string log = support::environment_variable("TIRAMISU_TUNING_LOG");
    if (!log.empty()) {
        apply_log(what, log, where);
        return;
    }
    if (!support::environment_variable("TIRAMISU_AUTOSCHEDULER", {"ansor"}).empty()) {
        tuning predicted;
        predicted.trials = 0;
        predicted.compiled_for = opts;
        auto_schedule(what, arguments, predicted, where);
    }
}

[[maybe_unused]] const bool is_invited = [] {
    lower::invite_to_generation(look_at_environment);
    return true;
}();

} // namespace

} // namespace tiramisu::tune
