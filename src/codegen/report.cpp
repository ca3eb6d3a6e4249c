#include "codegen/report.h"

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <nlohmann/json.hpp>

#include "codegen/output/object.h"
#include "core/meaning/analysis.h"
#include "core/program/public_call.h"
#include "core/report/bank_conflicts.h"
#include "core/report/overview_pictures.h"
#include "core/staging/staged_analysis.h"
#include "support/environment_variable.h"
#include "support/output_files.h"

namespace tiramisu::lower {

namespace {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;

core::overview_request asked_pictures() {
    core::overview_request asked;
    std::istringstream settings(support::environment_variable("TIRAMISU_REPORT_SET"));
    for (std::string setting; std::getline(settings, setting, ',');) {
        const std::size_t equals = setting.find('=');
        try {
            asked.parameters[setting.substr(0, equals)] = std::stoi(setting.substr(equals + 1));
        } catch (const std::logic_error &) {
            throw user_error("TIRAMISU_REPORT_SET", "",
                             "\"" + setting + "\" is not of the form name=number");
        }
    }
    const std::string axes = support::environment_variable("TIRAMISU_REPORT_AXES");
    const std::size_t comma = axes.find(',');
    if (!axes.empty() && comma == std::string::npos) {
        throw user_error("TIRAMISU_REPORT_AXES", "",
                         "\"" + axes + "\" is not of the form rows,columns");
    }
    asked.rows = axes.substr(0, comma);
    asked.columns = axes.empty() ? "" : axes.substr(comma + 1);
    return asked;
}

std::string place_text(const source_place &where) {
    return where.line == 0 ? "" : std::string(where.file) + ":" + std::to_string(where.line);
}

json refusal(const user_error &error) {
    json told = {{"text", error.what()},
                 {"subject", error.subject()},
                 {"call", error.call()},
                 {"problem", error.problem()},
                 {"place", place_text(error.where())}};
    if (const auto *illegal = dynamic_cast<const schedule_error *>(&error)) {
        const schedule_error::broken_dependence &broken = illegal->dependence();
        told["dependence"] = {{"kind", broken.kind},
                              {"buffer", broken.buffer},
                              {"source", broken.source},
                              {"sink", broken.sink},
                              {"source_instance", broken.source_instance},
                              {"sink_instance", broken.sink_instance},
                              {"loop", broken.loop},
                              {"suggestion", broken.suggestion}};
    }
    return told;
}

json pictures(function &what, const generation &call) {
    core::function_state &state = *what.state();
    return core::answer(state, {core::subject(state), "codegen", call.where}, [&] {
        const core::analysis now =
            core::with_stagings(state, core::analyse(state, call.arguments, call.where));
        json all = json::array();
        for (const core::titled_picture &one :
             core::overview_pictures(state, now, asked_pictures())) {
            all.push_back({{"title", one.title}, {"svg", one.svg}, {"problem", one.problem}});
        }
        return all;
    });
}

std::string banks(function &what, const generation &call) {
    core::function_state &state = *what.state();
    return core::answer(state, {core::subject(state), "codegen", call.where}, [&] {
        return core::bank_conflicts(
            state, core::with_stagings(state, core::analyse(state, call.arguments, call.where)));
    });
}

json files_of(const generation &call) {
    const output_plan plan = plan_outputs(call.object, call.name, call.opts);
    json files = {{"object", plan.object}, {"header", plan.headers.back()}};
    for (const auto &[type, path] : plan.extras) {
        if (type == Halide::OutputFileType::assembly) {
            files["assembly"] = path;
        } else if (type == Halide::OutputFileType::llvm_assembly) {
            files["llvm_assembly"] = path;
        }
    }
    return files;
}

/// Adds a part; where it cannot be told, why.
template <typename Tell>
void add(json &report, const char *part, Tell tell) {
    try {
        report[part] = tell();
    } catch (const std::exception &reason) {
        report[part] = nullptr;
        report["untold"][part] = reason.what();
    }
}

std::string lines_of(const std::vector<std::string> &texts) {
    std::string lines;
    for (const std::string &text : texts) {
        lines += text + '\n';
    }
    return lines;
}

/// What is told of kernels on request alone, as it takes another compilation and, for machine code,
/// NVIDIA's programs: "ptx", "sass" or "sass=sm_90", separated by commas.
void add_kernels(json &report, const function &what, const generation &call) {
    std::istringstream asked(support::environment_variable("TIRAMISU_REPORT_KERNELS"));
    for (std::string one; std::getline(asked, one, ',');) {
        const std::string kind = one.substr(0, one.find('='));
        const std::string machine = kind == one ? "" : one.substr(kind.size() + 1);
        if (one == "ptx") {
            add(report, "ptx",
                [&] { return what.ptx_text(call.arguments, call.opts, call.where); });
        } else if (kind == "sass") {
            add(report, "sass",
                [&] { return what.sass_text(call.arguments, call.opts, machine, call.where); });
        } else {
            throw user_error("TIRAMISU_REPORT_KERNELS", "",
                             "\"" + one + "\" is not of the form ptx, sass or sass=machine");
        }
    }
}

json report_of(function &what, const generation &call, const user_error *refused) {
    json report = {{"format", "tiramisu report"},
                   {"version", 1},
                   {"function", what.get_name()},
                   {"place", place_text(call.where)}};
    report["refused"] = refused == nullptr ? json(nullptr) : refusal(*refused);
    add(report, "notes", [&] { return lines_of(what.notes()); });
    add(report, "algorithm", [&] { return what.algorithm_text(); });
    add(report, "schedule", [&] { return what.schedule_text(); });
    add(report, "outline", [&] { return what.schedule_outline(call.where); });
    add(report, "dependences", [&] { return what.dependences_text(call.where); });
    add(report, "loops", [&] { return what.loops_text(call.where); });
    add(report, "banks", [&] { return banks(what, call); });
    add(report, "pictures", [&] { return pictures(what, call); });
    if (refused == nullptr) {
        add(report, "stmt", [&] { return what.stmt_text(call.arguments, call.opts, call.where); });
        add_kernels(report, what, call);
        const compile_times spent = what.last_compile_times();
        report["seconds"] = {{"proof", spent.proof},
                             {"loops", spent.loops},
                             {"statement", spent.statement},
                             {"machine_code", spent.machine_code}};
        report["files"] = files_of(call);
    }
    return report;
}

void write(const std::string &folder, const std::string &name, const json &report) {
    int number = 1;
    std::error_code failed; // writing the file tells
    for (const fs::directory_entry &known : fs::directory_iterator(folder, failed)) {
        number = std::max(number, std::atoi(known.path().filename().c_str()) + 1);
    }
    support::output_files files;
    // Names and comments of the user's may be in any encoding.
    files.write((fs::path(folder) / (std::to_string(number) + "_" + name + ".json")).string(),
                report.dump(1, ' ', false, json::error_handler_t::replace) + '\n');
    files.commit();
}

} // namespace

void run_with_report(function &what, const generation &call,
                     const std::function<void()> &generate) {
    const std::string folder = support::environment_variable("TIRAMISU_REPORT");
    if (folder.empty()) {
        generate();
        return;
    }
    std::error_code failed;
    if (!fs::is_directory(folder, failed)) {
        throw io_error(folder, "write reports to", "it is not a folder");
    }
    try {
        generate();
    } catch (const user_error &refused) {
        write(folder, what.get_name(), report_of(what, call, &refused));
        throw;
    }
    write(folder, what.get_name(), report_of(what, call, nullptr));
}

} // namespace tiramisu::lower
