#include "support/subprocess.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <spawn.h>
#include <unistd.h>

#include "support/captured_output.h"
#include "support/running_child.h"
#include "tiramisu/error.h"

namespace tiramisu::support {

namespace {

using std::chrono::milliseconds;
namespace fs = std::filesystem;

/// What posix_spawn() wants, freed with this object.
class spawn_plan {
public:
    spawn_plan() {
        posix_spawn_file_actions_init(&files_);
        posix_spawnattr_init(&attributes_);
    }
    spawn_plan(const spawn_plan &) = delete;
    spawn_plan &operator=(const spawn_plan &) = delete;
    ~spawn_plan() {
        posix_spawn_file_actions_destroy(&files_);
        posix_spawnattr_destroy(&attributes_);
    }

    void move_to(const std::string &folder) {
        posix_spawn_file_actions_addchdir_np(&files_, folder.c_str());
    }
    void connect(int stream, const open_file &file) {
        posix_spawn_file_actions_adddup2(&files_, file.number(), stream);
    }
    void close_others() { posix_spawn_file_actions_addclosefrom_np(&files_, STDERR_FILENO + 1); }

    void set_signals_and_group(bool own_group) {
        sigset_t none, reset;
        sigemptyset(&none);
        sigemptyset(&reset);
        sigaddset(&reset, SIGPIPE);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setsigdefault(&attributes_, &reset);
        posix_spawnattr_setpgroup(&attributes_, 0);
        posix_spawnattr_setflags(&attributes_,
                                 static_cast<short>(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                                    (own_group ? POSIX_SPAWN_SETPGROUP : 0)));
    }

    /// The error's number, 0 if there is none.
    int start(pid_t &child, const std::string &program, char *const *words,
              char *const *environment) const {
        return posix_spawnp(&child, program.c_str(), &files_, &attributes_, words, environment);
    }

private:
    posix_spawn_file_actions_t files_;
    posix_spawnattr_t attributes_;
};

/// Null-terminated, as C's functions take them; as long as the words live.
std::vector<char *> pointers_to(std::vector<std::string> &words) {
    std::vector<char *> pointers;
    for (std::string &word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

std::vector<std::string>
environment_with(const std::map<std::string, std::optional<std::string>> &changes) {
    std::vector<std::string> all;
    for (char **one = environ; *one != nullptr; ++one) {
        const std::string variable = *one;
        if (changes.count(variable.substr(0, variable.find('='))) == 0) {
            all.push_back(variable);
        }
    }
    for (const auto &[name, value] : changes) {
        if (value) {
            all.push_back(name + "=" + *value);
        }
    }
    return all;
}

std::string found_from_anywhere(const std::string &program) {
    return program.find('/') == std::string::npos ? program : fs::absolute(program).string();
}

[[noreturn]] void refuse(const std::string &program, const std::string &reason) {
    throw io_error(program, "run", reason);
}

void require_startable(const process_request &what) {
    if (what.words.empty() || what.words.front().empty()) {
        refuse("", "no program is named");
    }
    if (!what.folder.empty() && !fs::is_directory(what.folder)) {
        refuse(what.words.front(), "the folder \"" + what.folder + "\" it is to run in is none");
    }
}

/// Standard output and standard error of a child.
struct captured_streams {
    open_file output = file_in_memory(), errors = file_in_memory();

    void read_into(process_end &end) const {
        end.output = text_of(output);
        end.errors = text_of(errors);
    }
};

std::string milliseconds_text(milliseconds time) {
    return std::to_string(time.count()) + " ms";
}

std::string megabytes_text(std::size_t bytes) {
    return std::to_string(bytes / 1000000) + " MB";
}

int status_of(const std::function<int()> &work) {
    try {
        return work();
    } catch (const std::exception &thrown) {
        std::fprintf(stderr, "%s\n", thrown.what());
    } catch (...) {
        std::fprintf(stderr, "an exception of unknown type\n");
    }
    return 1;
}

} // namespace

std::string process_end::text() const {
    switch (why) {
    case kind::exited: return "exit status " + std::to_string(number);
    case kind::signalled:
        return "ended by signal " + std::to_string(number) + ", " + strsignal(number);
    case kind::out_of_time:
        return "stopped after " + milliseconds_text(*limits.time) + ", its limit";
    case kind::out_of_memory:
        return "stopped with more than " + megabytes_text(*limits.memory) + " of memory, its limit";
    }
    return "";
}

process_end run_process(const process_request &what) {
    require_startable(what);
    const captured_streams streams;
    const open_file input = what.input ? file_of(*what.input) : open_file(-1);
    spawn_plan plan;
    if (what.input) {
        plan.connect(STDIN_FILENO, input);
    }
    plan.connect(STDOUT_FILENO, streams.output);
    plan.connect(STDERR_FILENO, what.has_errors_in_output ? streams.output : streams.errors);
    plan.close_others();
    if (!what.folder.empty()) {
        plan.move_to(what.folder);
    }
    plan.set_signals_and_group(what.limits.any());
    std::vector<std::string> words = what.words, variables = environment_with(what.environment);
    pid_t process = 0;
    const int problem = plan.start(process, found_from_anywhere(words.front()),
                                   pointers_to(words).data(), pointers_to(variables).data());
    if (problem != 0) {
        refuse(words.front(), std::strerror(problem));
    }
    process_end end = running_child(process, what.limits).end();
    streams.read_into(end);
    return end;
}

process_end run_forked(const std::function<int()> &work, const process_limits &limits) {
    const captured_streams streams;
    std::fflush(nullptr); // what is not written yet is for this process to write
    const pid_t process = fork();
    if (process < 0) {
        refuse("a copy of this process", std::strerror(errno));
    }
    if (process == 0) {
        if (limits.any()) {
            setpgid(0, 0);
        }
        dup2(streams.output.number(), STDOUT_FILENO);
        dup2(streams.errors.number(), STDERR_FILENO);
        const int status = status_of(work);
        std::fflush(nullptr);
        _exit(status);
    }
    if (limits.any()) {
        setpgid(process, process); // also here: whoever is first, it is done before a limit
    }
    process_end end = running_child(process, limits).end();
    streams.read_into(end);
    return end;
}

} // namespace tiramisu::support
