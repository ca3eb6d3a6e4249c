#include "nn/perf_db/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "tiramisu/error.h"

namespace tiramisu::nn {

namespace {

constexpr int flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;

/// To write, or else, where the file is another user's, to read: that is enough for its lock.
int opened(const std::string &path) {
    const int to_write = open(path.c_str(), O_RDWR | O_CREAT | flags, 0666);
    return to_write < 0 && errno == EACCES ? open(path.c_str(), O_RDONLY | flags) : to_write;
}

bool is_ordinary(int descriptor) {
    struct stat found = {};
    return fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode);
}

[[noreturn]] void refuse(const std::string &path, const std::string &what) {
    throw error("its lock \"" + path + "\" is " + what + "; remove that");
}

} // namespace

file_lock::file_lock(const std::string &path) : descriptor_(opened(path)) {
    if (descriptor_ < 0 && errno == ELOOP) {
        refuse(path, "a symbolic link, which is not followed");
    }
    if ((descriptor_ < 0 && (errno == EISDIR || errno == ENXIO)) ||
        (descriptor_ >= 0 && !is_ordinary(descriptor_))) {
        if (descriptor_ >= 0) {
            close(descriptor_);
        }
        refuse(path, "no ordinary file");
    }
    while (descriptor_ >= 0 && flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
}

file_lock::~file_lock() {
    if (descriptor_ >= 0) {
        close(descriptor_);
    }
}

} // namespace tiramisu::nn
