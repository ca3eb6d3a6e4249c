#include "codegen/output/jit.h"

#include "codegen/expressions/types.h"
#include "codegen/output/code_bytes.h"
#include "codegen/output/described_arguments.h"
#include "codegen/output/jit_symbols.h"
#include "codegen/output/llvm_start.h"
#include "codegen/output/loaded_objects.h"
#include "runtime/allocation_text.h"
#include "runtime/argument_errors.h"
#include "runtime/buffer_names.h"
#include "runtime/execution.h"
#include "support/immortal.h"
#include "tiramisu/error.h"

namespace tiramisu {

struct compiled_function::code {
    std::string name;
    std::vector<primitive_t> buffers; ///< element types of the buffer arguments
    std::vector<primitive_t> scalars;
    lower::hir::JITModule module; ///< none where it was loaded from object files
    std::shared_ptr<const lower::loaded_objects> objects;
    lower::hir::JITModule::argv_wrapper call = nullptr;
    void *address = nullptr;
    std::size_t bytes = 0; ///< about
};

namespace lower {

struct execution_end {
    void operator()(tiramisu_execution *opts) const { tiramisu_delete_execution(opts); }
};
using owned_execution = std::unique_ptr<tiramisu_execution, execution_end>;

} // namespace lower

namespace {

const support::per_thread<std::string> last_error;

void keep_error(void *, const char *text) {
    *last_error = text;
}

/// Collects the texts of this thread's errors while it lives.
class error_scope {
public:
    error_scope() { tiramisu_set_thread_error_receiver(keep_error, nullptr); }
    ~error_scope() { tiramisu_set_thread_error_receiver(nullptr, nullptr); }
    error_scope(const error_scope &) = delete;
    error_scope &operator=(const error_scope &) = delete;
};

[[noreturn]] void refuse(const compiled_function::code &code, const std::string &problem,
                         source_place where) {
    throw user_error("compiled function \"" + code.name + "\"", "", problem, where);
}

void require_code(const compiled_function::code *code, source_place where) {
    if (code == nullptr) {
        throw user_error("compiled function", "", "called before anything was compiled into it",
                         where);
    }
}

void check(const compiled_function::code &code, const std::vector<jit_argument> &arguments,
           source_place where) {
    const std::size_t expected = code.buffers.size() + code.scalars.size();
    if (arguments.size() != expected) {
        refuse(code,
               "called with " + std::to_string(arguments.size()) + " arguments, has " +
                   std::to_string(code.buffers.size()) + " buffers and " +
                   std::to_string(code.scalars.size()) + " scalars",
               where);
    }
    for (std::size_t i = 0; i < expected; ++i) {
        const bool is_buffer = i < code.buffers.size();
        const std::string which = "argument " + std::to_string(i);
        if (arguments[i].is_buffer() != is_buffer) {
            refuse(code, which + " must be a " + (is_buffer ? "buffer" : "scalar"), where);
        }
        if (!is_buffer && arguments[i].type() != code.scalars[i - code.buffers.size()]) {
            refuse(code,
                   which + " is a scalar of type " + to_string(arguments[i].type()) + ", must be " +
                       to_string(code.scalars[i - code.buffers.size()]),
                   where);
        }
    }
}

lower::owned_execution made_execution(const compiled_function::code &code, const execution &opts,
                                      source_place where) {
    const tiramisu_execution_options options = {opts.threads,   opts.memory, opts.bytes,
                                                opts.allocator, opts.device, opts.stream};
    const rt::execution_problem problem = rt::problem_of(options);
    if (problem.code != 0) {
        refuse(code, problem.text, where);
    }
    tiramisu_execution *made = nullptr;
    if (tiramisu_make_execution(&options, &made) != 0) {
        throw error("out of memory");
    }
    return lower::owned_execution(made);
}

} // namespace

int compiled_function::operator()(const std::vector<jit_argument> &arguments,
                                  source_place where) const {
    require_code(code_.get(), where);
    check(*code_, arguments, where);
    lower::description_memory memory;
    const lower::described_arguments described(arguments, where, &memory);
    const error_scope scope;
    return code_->call(described.pointers());
}

struct prepared_call::bound {
    std::shared_ptr<const compiled_function::code> code;
    std::vector<jit_argument> arguments; ///< scalars lie there
    lower::described_arguments described;
    lower::owned_execution opts;
};

prepared_call::prepared_call() = default;
prepared_call::~prepared_call() = default;
prepared_call::prepared_call(prepared_call &&) noexcept = default;
prepared_call &prepared_call::operator=(prepared_call &&) noexcept = default;

prepared_call compiled_function::prepare(const std::vector<jit_argument> &arguments,
                                         const execution &opts, source_place where) const {
    require_code(code_.get(), where);
    check(*code_, arguments, where);
    prepared_call made;
    made.bound_ = std::make_unique<prepared_call::bound>();
    made.bound_->code = code_;
    made.bound_->arguments = arguments;
    made.bound_->described = lower::described_arguments(made.bound_->arguments, where);
    made.bound_->opts = made_execution(*code_, opts, where);
    return made;
}

int prepared_call::operator()() const {
    if (bound_ == nullptr) {
        return 0;
    }
    const rt::execution_scope execution(bound_->opts.get());
    const error_scope errors;
    return bound_->code->call(bound_->described.pointers());
}

void prepared_call::set_data(std::size_t argument, void *data, source_place where) {
    if (bound_ == nullptr || argument >= bound_->code->buffers.size()) {
        throw user_error("prepared call", "set_data",
                         "argument " + std::to_string(argument) + " is no buffer of it", where);
    }
    bound_->described.set_data(argument, data);
}

std::size_t prepared_call::workspace_bytes() const {
    return bound_ == nullptr ? 0 : tiramisu_execution_bytes(bound_->opts.get());
}

std::string compiled_function::error_text() {
    return *last_error;
}

void *compiled_function::address() const {
    return code_ ? code_->address : nullptr;
}

const std::string &compiled_function::name() const {
    static const std::string &none = support::immortal<std::string>();
    return code_ ? code_->name : none;
}

std::size_t compiled_function::bytes() const {
    return code_ ? code_->bytes : 0;
}

namespace lower {

namespace {

// In a JIT module a call to the runtime would otherwise find the one that Halide compiles for its
// own use, with its own thread pool.
void report_error(void *context, const char *text) {
    keep_error(context, text);
}

int report_out_of_memory(void *) {
    *last_error = tiramisu::rt::allocation_text().text;
    return halide_error_code_out_of_memory;
}

int report_too_large(void *, const char *buffer, std::uint64_t bytes, std::uint64_t most) {
    *last_error = "temporary buffer \"" +
                  std::string(tiramisu::rt::shown_buffer_name(buffer).text) + "\" takes " +
                  std::to_string(bytes) + " bytes, at most " + std::to_string(most) +
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

/// By Halide's own loader, which compiles Halide's runtime first, once a process.
compiled_function load_module(const core::program &program, const Halide::Module &module,
                              const std::string &name) {
    auto code = std::make_shared<compiled_function::code>();
    const object_code arguments(program);
    code->name = arguments.name;
    code->buffers = arguments.buffers;
    code->scalars = arguments.scalars;
    start_llvm();
    code->module = hir::JITModule(module, module.get_function_by_name(name), {runtime_symbols()});
    code->call = code->module.argv_function();
    code->address = code->module.main_function();
    code->bytes = code_bytes(module);
    return compiled_function(std::move(code));
}

/// Empty where object files cannot be loaded, or not be written.
compiled_function load_as_object(const core::program &program, const Halide::Module &module) {
    if (!loaded_objects::know_this_machine()) {
        return {};
    }
    try {
        object_code code(program);
        code.objects = {object_bytes(module)};
        return load(code);
    } catch (const io_error &) { // no file descriptor is left
        return {};
    }
}

} // namespace

compiled_function load(const core::program &program, const Halide::Module &module,
                       const std::string &name) {
    const compiled_function made = load_as_object(program, module);
    return made ? made : load_module(program, module, name);
}

compiled_function load(const object_code &what) {
    const hir::JITModule known = runtime_symbols();
    const auto outside = [&](const std::string &symbol) { return address_of(symbol, known); };
    auto code = std::make_shared<compiled_function::code>();
    code->objects = loaded_objects::load(what.objects, outside);
    if (code->objects == nullptr) {
        return {};
    }
    code->name = what.name;
    code->buffers = what.buffers;
    code->scalars = what.scalars;
    code->call = reinterpret_cast<hir::JITModule::argv_wrapper>(
        code->objects->address_of(what.name + "_argv"));
    code->address = code->objects->address_of(what.name);
    code->bytes = code->objects->bytes();
    return code->call == nullptr ? compiled_function() : compiled_function(std::move(code));
}

} // namespace lower

} // namespace tiramisu
