#include "nn/perf_db/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

namespace tiramisu::nn {

file_lock::file_lock(const std::string &path)
    : descriptor_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    while (descriptor_ >= 0 && flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
}

file_lock::~file_lock() {
    if (descriptor_ >= 0) {
        close(descriptor_);
    }
}

} // namespace tiramisu::nn
