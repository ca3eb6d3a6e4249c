#include "support/emulated_calls.h"

#include <algorithm>
#include <fstream>
#include <set>

#include "support/subprocess.h"
#include "tiramisu/error.h"

namespace tiramisu::testing {

namespace {

const std::string compiler = TIRAMISU_ARM_COMPILER, runtime = TIRAMISU_ARM_RUNTIME,
                  emulator = TIRAMISU_ARM_EMULATOR, libraries = "/usr/aarch64-linux-gnu";

support::process_end run_program(const std::vector<std::string> &words) {
    support::process_request what;
    what.words = words;
    return support::run_process(what);
}

void require_success(const std::vector<std::string> &words) {
    const support::process_end end = run_program(words);
    if (!end.is_success()) {
        throw io_error(words.front(), "run", end.text() + "\n" + end.output + end.errors);
    }
}

struct c_type {
    std::string name;
    int code, bits; ///< of halide_type_t
};

c_type c_type_of(primitive_t type) {
    switch (type) {
    case p_boolean: return {"bool", 1, 1};
    case p_uint8: return {"uint8_t", 1, 8};
    case p_uint16: return {"uint16_t", 1, 16};
    case p_uint32: return {"uint32_t", 1, 32};
    case p_uint64: return {"uint64_t", 1, 64};
    case p_int8: return {"int8_t", 0, 8};
    case p_int16: return {"int16_t", 0, 16};
    case p_int32: return {"int32_t", 0, 32};
    case p_int64: return {"int64_t", 0, 64};
    case p_float32: return {"float", 2, 32};
    case p_float64: return {"double", 2, 64};
    case p_float16: return {"uint16_t", 2, 16};
    case p_bfloat16: return {"uint16_t", 4, 16};
    case p_none: break;
    }
    throw internal_error("an argument of a call has no type");
}

std::size_t bytes_of(const jit_argument &buffer) {
    auto bytes = static_cast<std::size_t>((c_type_of(buffer.type()).bits + 7) / 8);
    for (const std::int64_t extent : buffer.extents()) {
        bytes *= static_cast<std::size_t>(extent);
    }
    return bytes;
}

void put(std::ostream &to, std::int64_t number) {
    to.write(reinterpret_cast<const char *>(&number), sizeof number);
}

std::int64_t take(std::istream &from) {
    std::int64_t number = -1;
    from.read(reinterpret_cast<char *>(&number), sizeof number);
    return number;
}

void put(std::ostream &to, const jit_argument &argument) {
    put(to, argument.is_buffer() ? 1 : 0);
    if (!argument.is_buffer()) {
        to.write(static_cast<const char *>(argument.scalar()), sizeof(std::uint64_t));
        return;
    }
    const c_type type = c_type_of(argument.type());
    put(to, type.code);
    put(to, type.bits);
    put(to, static_cast<std::int64_t>(argument.extents().size()));
    for (std::size_t d = argument.extents().size(); d-- > 0;) {
        put(to, argument.extents()[d]);
    }
    const std::size_t bytes = bytes_of(argument);
    put(to, static_cast<std::int64_t>(bytes));
    to.write(static_cast<const char *>(argument.data()), static_cast<std::streamsize>(bytes));
}

} // namespace

std::string emulated_calls::missing() {
    if (compiler.empty() || runtime.empty()) {
        return "there is no g++ for 64-bit Arm: apt install g++-aarch64-linux-gnu and configure "
               "again, or ./dev test -L arm";
    }
    return emulator.empty() ? "there is no qemu-aarch64: apt install qemu-user and configure "
                              "again, or ./dev test -L arm"
                            : "";
}

void emulated_calls::add(const std::string &function, const std::vector<jit_argument> &arguments) {
    calls_.push_back({function, arguments});
}

std::vector<std::string> emulated_calls::functions() const {
    std::set<std::string> names;
    for (const call &one : calls_) {
        names.insert(one.function);
    }
    return {names.begin(), names.end()};
}

// A function in C for each one that is called takes addresses of its arguments and calls it with
// what its header says.
void emulated_calls::link() const {
    std::ofstream table(folder_ / "callers.h");
    table << "#include <HalideRuntime.h>\n";
    std::string names;
    std::vector<std::string> words = {compiler, "-O1", "-o", folder_ / "caller"};
    for (const std::string &function : functions()) {
        const auto example = std::find_if(calls_.begin(), calls_.end(), [&](const call &one) {
            return one.function == function;
        });
        table << "#include \"" << function << ".h\"\nstatic int call_" << function
              << "(void **given) { return " << function << "(";
        for (std::size_t i = 0; i < example->arguments.size(); ++i) {
            const jit_argument &one = example->arguments[i];
            const std::string at = "given[" + std::to_string(i) + "]";
            table << (i == 0 ? "" : ", ")
                  << (one.is_buffer() ? "(halide_buffer_t *)" + at
                                      : "*(" + c_type_of(one.type()).name + " *)" + at);
        }
        table << "); }\n";
        names += "call_" + function + ", ";
        words.push_back(folder_ / (function + ".o"));
    }
    table << "static int (*const callers[])(void **) = {" << names << "};\n";
    table.close();
    for (const std::string &word :
         {std::string(TIRAMISU_EMULATED_CALLER), "-I" + folder_.path(),
          std::string("-I" TIRAMISU_PUBLIC_INCLUDE_DIR), std::string("-I" TIRAMISU_HALIDE_HEADERS),
          runtime, std::string("-fopenmp"), std::string("-lm"), std::string("-lpthread"),
          std::string("-ldl")}) {
        words.push_back(word);
    }
    require_success(words);
}

void emulated_calls::write_calls() const {
    const std::vector<std::string> all = functions();
    std::ofstream file(folder_ / "calls", std::ios::binary);
    put(file, static_cast<std::int64_t>(calls_.size()));
    for (const call &one : calls_) {
        put(file, std::lower_bound(all.begin(), all.end(), one.function) - all.begin());
        put(file, static_cast<std::int64_t>(one.arguments.size()));
        for (const jit_argument &argument : one.arguments) {
            put(file, argument);
        }
    }
}

std::vector<emulated_result> emulated_calls::read_results() const {
    std::ifstream file(folder_ / "results", std::ios::binary);
    std::vector<emulated_result> results;
    for (const call &one : calls_) {
        emulated_result result;
        result.status = static_cast<int>(take(file));
        result.error.resize(static_cast<std::size_t>(take(file)));
        file.read(result.error.data(), static_cast<std::streamsize>(result.error.size()));
        for (const jit_argument &argument : one.arguments) {
            if (argument.is_buffer()) {
                file.read(static_cast<char *>(argument.data()),
                          static_cast<std::streamsize>(bytes_of(argument)));
            }
        }
        results.push_back(std::move(result));
    }
    return results;
}

std::vector<emulated_result> emulated_calls::run() {
    if (calls_.empty()) {
        return {};
    }
    link();
    write_calls();
    require_success(
        {emulator, "-L", libraries, folder_ / "caller", folder_ / "calls", folder_ / "results"});
    std::vector<emulated_result> results = read_results();
    calls_.clear();
    return results;
}

} // namespace tiramisu::testing
