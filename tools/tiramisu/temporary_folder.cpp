#include "tiramisu/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "tiramisu/report.h"

namespace tiramisu::tool {

namespace fs = std::filesystem;

temporary_folder::temporary_folder() {
    std::string name = (fs::temp_directory_path() / "tiramisu-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
        throw failure("cannot make a folder " + name + ": " + std::strerror(errno));
    }
    path_ = name;
}

temporary_folder::~temporary_folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

fs::path temporary_folder::make(const std::string &name) const {
    fs::create_directory(path_ / name);
    return path_ / name;
}

std::string program_path(const std::string &program) {
    const bool is_here = program.find('/') == std::string::npos && fs::exists(program);
    return is_here ? "./" + program : program;
}

} // namespace tiramisu::tool
