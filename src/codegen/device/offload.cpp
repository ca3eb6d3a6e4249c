#include "codegen/device/offload.h"

#include <map>
#include <regex>

#include "codegen/device/constant_memory.h"
#include "codegen/device/device_target.h"
#include "codegen/device/kernels.h"
#include "codegen/device/launch_bounds.h"
#include "codegen/device/strict_operations.h"
#include "codegen/entry/error_calls.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

constexpr int dimensions = 3;
constexpr const char *text_name = "kernels.text", *text_bytes_name = "kernels.bytes";

/// Functions of which every device has its own.
bool is_on_devices(const std::string &function) {
    static const std::set<std::string> known = {
        "sqrt", "sin",   "cos",  "exp",   "log",    "floor",  "ceil",     "trunc",
        "pow",  "asin",  "acos", "tan",   "atan",   "atan2",  "sinh",     "asinh",
        "cosh", "acosh", "tanh", "atanh", "is_nan", "is_inf", "is_finite"};
    const std::size_t end = function.rfind('_');
    const std::string type = end == std::string::npos ? "" : function.substr(end);
    return (type == "_f32" || type == "_f64") && known.count(function.substr(0, end)) > 0;
}

/// What a kernel needs of its device.
class needs_of_kernel : public hir::IRVisitor {
public:
    kernel_launch launch;
    bool has_doubles = false;
    std::string foreign; ///< a function that devices do not have

private:
    using hir::IRVisitor::visit;

    void visit(const hir::For *op) override {
        for (int d = 0; d < dimensions && hir::is_gpu(op->for_type); ++d) {
            if (hir::ends_with(op->name, hir::gpu_block_name(d))) {
                launch.blocks[d] = op->extent;
            }
            if (hir::ends_with(op->name, hir::gpu_thread_name(d))) {
                launch.threads[d] = op->extent;
            }
        }
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Allocate *op) override {
        if (op->memory_type == Halide::MemoryType::GPUShared) {
            launch.shared_bytes = op->extents[0];
        }
        note(op->type);
        hir::IRVisitor::visit(op);
    }
    void note(const Halide::Type &type) {
        has_doubles = has_doubles || (type.is_float() && type.bits() == 64);
    }
    void visit(const hir::Load *op) override {
        note(op->type);
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Store *op) override {
        note(op->value.type());
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Variable *op) override { note(op->type); }
    void visit(const hir::Cast *op) override {
        note(op->type);
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::FloatImm *op) override { note(op->type); }
    void visit(const hir::Call *op) override {
        note(op->type);
        if (op->is_extern() && !is_on_devices(op->name)) {
            foreign = op->name;
        }
        hir::IRVisitor::visit(op);
    }
};

/// Reads under a condition become branches: devices' languages have no other ones.
class guard_writer : public hir::IRMutator {
    using hir::IRMutator::visit;
    Expr visit(const hir::Load *op) override {
        if (hir::is_const_one(op->predicate)) {
            return hir::IRMutator::visit(op);
        }
        const Expr load = hir::Load::make(op->type, op->name, mutate(op->index), op->image,
                                          op->param, hir::const_true(), op->alignment);
        return hir::Call::make(op->type, hir::Call::if_then_else,
                               {mutate(op->predicate), load, hir::make_zero(op->type)},
                               hir::Call::PureIntrinsic);
    }
};

std::unique_ptr<hir::CodeGen_GPU_Dev> generator(const Halide::Target &target, bool doubles) {
    const Halide::Target kernels = kernel_target(target, doubles);
    return device_of(target) == device::cuda ? hir::new_CodeGen_PTX_Dev(kernels)
                                             : hir::new_CodeGen_OpenCL_Dev(kernels);
}

/// An array of these values on the stack.
Expr array(const std::vector<Expr> &values) {
    return hir::Call::make(Halide::Handle(), hir::Call::make_struct, values, hir::Call::Intrinsic);
}

Expr array(const std::vector<int> &numbers) {
    std::vector<Expr> values;
    for (const int number : numbers) {
        values.emplace_back(number);
    }
    return array(values);
}

class kernel_offloader : public hir::IRMutator {
public:
    kernel_offloader(std::string name, const Halide::Target &target, hir::CodeGen_GPU_Dev &device,
                     constant_buffers constants)
        : name_(std::move(name)), target_(target), device_(device),
          constants_(std::move(constants)) {}

    /// Of the kernels so far, in the order of their numbers.
    const std::vector<kernel_launch> &launches() const { return launches_; }

private:
    std::string name_;
    const Halide::Target &target_;
    hir::CodeGen_GPU_Dev &device_;
    const constant_buffers constants_;
    std::vector<kernel_launch> launches_;

    using hir::IRMutator::visit;

    Stmt visit(const hir::For *op) override {
        if (!hir::is_gpu(op->for_type)) {
            return hir::IRMutator::visit(op);
        }
        needs_of_kernel needs;
        op->accept(&needs);
        refuse_foreign(needs);
        hir::HostClosure closure;
        closure.include(op->body, op->name);
        std::vector<hir::DeviceArgument> arguments = closure.arguments();
        note_constant_memory(arguments, op, constants_, name_);
        const std::string kernel = name_ + "_kernel_" + std::to_string(launches_.size());
        device_.add_kernel(hir::inject_early_frees(as_the_device_has_it(op)), kernel, arguments);
        launches_.push_back(needs.launch);
        launches_.back().name = device_.get_current_kernel_name();
        launches_.back().blocks_at_once = blocks_at_once(op, needs.launch);
        return call_of(launches_.back(), arguments);
    }

    Stmt as_the_device_has_it(const Stmt &kernel) const {
        const Stmt guarded = guard_writer().mutate(kernel);
        const bool is_strict =
            device_of(target_) == device::cuda && target_.has_feature(Halide::Target::StrictFloat);
        return is_strict ? with_strict_operations(guarded) : guarded;
    }

    void refuse_foreign(const needs_of_kernel &needs) const {
        if (!needs.foreign.empty()) {
            throw unsupported_error("function \"" + name_ + "\"", "code generation",
                                    "loops on a GPU call the function \"" + needs.foreign +
                                        "\", which devices do not have; call it in loops of the "
                                        "processor");
        }
    }

    Stmt call_of(const kernel_launch &launch,
                 const std::vector<hir::DeviceArgument> &arguments) const {
        std::vector<Expr> places;
        std::vector<int> bytes, is_buffer;
        for (const hir::DeviceArgument &one : arguments) {
            constexpr int handle_bytes = 8;
            bytes.push_back(one.is_buffer ? handle_bytes : one.type.bytes());
            is_buffer.push_back(one.is_buffer ? 1 : 0);
            places.push_back(one.is_buffer
                                 ? hir::Variable::make(Halide::Handle(), one.name + ".buffer")
                                 : array({hir::Variable::make(one.type, one.name)}));
        }
        const std::vector<Expr> numbers = {launch.blocks[0],   launch.blocks[1],  launch.blocks[2],
                                           launch.threads[0],  launch.threads[1], launch.threads[2],
                                           launch.shared_bytes};
        const Expr status =
            runtime_call(Halide::Int(32), "tiramisu_device_launch",
                         {Expr(name_), device_number(device_of(target_)),
                          hir::Variable::make(Halide::Handle(), text_name),
                          hir::Variable::make(Halide::Int(64), text_bytes_name), Expr(launch.name),
                          array(numbers), Expr(static_cast<int>(arguments.size())), array(bytes),
                          array(places), array(is_buffer)});
        const Expr result = hir::Variable::make(Halide::Int(32), "launched");
        return hir::LetStmt::make("launched", status, hir::AssertStmt::make(result == 0, result));
    }
};

/// The text with the numbers of its variables counted from 0: Halide takes them from a counter that
/// runs through the whole process.
std::string renumbered(const std::string &text) {
    static const std::regex variable("\\b_[0-9]+\\b");
    std::map<std::string, std::string> names;
    std::string made;
    std::size_t done = 0;
    for (std::sregex_iterator at(text.begin(), text.end(), variable), end; at != end; ++at) {
        const auto begin = static_cast<std::size_t>(at->position());
        const std::string name = "_" + std::to_string(names.size());
        made += text.substr(done, begin - done) + names.emplace(at->str(), name).first->second;
        done = begin + at->str().size();
    }
    return made + text.substr(done);
}

/// The text with what the generators do not write.
std::string finished(const std::string &text, const Halide::Target &target,
                     const std::vector<kernel_launch> &launches, bool has_constants) {
    return device_of(target) == device::cuda ? with_launch_bounds(text, launches)
           : has_constants                   ? constant_limits_text() + text
                                             : text;
}

} // namespace

offloaded_function offload_kernels(const hir::Stmt &body, const core::program &program,
                                   const std::string &name, const Halide::Target &target) {
    needs_of_kernel all;
    body.accept(&all);
    const std::unique_ptr<hir::CodeGen_GPU_Dev> kernels = generator(target, all.has_doubles);
    kernels->init_module();
    const constant_buffers constants = constant_buffers_of(program);
    kernel_offloader offloader(name, target, *kernels, constants);
    const Stmt launches = offloader.mutate(body);
    const std::string text = finished(renumbered(kernels->compile_to_src().data()), target,
                                      offloader.launches(), !constants.empty());
    const auto bytes_with_end = static_cast<std::int64_t>(text.size()) + 1;
    const Stmt with_size = hir::LetStmt::make(
        text_bytes_name, hir::make_const(Halide::Int(64), bytes_with_end), launches);
    return {hir::LetStmt::make(text_name, hir::StringImm::make(text), with_size), text,
            offloader.launches()};
}

} // namespace tiramisu::lower
