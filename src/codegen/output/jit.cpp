#include "codegen/output/jit.h"

#include <limits>

#include "codegen/expressions/types.h"
#include "codegen/output/jit_symbols.h"
#include "runtime/argument_errors.h"
#include "runtime/buffer_names.h"
#include "tiramisu/error.h"

namespace tiramisu {

struct compiled_function::code {
    std::string name;
    std::vector<primitive_t> buffers; ///< element types of the buffer arguments
    std::vector<primitive_t> scalars;
    lower::hir::JITModule module;
    lower::hir::JITModule::argv_wrapper call = nullptr;
    void *address = nullptr;
};

namespace {

thread_local std::string last_error;

void keep_error(void *, const char *text) {
    last_error = text;
}

/// Collects the texts of this thread's errors while it lives.
class error_scope {
public:
    error_scope() { tiramisu_set_thread_error_receiver(keep_error, nullptr); }
    ~error_scope() { tiramisu_set_thread_error_receiver(nullptr, nullptr); }
    error_scope(const error_scope &) = delete;
    error_scope &operator=(const error_scope &) = delete;
};

/// halide_buffer_t and its dimensions for one argument.
class raw_buffer {
public:
    explicit raw_buffer(const jit_argument &argument) : dimensions_(argument.extents().size()) {
        std::int64_t stride = 1;
        for (std::size_t d = 0; d < dimensions_.size(); ++d) {
            const std::int64_t extent = argument.extents()[dimensions_.size() - 1 - d];
            dimensions_[d] = halide_dimension_t(0, narrow(extent), narrow(stride));
            stride *= extent;
        }
        buffer_.host = static_cast<std::uint8_t *>(argument.data());
        buffer_.type = lower::storage_type(argument.type());
        buffer_.dimensions = static_cast<std::int32_t>(dimensions_.size());
        buffer_.dim = dimensions_.data();
    }
    raw_buffer(raw_buffer &&) = default; // the dimensions stay where they are

    halide_buffer_t *get() { return &buffer_; }

private:
    std::vector<halide_dimension_t> dimensions_;
    halide_buffer_t buffer_ = {};

    static std::int32_t narrow(std::int64_t value) {
        if (value < 0 || value > std::numeric_limits<std::int32_t>::max()) {
            throw user_error("argument of a compiled function", "",
                             "an extent or stride is " + std::to_string(value) +
                                 ", must be at least 0 and less than 2^31");
        }
        return static_cast<std::int32_t>(value);
    }
};

[[noreturn]] void refuse(const compiled_function::code &code, const std::string &problem) {
    throw user_error("compiled function \"" + code.name + "\"", "", problem);
}

void check(const compiled_function::code &code, const std::vector<jit_argument> &arguments) {
    const std::size_t expected = code.buffers.size() + code.scalars.size();
    if (arguments.size() != expected) {
        refuse(code, "called with " + std::to_string(arguments.size()) + " arguments, has " +
                         std::to_string(code.buffers.size()) + " buffers and " +
                         std::to_string(code.scalars.size()) + " scalars");
    }
    for (std::size_t i = 0; i < expected; ++i) {
        const bool is_buffer = i < code.buffers.size();
        const std::string which = "argument " + std::to_string(i);
        if (arguments[i].is_buffer() != is_buffer) {
            refuse(code, which + " must be a " + (is_buffer ? "buffer" : "scalar"));
        }
        if (!is_buffer && arguments[i].type() != code.scalars[i - code.buffers.size()]) {
            refuse(code, which + " is a scalar of type " + to_string(arguments[i].type()) +
                             ", must be " + to_string(code.scalars[i - code.buffers.size()]));
        }
    }
}

} // namespace

int compiled_function::operator()(const std::vector<jit_argument> &arguments) const {
    if (!code_) {
        throw user_error("compiled function", "", "called before anything was compiled into it");
    }
    check(*code_, arguments);
    std::vector<raw_buffer> buffers;
    std::vector<const void *> pointers;
    buffers.reserve(arguments.size());
    pointers.reserve(arguments.size());
    for (const jit_argument &argument : arguments) {
        if (argument.is_buffer()) {
            buffers.emplace_back(argument);
            pointers.push_back(buffers.back().get());
        } else {
            pointers.push_back(argument.scalar());
        }
    }
    const error_scope scope;
    return code_->call(pointers.data());
}

std::string compiled_function::error_text() {
    return last_error;
}

void *compiled_function::address() const {
    return code_ ? code_->address : nullptr;
}

const std::string &compiled_function::name() const {
    static const std::string none;
    return code_ ? code_->name : none;
}

namespace lower {

namespace {

// In a JIT module a call to the runtime would otherwise find the one that Halide compiles for its
// own use, with its own thread pool.
void report_error(void *context, const char *text) {
    keep_error(context, text);
}

int report_out_of_memory(void *) {
    last_error = "out of memory: a temporary buffer could not be allocated";
    return halide_error_code_out_of_memory;
}

int report_too_large(void *, const char *buffer, std::uint64_t bytes, std::uint64_t most) {
    last_error = "temporary buffer \"" + std::string(tiramisu::rt::shown_buffer_name(buffer).text) +
                 "\" takes " + std::to_string(bytes) + " bytes, at most " + std::to_string(most) +
                 " are possible";
    return halide_error_code_buffer_allocation_too_large;
}

hir::JITModule runtime_symbols() {
    hir::JITModule module;
    export_runtime(module);
    export_symbol(module, "halide_error", report_error);
    export_symbol(module, "halide_error_out_of_memory", report_out_of_memory);
    export_symbol(module, "halide_error_buffer_allocation_too_large", report_too_large);
    return module;
}

} // namespace

compiled_function load(const core::program &program, const Halide::Module &module,
                       const std::string &name) {
    auto code = std::make_shared<compiled_function::code>();
    code->name = program.name;
    for (const core::program_buffer &buffer : program.arguments) {
        code->buffers.push_back(buffer.type);
    }
    for (const core::program_scalar &scalar : program.scalar_arguments) {
        code->scalars.push_back(scalar.type);
    }
    code->module = hir::JITModule(module, module.get_function_by_name(name), {runtime_symbols()});
    code->call = code->module.argv_function();
    code->address = code->module.main_function();
    return compiled_function(std::move(code));
}

} // namespace lower

} // namespace tiramisu
