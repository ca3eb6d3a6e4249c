// tiramisu_perf_db: what the performance database that is installed with Tiramisu is made with.
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "nn/framework/perf_db/perf_text.h"
#include "support/input_file.h"
#include "support/written_stream.h"
#include "tiramisu/nn/nn.h"

namespace {

using namespace tiramisu;
using namespace tiramisu::nn;

constexpr const char *usage =
    "tiramisu_perf_db measure PROBLEMS DATABASE   find() of each line of a file, the text of a\n"
    "                                             layer; remembers what it found\n"
    "tiramisu_perf_db text DATABASE               prints the fastest record of each solver, a line "
    "each\n"
    "tiramisu_perf_db pack RECORDS DATABASE       makes a database of such lines\n";

/// The fastest solver of the layer that a line's text says.
perf_record fastest(const std::string &text, perf_db &results, source_place where) {
    search_options opts;
    opts.seconds = 0;
    opts.results = &results;
    const std::vector<find_result> ranked = kind_of(text, where).find(text, opts, where);
    if (ranked.empty()) {
        throw user_error("layer \"" + text + "\"", "find",
                         "has nothing to compute, so there is nothing to measure; leave it out",
                         where);
    }
    return ranked.front().record;
}

void measure(const std::string &problems, const std::string &database) {
    std::istringstream file(support::text_of_file(problems));
    perf_db results(database);
    std::string line;
    for (int number = 1; std::getline(file, line); number++) {
        if (line.empty() || line.front() == '#') {
            continue;
        }
        const perf_record best = fastest(line, results, {problems.c_str(), number});
        std::cout << line << "\n    " << best.solver << " " << best.configuration << ": "
                  << best.milliseconds << " ms" << std::endl;
    }
    for (const std::string &warning : results.warnings()) {
        throw io_error(database, "write", warning);
    }
}

void pack(const std::string &records, const std::string &database) {
    std::istringstream file(support::text_of_file(records));
    read_text(file, records, database);
}

/// False where the words are no command.
bool run(const std::vector<std::string> &words) {
    if (words.size() == 3 && words[0] == "measure") {
        measure(words[1], words[2]);
    } else if (words.size() == 3 && words[0] == "pack") {
        pack(words[1], words[2]);
    } else if (words.size() == 2 && words[0] == "text") {
        write_text(words[1], std::cout);
    } else {
        return false;
    }
    return true;
}

} // namespace

int main(int argc, char **argv) {
    try {
        if (!run({argv + 1, argv + argc})) {
            std::cerr << usage;
            return 2;
        }
        support::require_written(std::cout, "standard output");
    } catch (const std::exception &failed) {
        std::cerr << "tiramisu_perf_db: " << failed.what() << '\n';
        return 1;
    }
    return 0;
}
