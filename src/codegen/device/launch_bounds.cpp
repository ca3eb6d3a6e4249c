#include "codegen/device/launch_bounds.h"

#include <optional>
#include <set>
#include <utility>

#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

/// The threads of a block, in three dimensions; nothing where only the running program knows.
std::optional<std::vector<int>> known_threads(const kernel_launch &kernel) {
    std::vector<int> numbers;
    for (const Halide::Expr &number : kernel.threads) {
        const auto known = hir::as_const_int(hir::simplify(number));
        if (!known) {
            return std::nullopt;
        }
        numbers.push_back(static_cast<int>(*known));
    }
    return numbers;
}

/// Elements of arrays of a thread that are registers: those whose places are numbers.
class register_search : public hir::IRVisitor {
public:
    int count() const { return static_cast<int>(elements_.size()); }

private:
    using hir::IRVisitor::visit;
    std::set<std::string> arrays_;
    std::set<std::pair<std::string, std::int64_t>> elements_;

    void visit(const hir::Allocate *op) override {
        if (op->memory_type == Halide::MemoryType::Register) {
            arrays_.insert(op->name);
        }
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Store *op) override {
        const auto *ramp = op->index.as<hir::Ramp>();
        const auto first = hir::as_const_int(ramp == nullptr ? op->index : ramp->base);
        for (int lane = 0; first && arrays_.count(op->name) > 0 && lane < op->value.type().lanes();
             ++lane) {
            elements_.emplace(op->name, *first + lane);
        }
        hir::IRVisitor::visit(op);
    }
};

/// CUDA C++ Programming Guide, "Compute Capabilities": registers of a multiprocessor and of a
/// thread, since 5.0.
constexpr int registers = 65536, most_of_thread = 255;

/// For indices, addresses and operands, as ptxas takes them in products of tiles without spilling.
constexpr int registers_beside = 48;

/// With fewer elements ptxas needs no telling.
constexpr int fewest_elements = 32;

std::string directives_of(const kernel_launch &kernel) {
    std::string text;
    for (const int number : known_threads(kernel).value_or(std::vector<int>())) {
        text += (text.empty() ? "\n.maxntid " : ", ") + std::to_string(number);
    }
    return kernel.blocks_at_once == 1
               ? text
               : text + "\n.minnctapersm " + std::to_string(kernel.blocks_at_once);
}

} // namespace

int blocks_at_once(const hir::Stmt &kernel, const kernel_launch &launch) {
    register_search kept;
    kernel.accept(&kept);
    const auto threads = known_threads(launch);
    if (!threads || kept.count() < fewest_elements) {
        return 1;
    }
    const int of_two_blocks = 2 * (*threads)[0] * (*threads)[1] * (*threads)[2];
    const bool have_room = of_two_blocks * (kept.count() + registers_beside) <= registers;
    return have_room && of_two_blocks * most_of_thread > registers ? 2 : 1;
}

std::string with_launch_bounds(std::string ptx, const std::vector<kernel_launch> &kernels) {
    for (const kernel_launch &kernel : kernels) {
        const std::size_t entry = ptx.find(".entry " + kernel.name + "(");
        const std::size_t body = entry == std::string::npos ? entry : ptx.find("\n{", entry);
        if (body == std::string::npos) {
            throw internal_error("there is no kernel \"" + kernel.name + "\" in the PTX");
        }
        ptx.insert(body, directives_of(kernel));
    }
    return ptx;
}

} // namespace tiramisu::lower
