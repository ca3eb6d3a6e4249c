#include "tiramisu/generator_run.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tiramisu::tool {

namespace {

namespace fs = std::filesystem;

class temporary_folder {
public:
    temporary_folder() {
        std::string name = (fs::temp_directory_path() / "tiramisu-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) {
            throw failure("cannot make a folder " + name + ": " + std::strerror(errno));
        }
        path_ = name;
    }
    ~temporary_folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    temporary_folder(const temporary_folder &) = delete;
    temporary_folder &operator=(const temporary_folder &) = delete;

    fs::path make(const std::string &name) const {
        fs::create_directory(path_ / name);
        return path_ / name;
    }
    fs::path operator/(const std::string &name) const { return path_ / name; }

private:
    fs::path path_;
};

/// As a shell finds it, but in this folder as well.
std::string program_path(const std::string &program) {
    const bool is_here = program.find('/') == std::string::npos && fs::exists(program);
    return is_here ? "./" + program : program;
}

constexpr int cannot_run = 127;
constexpr int by_signal = 128; ///< of which the status is that much more than the number

[[noreturn]] void become(const std::string &program, const std::vector<std::string> &arguments,
                         const std::string &log) {
    const int output = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    std::vector<std::string> words = {program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char *> pointers;
    for (std::string &word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    execvp(pointers[0], pointers.data());
    _exit(cannot_run);
}

int run(const std::string &program, const std::vector<std::string> &arguments,
        const std::string &log) {
    const pid_t child = fork();
    if (child == 0) {
        become(program, arguments, log);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) < 0) {
        throw failure("cannot run " + program + ": " + std::strerror(errno));
    }
    return WIFSIGNALED(status) ? by_signal + WTERMSIG(status) : WEXITSTATUS(status);
}

/// Number with which the name of a report begins.
int number_of(const fs::path &report) {
    return std::atoi(report.filename().c_str());
}

std::string text_of(const fs::path &path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Why a program was not started, as far as that can be seen.
std::string why_not_run(const std::string &program) {
    std::error_code ignored;
    return !fs::exists(program, ignored)        ? ": there is no such program"
           : access(program.c_str(), X_OK) != 0 ? ": it may not be executed"
                                                : "";
}

} // namespace

std::string ending(int status) {
    return status > by_signal ? "ended by signal " + std::to_string(status - by_signal) + ", " +
                                    strsignal(status - by_signal)
                              : "exit status " + std::to_string(status);
}

generator_run run_generator(const std::string &program, const std::vector<std::string> &arguments,
                            const std::string &settings, const std::string &axes) {
    const std::string path = program_path(program);
    const temporary_folder folder;
    const fs::path reports = folder.make("reports"), outputs = folder.make("outputs");
    setenv("TIRAMISU_REPORT", reports.c_str(), 1);
    setenv("TIRAMISU_REPORT_SET", settings.c_str(), 1);
    setenv("TIRAMISU_REPORT_AXES", axes.c_str(), 1);
    setenv("TIRAMISU_OUTPUT_DIR", outputs.c_str(), 1);
    setenv("TIRAMISU_EMIT", "assembly,llvm_assembly", 1);
    unsetenv("TIRAMISU_FUNCTION_NAME");
    generator_run result;
    result.status = run(path, arguments, folder / "log");
    result.output = text_of(folder / "log");
    std::vector<fs::path> files;
    for (const fs::directory_entry &file : fs::directory_iterator(reports)) {
        files.push_back(file.path());
    }
    std::sort(files.begin(), files.end(), [](const fs::path &left, const fs::path &right) {
        return number_of(left) < number_of(right);
    });
    for (const fs::path &file : files) {
        result.reports.push_back(read_report(file.string()));
    }
    if (result.reports.empty()) {
        throw failure(result.status == cannot_run && result.output.empty()
                          ? "cannot run " + path + why_not_run(path)
                          : path + " generated nothing (" + ending(result.status) +
                                "); it said:\n" + result.output);
    }
    return result;
}

} // namespace tiramisu::tool
