#include "networks/network_file.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace tiramisu::bench {

namespace {

network_file network_named(const std::string &name, const std::string &folder) {
    const std::filesystem::path path(name);
    if (path.extension() == ".onnx") {
        return {path.stem().string(), name, false};
    }
    return {name, folder + "/" + name + ".onnx", false};
}

} // namespace

std::vector<network_file> read_networks(const std::string &list, const std::string &folder) {
    std::ifstream file(list);
    if (!file) {
        throw std::runtime_error("the list of networks " + list + " cannot be read");
    }
    std::vector<network_file> networks;
    std::string line, name, star;
    while (std::getline(file, line)) {
        std::istringstream words(line);
        star.clear();
        if (words >> name && name.front() != '#') {
            words >> star;
            networks.push_back(network_named(name, folder));
            networks.back().is_quick = star == "*";
        }
    }
    return networks;
}

} // namespace tiramisu::bench
