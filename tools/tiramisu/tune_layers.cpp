#include "tiramisu/tune_layers.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "nn/framework/perf_db/perf_text.h"
#include "support/input_file.h"
#include "support/noted_interrupt.h"
#include "tiramisu/generator_run.h"
#include "tiramisu/nn/nn.h"
#include "tiramisu/rule_choices.h"
#include "tiramisu/runtime.h"

namespace tiramisu::tool {

namespace {

/// A line of the list.
struct listed_layer {
    std::string text;
    int line;
};

/// Each line is read as a layer, so that a mistake is told before others take their time.
std::vector<listed_layer> layers_in(const std::string &path) {
    std::istringstream file(support::text_of_file(path));
    std::vector<listed_layer> all;
    std::string line;
    for (int number = 1; std::getline(file, line); number++) {
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first != std::string::npos && line[first] != '#') {
            line.erase(0, first);
            const source_place where = {path.c_str(), number};
            nn::kind_of(line, where).solvers(line, where);
            all.push_back({line, number});
        }
    }
    if (all.empty()) {
        throw failure(path + " lists no layer; write the text of one in each line, such as "
                             "\"conv2d ic=64 oc=64 ih=56 iw=56 kh=3 kw=3 ph=1 pw=1\"");
    }
    return all;
}

std::string database_or_users(const std::string &given) {
    std::string path = given.empty() ? nn::perf_db::user_file() : given;
    if (path.empty()) {
        throw failure("there is no database of times: the environment has neither "
                      "TIRAMISU_PERF_DB nor HOME; name one by --database");
    }
    require_database(given);
    return path;
}

/// Throws failure where times are not remembered: before the next layer takes its time for nothing.
void require_remembered(const nn::perf_db &results) {
    for (const std::string &warning : results.warnings()) {
        throw failure(warning);
    }
}

void check(const tune_layers_request &asked) {
    if (asked.threads < 0 || asked.configurations < 1 || asked.repeats < 1 ||
        !(asked.seconds >= 0)) {
        throw failure(
            "--threads and --seconds are at least 0, --configurations and --repeats are at "
            "least 1");
    }
}

nn::search_options search_of(const tune_layers_request &asked, nn::perf_db &results) {
    nn::search_options opts;
    opts.configurations = asked.configurations;
    opts.repeats = asked.repeats;
    opts.seconds = asked.seconds;
    opts.mode = asked.only_missing ? nn::find_mode::hybrid : nn::find_mode::normal;
    opts.results = &results;
    return opts;
}

/// How far a list of layers is.
class countdown {
public:
    explicit countdown(std::size_t count) : count_(count) {}

    /// "[3/25] 20 s left", when so many are done.
    std::string text(std::size_t done) const {
        const double taken =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
        const double left = taken / static_cast<double>(done) * static_cast<double>(count_ - done);
        return "[" + std::to_string(done) + "/" + std::to_string(count_) + "] " +
               std::to_string(std::lround(left)) + " s left";
    }

private:
    std::size_t count_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

} // namespace

void require_database(const std::string &path) {
    constexpr std::string_view mark = "SQLite format 3";
    std::string begin(mark.size(), '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    if (file.gcount() > 0 && begin != mark) {
        throw failure(path + " holds something else than a database of times; name another file by "
                             "--database, or remove it");
    }
}

tuned_layers tune_layers(const tune_layers_request &asked, std::ostream &progress) {
    check(asked);
    if (asked.threads > 0) {
        tiramisu_set_num_threads(asked.threads);
    }
    const std::vector<listed_layer> layers = layers_in(asked.list);
    const std::string path = database_or_users(asked.database);
    nn::perf_db results(path);
    require_remembered(results);
    const support::noted_interrupt interrupt;
    nn::search_options opts = search_of(asked, results);
    opts.stop = [&] { return interrupt.has_come(); };
    tuned_layers made;
    rule_choices choices;
    const countdown left(layers.size());
    for (std::size_t i = 0; i < layers.size() && !interrupt.has_come(); i++) {
        const listed_layer &one = layers[i];
        const source_place where = {asked.list.c_str(), one.line};
        const nn::layer_kind &kind = nn::kind_of(one.text, where);
        const std::vector<nn::find_result> ranked = kind.find(one.text, opts, where);
        const std::string best =
            ranked.empty() ? "has nothing to compute"
                           : text_of(ranked.front().record) + choices.add(kind, one.text, ranked);
        made.table += one.text + "\n    " + best + "\n";
        progress << left.text(i + 1) << "  " << one.text.substr(0, 60) << ": " << best << std::endl;
        require_remembered(results);
    }
    made.is_interrupted = interrupt.has_come();
    made.table += choices.summary();
    made.table += (made.is_interrupted ? "interrupted; " : "") + ("remembered in " + path + "\n");
    return made;
}

void export_times(const std::string &database, std::ostream &to) {
    const std::string path = database_or_users(database);
    if (!std::filesystem::exists(path)) {
        throw failure("there is no database " + path + "; tiramisu tune-layers makes one");
    }
    nn::write_text(path, to);
}

std::string merge_times(const std::string &text, const std::string &database) {
    std::istringstream file(support::text_of_file(text));
    const std::string path = database_or_users(database);
    const int count = nn::merge_text(file, text, path);
    return std::to_string(count) + " records of " + text + " are in " + path + "\n";
}

} // namespace tiramisu::tool
