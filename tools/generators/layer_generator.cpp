#include "layer_generator.h"

#include <exception>
#include <iostream>

#include "support/environment_variable.h"

namespace tiramisu::nn {

int run_generator(const std::string &layer, const std::string &usage,
                  const std::vector<std::string> &words,
                  const std::function<void(const std::vector<std::string> &)> &generate) {
    if (words.empty() || words.front() == "--help") {
        std::cout << usage;
        return words.empty() ? 2 : 0;
    }
    try {
        generate(words);
    } catch (const std::exception &failed) {
        std::cerr << "tiramisu_" << layer << ": " << failed.what() << "\n\n" << usage;
        return 1;
    }
    return 0;
}

std::string asked_name(const std::string &otherwise) {
    const std::string asked = support::environment_variable("TIRAMISU_FUNCTION_NAME");
    return asked.empty() ? otherwise : asked;
}

void print_warnings(const perf_db &results) {
    for (const std::string &warning : results.warnings()) {
        std::cerr << "warning: " << warning << '\n';
    }
}

} // namespace tiramisu::nn
