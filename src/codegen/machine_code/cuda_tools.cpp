#include "codegen/machine_code/cuda_tools.h"

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <vector>

#include <unistd.h>

#include "support/environment_variable.h"
#include "support/scratch_folder.h"
#include "support/subprocess.h"
#include "tiramisu/error.h"

// TIRAMISU_FETCHED_CUDA_TOOLS is where `./dev setup cuda` of this build puts the programs.

namespace tiramisu::lower {

namespace {

namespace fs = std::filesystem;

constexpr const char *asked_folder = "TIRAMISU_CUDA_TOOLS";

std::vector<std::string> folders_to_look_in() {
    const std::string asked = support::environment_variable(asked_folder);
    if (!asked.empty()) {
        return {asked};
    }
    std::vector<std::string> folders = {TIRAMISU_FETCHED_CUDA_TOOLS};
    std::istringstream path(support::environment_variable("PATH"));
    for (std::string folder; std::getline(path, folder, ':');) {
        folders.push_back(folder.empty() ? "." : folder);
    }
    return folders;
}

std::string find_tool(const std::string &name, const core::public_call &call) {
    for (const std::string &folder : folders_to_look_in()) {
        std::string program = (fs::path(folder) / name).string();
        if (fs::is_regular_file(program) && ::access(program.c_str(), X_OK) == 0) {
            return program;
        }
    }
    const std::string asked = support::environment_variable(asked_folder);
    const std::string where =
        asked.empty() ? std::string("in ") + TIRAMISU_FETCHED_CUDA_TOOLS + " and in PATH"
                      : "in \"" + asked + "\", which " + asked_folder + " names";
    throw user_error(call.subject, call.call,
                     "machine code is made by NVIDIA's program \"" + name + "\", which is not " +
                         where +
                         "; ./dev setup cuda fetches it, or name the folder that has ptxas "
                         "and nvdisasm in " +
                         asked_folder);
}

/// The output of a program that has to succeed.
support::process_end run_tool(const std::vector<std::string> &words,
                              const core::public_call &call) {
    support::process_request what;
    what.words = words;
    support::process_end ended = support::run_process(what);
    if (!ended.is_success()) {
        throw unsupported_error(call.subject, call.call,
                                "\"" + words.front() + "\" does not assemble the kernels (" +
                                    ended.text() + "); it says:\n" + ended.errors + ended.output);
    }
    return ended;
}

} // namespace

cuda_tools find_cuda_tools(const core::public_call &call) {
    return {find_tool("ptxas", call), find_tool("nvdisasm", call)};
}

std::string assembler_version(const cuda_tools &tools) {
    support::process_request what;
    what.words = {tools.ptxas, "--version"};
    const std::string told = support::run_process(what).output;
    std::smatch found;
    return std::regex_search(told, found, std::regex("V([0-9.]+)")) ? found[1] : std::string();
}

assembled_kernels assemble(const std::string &ptx, const std::string &machine,
                           const cuda_tools &tools, const core::public_call &call) {
    const support::scratch_folder folder;
    const std::string source = (folder.path() / "kernels.ptx").string(),
                      code = (folder.path() / "kernels.cubin").string();
    std::ofstream file(source, std::ios::binary);
    file << ptx;
    file.close();
    if (!file) {
        throw io_error(source, "write", "the device is full or failed");
    }
    const support::process_end assembled =
        run_tool({tools.ptxas, "-v", "-arch=" + machine, "-o", code, source}, call);
    const support::process_end shown = run_tool({tools.nvdisasm, "-c", code}, call);
    return {assembled.errors + assembled.output, shown.output};
}

} // namespace tiramisu::lower
