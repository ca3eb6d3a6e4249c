#include "codegen/device/launch_bounds.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tiramisu::lower {

namespace {

using Halide::Expr;

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

/// CUDA C++ Programming Guide, "Compute Capabilities": a multiprocessor has four parts, each with
/// registers for so many threads with one register; warps are dealt out to them, up to 64.
constexpr int parts = 4, registers_of_lane = 512, lanes_of_warp = 32, most_warps = 64;

/// For indices, addresses and operands, as ptxas takes them in products of tiles without spilling;
/// with some more to spare where that costs one block of many, and not one of two.
constexpr int registers_beside = 48, registers_to_spare = 16;

/// With fewer elements ptxas needs no telling.
constexpr int fewest_elements = 32;

int divided_up(int number, int by) {
    return (number + by - 1) / by;
}

/// As many blocks of so many threads as leave each thread so many registers.
int blocks_with(int needed, int threads) {
    const int warps_of_block = divided_up(threads, lanes_of_warp);
    int blocks = 1;
    for (int more = 2; more * warps_of_block <= most_warps; ++more) {
        if (registers_of_lane / divided_up(more * warps_of_block, parts) >= needed) {
            blocks = more;
        }
    }
    return blocks;
}

std::string directives(const launch_bounds &of) {
    const auto number = [](int value) { return std::to_string(value); };
    std::string text = ".maxntid " + number(of.threads[0]) + ", " + number(of.threads[1]) + ", " +
                       number(of.threads[2]) + "\n";
    if (of.blocks > 1) {
        text += ".minnctapersm " + number(of.blocks) + "\n";
    }
    return text;
}

} // namespace

launch_bounds launch_bounds_of(const hir::Stmt &kernel, const Expr (&threads)[3]) {
    launch_bounds made;
    int all = 1;
    for (int d = 0; d < 3; ++d) {
        made.threads[d] = static_cast<int>(*hir::as_const_int(threads[d]));
        all *= made.threads[d];
    }
    register_search kept;
    kernel.accept(&kept);
    if (kept.count() >= fewest_elements) {
        const int for_each = kept.count() + registers_beside;
        made.blocks = std::max(std::min(blocks_with(for_each, all), 2),
                               blocks_with(for_each + registers_to_spare, all));
    }
    return made;
}

std::string with_launch_bounds(const std::string &ptx,
                               const std::map<std::string, launch_bounds> &kernels) {
    std::string made = ptx;
    for (const auto &[name, bounds] : kernels) {
        const std::size_t entry = made.find(".entry " + name + "(");
        const std::size_t body = entry == std::string::npos ? entry : made.find('{', entry);
        if (body != std::string::npos) {
            made.insert(body, directives(bounds));
        }
    }
    return made;
}

} // namespace tiramisu::lower
