#include "nn/framework/perf_db/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <thread>

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

/// flock() itself waits for ever.
bool is_locked(int descriptor, std::chrono::milliseconds patience) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        const bool may_get_it = errno == EWOULDBLOCK || errno == EINTR;
        if (!may_get_it) {
            return true; // no lock is to be had here, as on some network file systems
        }
        if (std::chrono::steady_clock::now() >= end) {
            return false;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

} // namespace

file_lock::file_lock(const std::string &path, std::chrono::milliseconds patience)
    : descriptor_(opened(path)) {
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
    if (descriptor_ >= 0 && !is_locked(descriptor_, patience)) {
        close(descriptor_);
        throw error("its lock \"" + path + "\" has been held by another process for " +
                    std::to_string(patience.count()) +
                    " ms; end that process (fuser tells which it is), or name another file by "
                    "TIRAMISU_PERF_DB");
    }
}

file_lock::~file_lock() {
    if (descriptor_ >= 0) {
        close(descriptor_);
    }
}

} // namespace tiramisu::nn
