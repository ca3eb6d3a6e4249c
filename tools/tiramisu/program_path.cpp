#include "tiramisu/program_path.h"

#include <filesystem>

namespace tiramisu::tool {

std::string program_path(const std::string &program) {
    const bool is_here = program.find('/') == std::string::npos && std::filesystem::exists(program);
    return is_here ? "./" + program : program;
}

} // namespace tiramisu::tool
