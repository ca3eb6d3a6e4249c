// tiramisu_perf_db: what the performance database that is installed with Tiramisu is made with.
#include <algorithm>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "conv2d_words.h"
#include "layer_words.h"
#include "nn/framework/files/header_text.h"
#include "nn/framework/perf_db/perf_text.h"
#include "tiramisu/nn/nn.h"

namespace {

using namespace tiramisu;
using namespace tiramisu::nn;

constexpr const char *usage =
    "tiramisu_perf_db measure PROBLEMS DATABASE   find() of each line of a file, as conv2d ... or\n"
    "                                             gemm ...; remembers what it found\n"
    "tiramisu_perf_db text DATABASE               prints the fastest record of each solver, a line "
    "each\n"
    "tiramisu_perf_db pack RECORDS DATABASE       makes a database of such lines\n";

std::ifstream opened(const std::string &path) {
    std::ifstream file(path);
    if (!file) {
        throw io_error(path, "open", "the file cannot be read");
    }
    return file;
}

std::vector<std::string> words_of(const std::string &line) {
    std::istringstream text(line);
    return {std::istream_iterator<std::string>(text), {}};
}

std::vector<find_result> found(const std::vector<std::string> &words, perf_db &results) {
    const std::vector<std::string> keys(words.begin() + 1, words.end());
    const layer_words read(words.front(), {"layout", "src", "dst", "constant_b"}, keys);
    find_options opts;
    opts.results = &results;
    if (words.front() == "conv2d") {
        opts.layouts = asked_layouts(read);
        const conv2d_problem problem = conv2d_problem::parse(read.problem(), {});
        require_some(problem.text(), "mb", problem.mb, {});
        return find(problem, opts);
    }
    return find(gemm_problem::parse(read.problem()), opts, read.value("constant_b", "0") == "1");
}

void measure(const std::string &problems, const std::string &database) {
    std::ifstream file = opened(problems);
    perf_db results(database);
    std::string line;
    while (std::getline(file, line)) {
        const std::vector<std::string> words = words_of(line);
        if (words.empty() || words.front().front() == '#') {
            continue;
        }
        const find_result best = found(words, results).front();
        std::cout << line << "\n    " << best.record.solver << " " << best.record.configuration
                  << ": " << best.record.milliseconds << " ms" << std::endl;
    }
    for (const std::string &warning : results.warnings()) {
        throw io_error(database, "write", warning);
    }
}

void pack(const std::string &records, const std::string &database) {
    std::ifstream file = opened(records);
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
    } catch (const std::exception &failed) {
        std::cerr << "tiramisu_perf_db: " << failed.what() << '\n';
        return 1;
    }
    return 0;
}
