// Runs cases of ONNX's operator suite: onnx_suite [--compile] [--every N] FOLDER, where each folder
// inside is a case. A line for each: its name, what became of it, inputs that had to be known, and
// why, with tabs between.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>

#include "onnx_suite/suite_case.h"

namespace {

using tiramisu::testing::suite_result;

std::string word(suite_result::status is) {
    switch (is) {
    case suite_result::status::right: return "right";
    case suite_result::status::bound: return "bound";
    case suite_result::status::refused: return "refused";
    default: return "wrong";
    }
}

std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    std::replace(text.begin(), text.end(), '\t', ' ');
    return text;
}

suite_result result_of(const std::string &folder, bool compiles) {
    try {
        return run_suite_case(tiramisu::testing::read_suite_case(folder), compiles);
    } catch (const tiramisu::user_error &reason) {
        return {suite_result::status::refused, "", reason.problem()};
    } catch (const std::exception &reason) {
        return {suite_result::status::refused, "", reason.what()};
    }
}

} // namespace

int main(int count, char **words) {
    bool compiles = false;
    std::size_t every = 1;
    std::string folder;
    for (int i = 1; i < count; i++) {
        const std::string one = words[i];
        if (one == "--compile") {
            compiles = true;
        } else if (one == "--every" && i + 1 < count) {
            every = static_cast<std::size_t>(std::max(1, std::atoi(words[++i])));
        } else {
            folder = one;
        }
    }
    std::vector<std::string> cases;
    for (const auto &entry : std::filesystem::directory_iterator(folder)) {
        cases.push_back(entry.path().string());
    }
    std::sort(cases.begin(), cases.end());
    for (std::size_t i = 0; i < cases.size(); i += every) {
        const suite_result made = result_of(cases[i], compiles);
        std::cout << std::filesystem::path(cases[i]).filename().string() << '\t' << word(made.is)
                  << '\t' << made.bound << '\t' << one_line(made.text) << std::endl;
    }
    return 0;
}
