#include "support/temporary_folder.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace tiramisu::testing {

temporary_folder::temporary_folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tiramisu-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
}

temporary_folder::~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::vector<std::string> temporary_folder::files() const {
    std::vector<std::string> names;
    for (const auto &entry : std::filesystem::directory_iterator(path_)) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace tiramisu::testing
