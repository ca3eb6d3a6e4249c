#include "codegen/output/object_code.h"

#include <cerrno>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

#include "codegen/output/llvm_start.h"
#include "support/byte_text.h"
#include "support/content_hash.h"
#include "support/input_file.h"
#include "support/scratch_folder.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

/// A file without a name, which others open by the one that it has in /proc.
class memory_file {
public:
    memory_file() : descriptor_(memfd_create("tiramisu object", MFD_CLOEXEC)) {
        if (descriptor_ < 0) {
            refuse();
        }
    }
    ~memory_file() { close(descriptor_); }
    memory_file(const memory_file &) = delete;
    memory_file &operator=(const memory_file &) = delete;

    std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }
    bool has_path() const { return access(path().c_str(), F_OK) == 0; }

    std::string bytes() const {
        const off_t end = lseek(descriptor_, 0, SEEK_END);
        std::string all(static_cast<std::size_t>(end < 0 ? 0 : end), '\0');
        std::size_t done = 0;
        while (done < all.size()) {
            const ssize_t now =
                pread(descriptor_, all.data() + done, all.size() - done, static_cast<off_t>(done));
            if (now <= 0) {
                refuse();
            }
            done += static_cast<std::size_t>(now);
        }
        return all;
    }

private:
    int descriptor_;

    [[noreturn]] static void refuse() {
        throw io_error("memory", "write an object file to", std::strerror(errno));
    }
};

std::string hash_of(std::string_view record) {
    support::content_hash hash;
    hash.add(record);
    return hash.text();
}

void write_type(support::byte_writer &to, primitive_t type) {
    to.number(static_cast<std::uint64_t>(type));
}

primitive_t read_type(support::byte_reader &from) {
    return static_cast<primitive_t>(from.number());
}

} // namespace

object_code::object_code(const core::program &program) : name(program.name) {
    for (const core::program_buffer &buffer : program.arguments) {
        buffers.push_back(buffer.type);
    }
    for (const core::program_scalar &scalar : program.scalar_arguments) {
        scalars.push_back(scalar.type);
    }
}

object_code::object_code(const std::string &image) {
    support::byte_reader whole(image);
    const std::string_view record = whole.view();
    if (whole.view() != hash_of(record) || !whole.is_at_end()) {
        throw internal_error("the image of a function is not as it was made");
    }
    support::byte_reader from(record);
    name = from.text();
    support::read_all(from, buffers, read_type);
    support::read_all(from, scalars, read_type);
    support::read_all(from, objects, [](support::byte_reader &each) { return each.text(); });
}

std::string object_code::image() const {
    support::byte_writer to;
    to.text(name);
    support::write_all(to, buffers, write_type);
    support::write_all(to, scalars, write_type);
    support::write_all(to, objects,
                       [](support::byte_writer &each, const std::string &one) { each.text(one); });
    support::byte_writer whole;
    whole.text(to.bytes());
    whole.text(hash_of(to.bytes()));
    return whole.bytes();
}

std::string object_bytes(const Halide::Module &module) {
    start_llvm();
    const auto write = [&](const std::string &path) {
        module.compile({{Halide::OutputFileType::object, path}});
    };
    const memory_file file;
    if (file.has_path()) {
        write(file.path());
        return file.bytes();
    }
    const support::scratch_folder folder; // nobody has mounted /proc
    const std::string path = (folder.path() / "object.o").string();
    write(path);
    return support::text_of_file(path);
}

} // namespace tiramisu::lower
