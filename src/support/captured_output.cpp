#include "support/captured_output.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tiramisu/error.h"

namespace tiramisu::support {

namespace {

constexpr const char *captured = "standard stream of a child";

[[noreturn]] void refuse(const char *action) {
    throw io_error(captured, action, std::strerror(errno));
}

} // namespace

open_file::open_file(open_file &&other) noexcept : number_(std::exchange(other.number_, -1)) {}

open_file::~open_file() {
    if (number_ >= 0) {
        close(number_);
    }
}

open_file file_in_memory() {
    const open_file made(memfd_create(captured, MFD_CLOEXEC));
    // Where a process has closed its streams, it would be one of them, which a child's replace.
    const int number = fcntl(made.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (number < 0) {
        refuse("make");
    }
    return open_file(number);
}

open_file file_of(const std::string &text) {
    open_file file = file_in_memory();
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t count = write(file.number(), text.data() + done, text.size() - done);
        if (count < 0 && errno != EINTR) {
            refuse("write");
        }
        done += count < 0 ? 0 : static_cast<std::size_t>(count);
    }
    lseek(file.number(), 0, SEEK_SET);
    return file;
}

std::string text_of(const open_file &file) {
    std::string text;
    char part[1U << 16U];
    for (;;) {
        const auto at = static_cast<off_t>(text.size());
        const ssize_t count = pread(file.number(), part, sizeof part, at);
        if (count < 0 && errno != EINTR) {
            refuse("read");
        }
        if (count == 0) {
            return text;
        }
        text.append(part, count < 0 ? 0 : static_cast<std::size_t>(count));
    }
}

} // namespace tiramisu::support
