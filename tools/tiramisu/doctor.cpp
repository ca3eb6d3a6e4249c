#include "tiramisu/doctor.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <thread>

#include <unistd.h>

#include "nn/framework/program/machine.h"
#include "tiramisu/nn/perf_db.h"
#include "tiramisu/runtime.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::tool {

namespace {

namespace fs = std::filesystem;

finding versions() {
    const std::string here = TIRAMISU_TOOL_VERSION, library = tiramisu_version();
    return {"versions", version_text(),
            here == library ? ""
                            : "the library that was loaded is " + library +
                                  ": put the folder of the right one first in LD_LIBRARY_PATH"};
}

finding processor() {
    std::ifstream table("/proc/cpuinfo");
    std::string name;
    for (std::string line; name.empty() && std::getline(table, line);) {
        if (line.rfind("model name", 0) == 0 && line.find(": ") != std::string::npos) {
            name = line.substr(line.find(": ") + 2);
        }
    }
    return {"processor",
            (name.empty() ? "of unknown name" : name) + ", " +
                std::to_string(std::thread::hardware_concurrency()) + " threads",
            ""};
}

finding features() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    std::string all;
    const auto add = [&](const char *name, int is_there) {
        all += is_there != 0 ? std::string(all.empty() ? "" : " ") + name : "";
    };
    add("sse4.1", __builtin_cpu_supports("sse4.1"));
    add("avx", __builtin_cpu_supports("avx"));
    add("avx2", __builtin_cpu_supports("avx2"));
    add("fma", __builtin_cpu_supports("fma"));
    add("avx512f", __builtin_cpu_supports("avx512f"));
    add("avx512bw", __builtin_cpu_supports("avx512bw"));
    add("avx512vl", __builtin_cpu_supports("avx512vl"));
    return {"features", all.empty() ? "none beyond those of every x86-64" : all, ""};
#else
    return {"features", "not told: this is no x86-64", ""};
#endif
}

finding caches() {
    const nn::machine here = nn::machine::here();
    return {"caches",
            "of a core " + std::to_string(here.l1_bytes / 1024) + " KiB and " +
                std::to_string(here.l2_bytes / 1024) + " KiB; vectors of " +
                std::to_string(here.lanes) + " floats",
            ""};
}

finding threads() {
    const char *asked = std::getenv("OMP_NUM_THREADS");
    return {"threads",
            std::to_string(tiramisu_get_num_threads()) + " in parallel loops, on " +
                TIRAMISU_TOOL_PARALLEL + "; OMP_NUM_THREADS is " +
                (asked == nullptr ? "not set" : asked),
            ""};
}

/// Whether a file can be made in the folder or, where that is not there, in the one it would be
/// made in.
finding writing(const std::string &what, fs::path folder, const std::string &to_mend) {
    std::error_code ignored;
    const std::string asked = folder.string();
    while (!fs::exists(folder, ignored) && folder.has_relative_path()) {
        folder = folder.parent_path();
    }
    const fs::path file = folder / (".tiramisu_doctor." + std::to_string(getpid()));
    const bool is_written = static_cast<bool>(std::ofstream(file) << "written");
    const std::string why = std::strerror(errno);
    fs::remove(file, ignored);
    return {what, asked,
            is_written ? "" : folder.string() + " cannot be written: " + why + "; " + to_mend};
}

finding measured_times() {
    const std::string file = nn::perf_db::user_file(), shipped = nn::perf_db::shipped_file();
    finding result = {"measured times", "", "there is no place for them: set TIRAMISU_PERF_DB"};
    if (!file.empty()) {
        result = writing("measured times", fs::absolute(file).parent_path(),
                         "set TIRAMISU_PERF_DB to a file elsewhere");
        result.found = file;
    }
    result.found += shipped.empty() ? "; none are installed" : "; installed: " + shipped;
    return result;
}

/// out(i) = 2 i, in parallel and in vectors, compiled into this process.
finding code() {
    constexpr int size = 1024;
    const auto begin = std::chrono::steady_clock::now();
    try {
        init("tiramisu_doctor");
        const var i("i", 0, size);
        computation out("out", {i}, 2 * cast(p_int32, i));
        buffer memory("memory", {size}, p_int32, a_output);
        out.store_in(&memory);
        out.split(i, 64, var("block"), var("element")).vectorize(var("element"), 8);
        out.parallelize(var("block"));
        const compiled_function compiled =
            global::get_implicit_function()->compile({&memory}, options());
        const std::chrono::duration<double, std::milli> took =
            std::chrono::steady_clock::now() - begin;
        std::vector<std::int32_t> values(size, -1);
        const int error = compiled({{values.data(), {size}}});
        std::ostringstream text;
        text << "a function was compiled in " << std::llround(took.count()) << " ms, and run";
        bool is_right = error == 0;
        for (int k = 0; k < size; k++) {
            is_right &= values[static_cast<std::size_t>(k)] == 2 * k;
        }
        return {"code", text.str(),
                is_right ? "" : "it computed a wrong value: please report this"};
    } catch (const std::exception &failed) {
        return {"code", "a function was not compiled", failed.what()};
    }
}

} // namespace

std::string version_text() {
    return "tiramisu " TIRAMISU_TOOL_VERSION ", Halide " TIRAMISU_TOOL_HALIDE
           ", isl " TIRAMISU_TOOL_ISL;
}

std::vector<finding> examine() {
    std::error_code ignored;
    return {versions(),
            processor(),
            features(),
            caches(),
            threads(),
            writing("this folder", fs::current_path(ignored),
                    "generators write into the folder that they run in, or TIRAMISU_OUTPUT_DIR"),
            writing("temporary files", fs::temp_directory_path(ignored),
                    "set TMPDIR to a folder that can"),
            measured_times(),
            code()};
}

bool has_problem(const std::vector<finding> &findings) {
    return std::any_of(findings.begin(), findings.end(),
                       [](const finding &one) { return !one.problem.empty(); });
}

std::string to_text(const std::vector<finding> &findings) {
    std::ostringstream text;
    int problems = 0;
    for (const finding &one : findings) {
        text << std::left << std::setw(17) << one.what << one.found << '\n';
        if (!one.problem.empty()) {
            text << std::setw(17) << ""
                 << "PROBLEM: " << one.problem << '\n';
            problems++;
        }
    }
    text << (problems == 0   ? "nothing is wrong"
             : problems == 1 ? "1 problem"
                             : std::to_string(problems) + " problems")
         << '\n';
    return text.str();
}

} // namespace tiramisu::tool
