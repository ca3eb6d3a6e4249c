#include "tiramisu/tune.h"

#include <cmath>
#include <fstream>
#include <iostream>

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "support/noted_interrupt.h"
#include "support/scratch_folder.h"
#include "support/subprocess.h"
#include "support/writable_file.h"
#include "tiramisu/error.h"
#include "tiramisu/generator_run.h"
#include "tiramisu/program_path.h"
#include "tiramisu/report.h"
#include "tiramisu/tune_report.h"

namespace tiramisu::tool {

namespace {

using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

std::map<std::string, long> sizes_of(const std::vector<std::string> &settings) {
    std::map<std::string, long> sizes;
    for (const std::string &setting : settings) {
        const std::size_t equals = setting.find('=');
        std::size_t read = 0;
        try {
            const std::string number = setting.substr(equals + 1);
            sizes[setting.substr(0, equals)] = std::stol(number, &read);
            read = read == number.size() ? 1 : 0;
        } catch (const std::logic_error &) {
            read = 0;
        }
        if (equals == std::string::npos || equals == 0 || read == 0) {
            throw failure("--set " + setting + " is not of the form name=number, a whole number");
        }
    }
    return sizes;
}

json absolute(const std::vector<std::string> &paths) {
    json all = json::array();
    for (const std::string &path : paths) {
        all.push_back(fs::absolute(path).string());
    }
    return all;
}

json request_of(const tune_request &asked, const fs::path &results) {
    json told = {{"trials", asked.trials},
                 {"seconds", asked.seconds},
                 {"build_seconds", asked.build_seconds},
                 {"run_seconds", asked.run_seconds},
                 {"has_report", !asked.report.empty()},
                 {"tool", getpid()},
                 {"seed", asked.seed},
                 {"threads", asked.threads},
                 {"resume", asked.resume},
                 {"search", asked.search},
                 {"model", asked.model},
                 {"function", asked.function},
                 {"sizes", sizes_of(asked.settings)}};
    told["log"] = asked.log.empty() ? "" : fs::absolute(asked.log).string();
    told["transfer"] = absolute(asked.transfer);
    told["learn_from"] = absolute(asked.learn_from);
    told["model_file"] = asked.model_file.empty() ? "" : fs::absolute(asked.model_file).string();
    told["apply"] = asked.apply.empty() ? "" : fs::absolute(asked.apply).string();
    told["results"] = results.string();
    // What the generator writes to its standard error is read when it has ended.
    told["progress"] = "/proc/" + std::to_string(getpid()) + "/fd/2";
    told["is_terminal"] = isatty(STDERR_FILENO) == 1;
    return told;
}

void write(const fs::path &path, const std::string &text) {
    std::ofstream file(path);
    file << text;
    if (!file.flush()) {
        throw failure("cannot write " + path.string());
    }
}

tuned_report report_of(const json &found) {
    tuned_report made{found.at("function").get<std::string>(), found.at("table").get<std::string>(),
                      found.at("outline").get<std::string>(),  found.at("cpp").get<std::string>(),
                      found.value("inner_loop", ""),           {}};
    for (const json &one : found.at("candidates")) {
        made.candidates.push_back(
            {one.at("sketch").get<std::string>(), one.at("outcome").get<std::string>(),
             one.at("seconds").get<double>(), one.at("reason").get<std::string>()});
    }
    return made;
}

/// A line a function that was tuned.
std::vector<tuned_report> reports_of(const fs::path &results) {
    std::ifstream file(results);
    std::vector<tuned_report> all;
    for (std::string line; std::getline(file, line);) {
        all.push_back(report_of(json::parse(line)));
    }
    return all;
}

std::string results_text(const fs::path &results, const std::string &print_schedule) {
    std::ifstream file(results);
    std::string text;
    for (std::string line; std::getline(file, line);) {
        const json found = json::parse(line);
        for (const std::string &part : {std::string("table"), print_schedule}) {
            if (found.contains(part)) {
                text += (text.empty() ? "" : "\n") + found[part].get<std::string>();
            }
        }
    }
    return text;
}

} // namespace

tuned_generator tune(const tune_request &asked) {
    if (asked.resume && asked.log.empty()) {
        throw failure("--resume needs the log to go on with; name it by --log");
    }
    if (!(asked.seconds >= 0 && std::isfinite(asked.seconds))) {
        throw failure("--seconds are at least 0; 0 is no limit");
    }
    for (const double limit : {asked.build_seconds, asked.run_seconds}) {
        if (!(limit > 0 && std::isfinite(limit))) {
            throw failure("--build-seconds and --run-seconds are above 0");
        }
    }
    if (!asked.report.empty()) {
        support::require_writable(asked.report); // before the search takes its time for nothing
    }
    if (!asked.report.empty() && !asked.apply.empty()) {
        throw failure("--report tells of a search, but --apply searches for nothing");
    }
    const support::scratch_folder folder;
    const fs::path request = folder.path() / "request", results = folder.path() / "results";
    support::process_request run;
    run.words = asked.arguments;
    run.words.insert(run.words.begin(), program_path(asked.program));
    run.has_errors_in_output = true;
    write(request, request_of(asked, results).dump());
    run.environment["TIRAMISU_TUNE"] = request.string();
    support::process_end ended;
    // The generator, to which it comes as well, ends its search.
    const support::noted_interrupt interrupt;
    try {
        ended = support::run_process(run);
    } catch (const io_error &refused) {
        throw failure(refused.what());
    }
    if (!ended.is_success()) {
        throw failure(failure_text(ended));
    }
    // Progress was appended to standard error by a path. Where that is the file that standard
    // output goes to, what is printed now would begin at the place that this process knows of.
    lseek(STDOUT_FILENO, 0, SEEK_END);
    const std::string text = results_text(results, asked.print_schedule);
    if (asked.apply.empty() && text.empty()) {
        throw failure(asked.program + " generated nothing" +
                      (asked.function.empty() ? "" : " called " + asked.function) + "; it said:\n" +
                      ended.output);
    }
    if (!asked.report.empty()) {
        write(asked.report, tune_report_page(reports_of(results)));
    }
    return {ended.output + text, interrupt.has_come()};
}

} // namespace tiramisu::tool
