#include "support/scratch_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "tiramisu/error.h"

namespace tiramisu::support {

namespace fs = std::filesystem;

scratch_folder::scratch_folder() {
    std::string name = (fs::temp_directory_path() / "tiramisu-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
        throw io_error(name, "make the folder", std::strerror(errno));
    }
    path_ = name;
}

scratch_folder::~scratch_folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

fs::path scratch_folder::make(const std::string &name) const {
    fs::create_directory(path_ / name);
    return path_ / name;
}

} // namespace tiramisu::support
