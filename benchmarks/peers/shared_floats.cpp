#include "peers/shared_floats.h"

#include <sys/mman.h>
#include <unistd.h>

#include <stdexcept>

namespace tiramisu::bench {

shared_floats::shared_floats(std::size_t count)
    : bytes_(count * sizeof(float)), file_(memfd_create("tiramisu_bench", MFD_CLOEXEC)) {
    void *memory = MAP_FAILED;
    if (file_ >= 0 && ftruncate(file_, static_cast<off_t>(bytes_)) == 0) {
        memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    }
    if (memory == MAP_FAILED) {
        close(file_);
        throw std::runtime_error("no memory for " + std::to_string(count) + " shared floats");
    }
    data_ = static_cast<float *>(memory);
}

shared_floats::~shared_floats() {
    munmap(data_, bytes_);
    close(file_);
}

std::string shared_floats::path() const {
    return "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(file_);
}

} // namespace tiramisu::bench
