#include "runtime/weight_file.h"

#include "tiramisu/runtime.h"

#include <HalideRuntime.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cinttypes>
#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace {

using header = tiramisu_weight_file_header;
static_assert(sizeof(header) == 64, "floats start at a cache line");

__attribute__((format(printf, 2, 3))) int refuse(const char *path, const char *format, ...) {
    char reason[512], message[1024];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    std::snprintf(message, sizeof message, "tiramisu_open_weight_file: file \"%.400s\" %s", path,
                  reason);
    halide_error(nullptr, message);
    return halide_error_code_generic_error;
}

// Each step is one to one for the value before it and for the word, so that no single word can
// change unnoticed; the rotation carries changes of high bits to all others.
uint64_t mixed(uint64_t value, uint64_t word) {
    const uint64_t both = (value ^ word) * 0x9e3779b97f4a7c15u;
    return both << 29 | both >> 35;
}

uint64_t mixed_bytes(uint64_t value, const void *bytes, uint64_t count) {
    const char *from = static_cast<const char *>(bytes);
    uint64_t word = 0;
    for (; count >= sizeof word; count -= sizeof word, from += sizeof word) {
        std::memcpy(&word, from, sizeof word);
        value = mixed(value, word);
    }
    if (count > 0) {
        word = 0;
        std::memcpy(&word, from, count);
        value = mixed(value, word);
    }
    return value;
}

// Whether the counts are those of a file of that many bytes; counts that overflow are not.
bool fits(const header &of, uint64_t bytes) {
    if (of.floats > bytes / sizeof(float) || of.integers > bytes / sizeof(int32_t)) {
        return false;
    }
    return tiramisu_bytes_before_integers(of.floats) + of.integers * sizeof(int32_t) == bytes;
}

void place_arrays(const header &found, tiramisu_weight_file *of) {
    const char *const first = static_cast<const char *>(of->file);
    of->floats = reinterpret_cast<const float *>(first + sizeof found);
    of->integers =
        reinterpret_cast<const int32_t *>(first + tiramisu_bytes_before_integers(found.floats));
}

// 0 if what is mapped is whole and what is needed: its arrays are placed then.
int check(const char *path, uint64_t needed, tiramisu_weight_file *of) {
    header found;
    std::memcpy(&found, of->file, sizeof found);
    if (std::memcmp(found.mark, TIRAMISU_WEIGHT_FILE_MARK, sizeof found.mark) != 0) {
        return refuse(path, "holds no weights; give the one that was written with the network's "
                            "object file");
    }
    if (found.version != TIRAMISU_WEIGHT_FILE_VERSION ||
        found.byte_order != TIRAMISU_WEIGHT_FILE_ORDER) {
        return refuse(path,
                      "is of version %" PRIu32 " or of a machine with another order of bytes, must "
                      "be of version %" PRIu32 "; compile the network again",
                      found.version, TIRAMISU_WEIGHT_FILE_VERSION);
    }
    if (found.fingerprint != needed) {
        return refuse(path,
                      "holds the weights of another network: their fingerprint is %016" PRIx64
                      ", must be %016" PRIx64 "; give the one that was written with the network's "
                      "object file",
                      found.fingerprint, needed);
    }
    if (!fits(found, of->bytes)) {
        return refuse(path,
                      "is damaged: it has %zu bytes, which are not %" PRIu64 " floats and %" PRIu64
                      " integers; write it again",
                      of->bytes, found.floats, found.integers);
    }
    place_arrays(found, of);
    const uint64_t computed =
        tiramisu_weight_fingerprint(of->floats, found.floats, of->integers, found.integers);
    if (computed != needed) {
        return refuse(path,
                      "is damaged: the fingerprint of its contents is %016" PRIx64
                      ", must be %016" PRIx64 "; write it again",
                      computed, needed);
    }
    return 0;
}

// Maps the whole file; a code if that is refused.
int map(const char *path, tiramisu_weight_file *to) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return refuse(path, "cannot be opened: %s", std::strerror(errno));
    }
    struct stat about;
    int status = 0;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
        status = refuse(path, "is no file that can be mapped");
    } else if (about.st_size < static_cast<off_t>(sizeof(header))) {
        status = refuse(path, "holds no weights: it has %" PRId64 " bytes",
                        static_cast<int64_t>(about.st_size));
    } else {
        const auto bytes = static_cast<size_t>(about.st_size);
        void *const mapped = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file, 0);
        if (mapped == MAP_FAILED) {
            status = refuse(path, "cannot be mapped: %s", std::strerror(errno));
        } else {
            to->file = mapped;
            to->bytes = bytes;
        }
    }
    close(file);
    return status;
}

} // namespace

uint64_t tiramisu_weight_fingerprint(const float *floats, uint64_t float_count,
                                     const int32_t *integers, uint64_t integer_count) {
    uint64_t value = mixed(mixed(0x243f6a8885a308d3u, float_count), integer_count);
    value = mixed_bytes(value, floats, float_count * sizeof *floats);
    return mixed_bytes(value, integers, integer_count * sizeof *integers);
}

extern "C" {

int tiramisu_open_weight_file(const char *path, uint64_t fingerprint,
                              tiramisu_weight_file *opened) {
    if (path == nullptr || opened == nullptr) {
        return refuse("(null)", "is no file: a path and a tiramisu_weight_file are needed");
    }
    *opened = tiramisu_weight_file();
    int status = map(path, opened);
    if (status == 0) {
        status = check(path, fingerprint, opened);
    }
    if (status != 0) {
        tiramisu_close_weight_file(opened);
    }
    return status;
}

void tiramisu_close_weight_file(tiramisu_weight_file *opened) {
    if (opened != nullptr && opened->file != nullptr) {
        munmap(opened->file, opened->bytes);
    }
    if (opened != nullptr) {
        *opened = tiramisu_weight_file();
    }
}
}
