#include <algorithm>

#include "core/commands/gpu_limits.h"
#include "core/meaning/named_memory.h"
#include "core/program/buffer_text.h"
#include "core/program/staging.h"

// Whether buffers can lie in the memory of a GPU that the program names by tags, and windows in
// constant memory.

namespace tiramisu::core {

namespace {

using poly::loop_kind;

class tag_checker {
public:
    tag_checker(const function_state &function, const analysis &now,
                const std::vector<device_kernel> &kernels, const poly::ast &loops)
        : function_(function), now_(now), kernels_(kernels), loops_(loops) {}

    void check(const buffer_state &buffer) const {
        switch (buffer.space) {
        case memory::shared:
            require_owner(buffer, "tag_gpu_shared", "the threads of one block share", "gpu_block",
                          {loop_kind::gpu_block});
            break;
        case memory::local:
            require_owner(buffer, "tag_gpu_local", "each thread has for itself", "gpu_thread",
                          {loop_kind::gpu_block, loop_kind::gpu_thread});
            break;
        case memory::temporary:
        case memory::registers:
        case memory::constant:
        case memory::global: break;
        }
    }

    void check_constants() const {
        for (const device_kernel &kernel : kernels_) {
            long bytes = 0;
            int count = 0;
            for (const auto *buffers : {&now_.resolved.arguments, &now_.resolved.temporaries}) {
                for (const program_buffer &buffer : *buffers) {
                    const bool is_used =
                        buffer.space == memory::constant && require_only_read(buffer, kernel);
                    if (is_used) {
                        bytes += constant_bytes(buffer);
                        require_room(buffer, bytes, ++count);
                    }
                }
            }
        }
    }

private:
    const function_state &function_;
    const analysis &now_;
    const std::vector<device_kernel> &kernels_;
    const poly::ast &loops_;

    /// Of a window, at the command that makes it.
    [[noreturn]] void refuse(const program_buffer &buffer, const std::string &problem) const {
        for (const auto &made : function_.stagings) {
            if (made->has_window() && made->window->storage->name == buffer.name) {
                throw user_error(subject(*made->consumer), made->call, problem,
                                 made->window->where);
            }
        }
        throw user_error(buffer.called, "tag_gpu_constant", problem,
                         function_.find_buffer(buffer.name)->spaced_where);
    }

    bool is_temporary(const buffer_state &buffer) const {
        const auto &all = now_.resolved.temporaries;
        return std::any_of(all.begin(), all.end(),
                           [&](const program_buffer &one) { return one.name == buffer.name; });
    }

    bool is_used(const std::string &buffer) const {
        return std::any_of(now_.accesses.begin(), now_.accesses.end(),
                           [&](const auto &access) { return access.buffer == buffer; });
    }

    /// Whether an iteration of a loop of one of these kinds has the buffer for itself.
    bool has_owner(const buffer_state &buffer, const std::vector<loop_kind> &kinds) const {
        return std::any_of(loops_.loops.begin(), loops_.loops.end(), [&](const auto &loop) {
            const auto &own = loop.second.private_buffers;
            return std::count(kinds.begin(), kinds.end(), loop.second.kind) > 0 &&
                   std::count(own.begin(), own.end(), buffer.name) > 0;
        });
    }

    bool is_placed(const buffer_state &buffer) const {
        return std::any_of(loops_.scoped_buffers.begin(), loops_.scoped_buffers.end(),
                           [&](const poly::scoped_buffer &one) { return one.name == buffer.name; });
    }

    void require_owner(const buffer_state &buffer, const std::string &call,
                       const std::string &whose, const std::string &command,
                       const std::vector<loop_kind> &kinds) const {
        if (!is_used(buffer.name) || is_placed(buffer) || has_owner(buffer, kinds)) {
            return;
        }
        const std::string lies = "is to lie in memory that " + whose + ", but ";
        const std::string problem =
            !is_temporary(buffer) ? "it is an argument, whose memory is the caller's; leave it out "
                                    "of the arguments"
            : kernels_.empty()    ? "no loop around what uses it runs on a GPU; give " + command +
                                     " to one, or leave the tag out"
                               : "not all that uses it is in one block, or a block reads what it "
                                 "has not written itself before; leave the tag out, or share the "
                                 "loops on blocks by then()";
        throw user_error(buffer_text(buffer), call, lies + problem, buffer.spaced_where);
    }

    void require_room(const program_buffer &buffer, long bytes, int count) const {
        if (bytes > most_constant_bytes) {
            refuse(buffer, "makes more than " + std::to_string(most_constant_bytes) +
                               " bytes of constant memory in one kernel, which is all that there "
                               "is; leave the tag or the kind of memory out");
        }
        if (count > most_constant_buffers) {
            refuse(buffer, "is the ninth buffer in the constant memory of one kernel, which has at "
                           "most " +
                               std::to_string(most_constant_buffers) +
                               "; leave the tag or the kind of memory out");
        }
    }

    /// Whether the kernel uses the buffer, which it must not write.
    bool require_only_read(const program_buffer &buffer, const device_kernel &kernel) const {
        bool is_read = false;
        for (const poly::memory_access &access : now_.accesses) {
            const auto &inside = kernel.whole.statements;
            if (access.buffer != buffer.name ||
                std::none_of(inside.begin(), inside.end(), [&](const auto *statement) {
                    return statement->name == access.statement;
                })) {
                continue;
            }
            if (access.is_write()) {
                refuse(buffer, "is to lie in constant memory, and computation \"" +
                                   access.statement +
                                   "\" writes it in a loop on a GPU; compute it in loops of the "
                                   "processor, or leave the tag out");
            }
            is_read = true;
        }
        return is_read;
    }

    long constant_bytes(const program_buffer &buffer) const {
        long bytes = size_in_bytes(buffer.type);
        for (const expr &size : buffer.sizes) {
            if (!size.is_constant()) {
                refuse(buffer, "is to lie in constant memory, and its size " + size.to_str() +
                                   " is not known while compiling; give it a constant one, or "
                                   "leave the tag out");
            }
            const long most = most_constant_bytes + 1;
            bytes = std::min(bytes * std::min(static_cast<long>(size.get_int_val()), most), most);
        }
        return bytes;
    }
};

} // namespace

void require_tagged_memory(const function_state &function, const analysis &now,
                           const std::vector<device_kernel> &kernels, const poly::ast &loops) {
    const tag_checker checker(function, now, kernels, loops);
    for (const auto &buffer : function.buffers) {
        checker.check(*buffer);
    }
    checker.check_constants();
}

} // namespace tiramisu::core
