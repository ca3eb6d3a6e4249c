// tiramisu: shows what a generator makes, searches for schedules, measures layers, and compiles
// networks.

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>

#include <CLI/CLI.hpp>

#include "support/noted_interrupt.h"
#include "support/written_stream.h"
#include "tiramisu/compile.h"
#include "tiramisu/doctor.h"
#include "tiramisu/error.h"
#include "tiramisu/generator_run.h"
#include "tiramisu/html.h"
#include "tiramisu/run.h"
#include "tiramisu/text.h"
#include "tiramisu/tune.h"
#include "tiramisu/tune_layers.h"

namespace {

using namespace tiramisu::tool;

/// What --sass without a machine says.
constexpr const char *machine_of_target = "target";

constexpr const char *exact_text = "No Winograd convolutions, which are less exact (about 1e-6)";
constexpr const char *density_text =
    "auto, dense or sparse: whether layers skip weights that are zero (default auto: where that is "
    "likely to be faster)";

/// The generator that a subcommand runs.
struct generator_options {
    std::string program;
    std::vector<std::string> arguments;
    std::vector<std::string> settings;
    std::string axes;

    void add_to(CLI::App &command) {
        command.add_option("generator", program, "Program that calls codegen")->required();
        command.add_option("arguments", arguments,
                           "Its arguments; those that begin with - come after --");
    }

    generator_run run(const std::string &kernels = "") const {
        return run_generator(program, arguments, {CLI::detail::join(settings, ","), axes, kernels});
    }
};

/// The generator's status, told where it failed.
int status_of(const generator_run &run) {
    if (!run.ended.is_success()) {
        std::cerr << "tiramisu: " << failure_text(run.ended) << '\n';
    }
    return run.ended.is_success() ? 0 : 1;
}

/// Says on standard error which pictures the page lacks.
void tell_missing_pictures(const std::vector<report> &reports) {
    for (const report &one : reports) {
        if (!one.no_pictures.empty()) {
            std::cerr << "tiramisu: " << one.function << " has no pictures: " << one.no_pictures
                      << '\n';
        }
        for (const picture &each : one.pictures) {
            if (each.svg.empty()) {
                std::cerr << "tiramisu: " << one.function << ": " << each.title
                          << " cannot be drawn: " << each.problem << '\n';
            }
        }
    }
}

void write_file(const std::string &path, const std::string &text) {
    const std::string temporary = path + ".tmp";
    std::ofstream file(temporary, std::ios::binary);
    file << text;
    file.close();
    if (!file || std::rename(temporary.c_str(), path.c_str()) != 0) {
        std::remove(temporary.c_str());
        throw failure("cannot write " + path);
    }
}

class tool {
public:
    tool()
        : app_("Shows what a Tiramisu generator makes, and why a schedule is refused; compiles "
               "networks.") {
        app_.require_subcommand(1);
        app_.name("tiramisu");
        app_.set_version_flag("--version", version_text());
        add_show();
        add_explain();
        add_html();
        add_tune();
        add_tune_layers();
        add_perf_db();
        add_compile();
        add_run();
        add_doctor();
    }

    int run(int argc, char **argv) {
        require_command(argc > 1 ? argv[1] : "");
        try {
            app_.parse(argc, argv);
        } catch (const CLI::ParseError &found) {
            if (found.get_exit_code() == 0) { // help or the version was asked for
                return app_.exit(found);
            }
            throw failure(std::string(found.what()) + "; " + asked_command() +
                          " --help says what it takes");
        }
        return status_;
    }

private:
    std::string asked_command() const {
        const std::vector<CLI::App *> commands = app_.get_subcommands();
        return commands.empty() ? "tiramisu" : "tiramisu " + commands.front()->get_name();
    }

    /// CLI11 says of both mistakes that a subcommand is required, and no more.
    void require_command(const std::string &first) const {
        std::vector<std::string> commands;
        for (const CLI::App *command : app_.get_subcommands({})) {
            commands.push_back(command->get_name());
        }
        if (first.rfind('-', 0) == 0 ||
            std::find(commands.begin(), commands.end(), first) != commands.end()) {
            return;
        }
        throw failure(
            (first.empty() ? "name what to do" : "there is no command \"" + first + "\"") +
            "; there are " + CLI::detail::join(commands, ", ") +
            "; tiramisu --help says what they do");
    }

    void add_show() {
        CLI::App *command = app_.add_subcommand("show", "Prints parts of what is made");
        for (const shown_part &part : shown_parts()) {
            if (part.text == &report::sass) {
                command->add_flag(std::string(part.option) + "{" + machine_of_target + "}",
                                  machine_,
                                  std::string(part.title) + "; --sass=sm_90: on this machine");
            } else {
                command->add_flag(part.option, asked_[part.option], part.title);
            }
        }
        generator_.add_to(*command);
        command->callback([this] {
            std::vector<shown_part> parts;
            for (const shown_part &part : shown_parts()) {
                if (part.text == &report::sass ? !machine_.empty() : asked_[part.option]) {
                    parts.push_back(part);
                }
            }
            if (parts.empty()) {
                throw CLI::ValidationError("show", "name at least one part, such as --loops");
            }
            const generator_run run = generator_.run(asked_kernels());
            std::cout << show(run.reports, parts);
            status_ = status_of(run);
        });
    }

    /// What has to be asked of the generator: see report_request.
    std::string asked_kernels() {
        std::vector<std::string> kinds;
        if (asked_["--ptx"]) {
            kinds.emplace_back("ptx");
        }
        if (!machine_.empty()) {
            kinds.push_back(machine_ == machine_of_target ? "sass" : "sass=" + machine_);
        }
        return CLI::detail::join(kinds, ",");
    }

    void add_explain() {
        CLI::App *command =
            app_.add_subcommand("explain", "Tells why schedules are refused and what mends them");
        generator_.add_to(*command);
        command->callback([this] { std::cout << explain(generator_.run().reports); });
    }

    void add_html() {
        CLI::App *command = app_.add_subcommand("html", "Writes one page with everything");
        generator_.add_to(*command);
        command->add_option("-o,--output", page_, "The page")->required();
        command
            ->add_option("--set", generator_.settings,
                         "name=number: value of a scalar argument in the pictures (default 8)")
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        command->add_option("--axes", generator_.axes,
                            "rows,columns: loops or iterators that the pictures are drawn along "
                            "(default: those of the first skew or tile)");
        command->callback([this] {
            const generator_run run = generator_.run();
            write_file(page_, to_html(run.reports.front().function, run.reports));
            tell_missing_pictures(run.reports);
        });
    }

    void add_tune() {
        CLI::App *command = app_.add_subcommand(
            "tune", "Searches for schedules of what a generator makes, by measuring");
        command->add_option("generator", tuned_.program, "Program that calls codegen")->required();
        command->add_option("arguments", tuned_.arguments,
                            "Its arguments; those that begin with - come after --");
        command->add_option("--trials", tuned_.trials,
                            "Schedules that are measured (default 64); 0: nothing is run");
        command->add_option("--seconds", tuned_.seconds, "Stop after so long");
        command->add_option("--build-seconds", tuned_.build_seconds,
                            "That a trial may take to build (default 30)");
        command->add_option("--run-seconds", tuned_.run_seconds,
                            "That a trial may run (default 10)");
        command->add_option("--seed", tuned_.seed, "Of random choices (default 1)");
        command->add_option("--threads", tuned_.threads, "Of parallel loops (default: as usual)");
        command->add_option("--log", tuned_.log, "File that every trial is added to");
        command->add_flag("--resume", tuned_.resume, "Goes on with what the log has");
        command
            ->add_option("--transfer", tuned_.transfer,
                         "Log of programs of other sizes, whose best schedules are tried first")
            ->allow_extra_args(false)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        command->add_option("--apply", tuned_.apply,
                            "Searches for nothing: takes the best schedules of this log");
        command->add_option("--search", tuned_.search,
                            "evolution, mcts, beam, random or exhaustive");
        command->add_option("--model", tuned_.model, "Of costs: analytic, learned or random");
        command
            ->add_option("--learn-from", tuned_.learn_from,
                         "Log that the model learned learns from before the search")
            ->allow_extra_args(false)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        command->add_option("--model-file", tuned_.model_file,
                            "Where the model learned is kept from one search to the next");
        command->add_option("--report", tuned_.report, "Page of HTML about the search");
        command->add_option("--function", tuned_.function, "Only the function of this name");
        command->add_option("--set", tuned_.settings, "name=number: value of a scalar argument")
            ->allow_extra_args(false)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        command->add_option("--print-schedule", tuned_.print_schedule, "cpp or json")
            ->check(CLI::IsMember({"cpp", "json"}));
        command->callback([this] {
            const tuned_generator made = tune(tuned_);
            std::cout << made.table;
            if (made.is_interrupted) {
                std::cerr << "tiramisu: interrupted: the best schedule so far was taken; --log and "
                             "--resume go on\n";
                status_ = tiramisu::support::noted_interrupt::status;
            }
        });
    }

    void add_tune_layers() {
        CLI::App *command = app_.add_subcommand(
            "tune-layers", "Measures the solvers of layers, which then take the fastest");
        command
            ->add_option("--list", tuned_layers_.list,
                         "File with the text of a layer in each line; # begins a comment")
            ->required();
        add_database_to(*command);
        command->add_option("--threads", tuned_layers_.threads,
                            "Of parallel loops (default: as usual)");
        command->add_option("--configurations", tuned_layers_.configurations,
                            "Tried for each solver (default 4)");
        command->add_option("--repeats", tuned_layers_.repeats,
                            "Rounds whose median counts (default 5)");
        command->add_flag("--missing", tuned_layers_.only_missing,
                          "Measure only layers that the database does not know yet");
        command->add_option("--seconds", tuned_layers_.seconds,
                            "That each layer may take (default: as long as it needs)");
        command->callback([this] {
            const tuned_layers made = tune_layers(tuned_layers_, std::cerr);
            std::cout << made.table;
            status_ = made.is_interrupted ? tiramisu::support::noted_interrupt::status : 0;
        });
    }

    void add_perf_db() {
        CLI::App *command =
            app_.add_subcommand("perf-db", "Databases of what tune-layers measured, as text");
        command->require_subcommand(1);
        CLI::App *shown =
            command->add_subcommand("export", "Prints the fastest record of each solver");
        add_database_to(*shown);
        shown->callback([this] { export_times(tuned_layers_.database, std::cout); });
        CLI::App *merged = command->add_subcommand(
            "merge", "Adds the records of a text, in the place of those of the same solver");
        merged->add_option("text", merged_, "What export printed, here or elsewhere")->required();
        add_database_to(*merged);
        merged->callback([this] { std::cout << merge_times(merged_, tuned_layers_.database); });
    }

    void add_database_to(CLI::App &command) {
        command.add_option("--database", tuned_layers_.database,
                           "File of measured times (default: TIRAMISU_PERF_DB, or "
                           "~/.cache/tiramisu/perf.sqlite)");
    }

    static void add_tuning_to(CLI::App &command, tune_network_request &to) {
        command
            .add_option("--tune", to.seconds,
                        "Seconds in which the solvers of its layers are measured; those that are "
                        "faster in the network than what the rule takes are taken")
            ->check(CLI::Range(0.0, 1e6));
        command.add_option("--database", to.database,
                           "File of measured times (default: TIRAMISU_PERF_DB, or "
                           "~/.cache/tiramisu/perf.sqlite)");
    }

    void add_compile() {
        CLI::App *command = app_.add_subcommand(
            "compile", "Writes the network of an ONNX file as an object file and a C header");
        command->add_option("model", compiled_.model, "The ONNX file")->required();
        command->add_option("-o,--output", compiled_.object,
                            "The object file; the header lies beside it (default: <name>.o)");
        command->add_option("--weights", compiled_.weights,
                            "A file that takes the weights, which programs map when they run "
                            "(default: they are part of the object)");
        command->add_option("--name", compiled_.name,
                            "Name of the C function (default: that of the ONNX file)");
        command
            ->add_option("--input", compiled_.input_shapes,
                         "x=1,3,224,224: sizes of an input where the network leaves some open")
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        command->add_flag("--exact", compiled_.exact, exact_text);
        command->add_option("--density", compiled_.density, density_text);
        command->add_option("--target", compiled_.target,
                            "Machine to compile for, such as avx2 (default: this one)");
        command->add_flag("--partial", compiled_.partial,
                          "Where not all is supported: parts that are become object files, the "
                          "others ONNX files for another runtime");
        add_tuning_to(*command, compiled_.tuning);
        command->callback([this] { std::cout << compile(compiled_, std::cerr); });
    }

    void add_run() {
        CLI::App *command = app_.add_subcommand(
            "run", "Compiles the network of an ONNX file in this process, and runs it");
        command->add_option("model", asked_run_.model, "The ONNX file")->required();
        command
            ->add_option("--input", asked_run_.inputs,
                         "x=file.npy: an input, in NumPy's format; once for each of them")
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        command->add_option("--output", asked_run_.outputs, "y=file.npy: where to write an output")
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        command
            ->add_option("--compare", asked_run_.compared,
                         "y=file.npy: what an output should be, within 1e-3 of its largest value")
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        command->add_option("--times", asked_run_.times, "Runs to time")
            ->check(CLI::Range(0, 1000000));
        command->add_flag("--exact", asked_run_.exact, exact_text);
        command->add_option("--density", asked_run_.density, density_text);
        command->add_flag("--profile", asked_run_.profiles,
                          "Tells what each step takes, the median of --times runs (default 20)");
        command->add_option("--trace", asked_run_.trace,
                            "File for the same, which chrome://tracing and Perfetto show");
        add_tuning_to(*command, asked_run_.tuning);
        command->callback([this] {
            bool fails = false;
            std::cout << tiramisu::tool::run(asked_run_, fails, std::cerr);
            status_ = fails ? 1 : 0;
        });
    }

    void add_doctor() {
        CLI::App *command = app_.add_subcommand(
            "doctor",
            "Looks at this machine: processor, versions, threads, folders, a first function");
        command->callback([this] {
            const std::vector<finding> findings = examine();
            std::cout << to_text(findings);
            status_ = has_problem(findings) ? 1 : 0;
        });
    }

    CLI::App app_;
    generator_options generator_;
    std::map<std::string, bool> asked_;
    std::string machine_; ///< whose machine code is asked for; empty: none
    std::string page_;
    compile_request compiled_;
    run_request asked_run_;
    tune_request tuned_;
    tune_layers_request tuned_layers_;
    std::string merged_;
    int status_ = 0;
};

} // namespace

int main(int argc, char **argv) {
    try {
        const int status = tool().run(argc, argv);
        tiramisu::support::require_written(std::cout, "standard output");
        return status;
    } catch (const std::exception &reason) {
        std::cerr << "tiramisu: " << reason.what() << '\n';
    }
    return 1;
}
