#include "codegen/loops/kept_elements.h"

#include <vector>

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

/// Where the body of a loop touches a buffer.
class element_use_finder : public hir::IRVisitor {
public:
    explicit element_use_finder(std::string buffer) : buffer_(std::move(buffer)) {}

    std::vector<const hir::Store *> stores;
    std::vector<const hir::Load *> loads;
    hir::Scope<> defined; ///< in the body
    bool has_branches = false;

private:
    using hir::IRVisitor::visit;
    std::string buffer_;

    void visit(const hir::Store *op) override {
        if (op->name == buffer_) {
            stores.push_back(op);
        }
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Load *op) override {
        if (op->name == buffer_) {
            loads.push_back(op);
        }
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::LetStmt *op) override {
        defined.push(op->name);
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Let *op) override {
        defined.push(op->name);
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::IfThenElse *op) override {
        has_branches = true;
        hir::IRVisitor::visit(op);
    }
};

/// Puts a variable of its own in the place of an element.
class element_replacer : public hir::IRMutator {
public:
    element_replacer(const hir::Store *element, std::string kept)
        : element_(element), kept_(std::move(kept)) {}

    Expr load() const {
        return hir::Load::make(element_->value.type(), kept_, 0, {}, {}, hir::const_true(), {});
    }
    Stmt store(const Expr &value) const {
        return hir::Store::make(kept_, value, 0, {}, hir::const_true(), {});
    }

private:
    using hir::IRMutator::visit;
    const hir::Store *element_;
    std::string kept_;

    Expr visit(const hir::Load *op) override {
        return op->name == element_->name && hir::equal(op->index, element_->index)
                   ? load()
                   : hir::IRMutator::visit(op);
    }
    Stmt visit(const hir::Store *op) override {
        return op->name == element_->name ? store(mutate(op->value)) : hir::IRMutator::visit(op);
    }
};

bool is_same_element(const hir::Load *load, const hir::Store *store) {
    return hir::is_const_zero(hir::simplify(load->index - store->index));
}

/// Whether all that the loop does with the element can be done with a copy of it.
bool can_be_kept(const hir::For *loop, const element_use_finder &uses) {
    if (uses.has_branches || uses.stores.size() != 1) {
        return false;
    }
    const hir::Store *store = uses.stores.front();
    bool is_safe = hir::is_const_one(store->predicate) && store->value.type().is_scalar() &&
                   !hir::expr_uses_var(store->index, loop->name) &&
                   !hir::expr_uses_vars(store->index, uses.defined);
    for (const hir::Load *load : uses.loads) {
        const bool is_replaced = hir::equal(load->index, store->index);
        const bool is_alike =
            load->type == store->value.type() && hir::is_const_one(load->predicate);
        is_safe = is_safe && (is_replaced ? is_alike : !is_same_element(load, store));
    }
    return is_safe;
}

Stmt kept(const hir::For *loop, const std::string &buffer, name_supply &supply) {
    element_use_finder uses(buffer);
    loop->body.accept(&uses);
    if (!can_be_kept(loop, uses)) {
        return loop;
    }
    const hir::Store *element = uses.stores.front();
    const std::string name = supply.fresh(buffer + ".kept");
    element_replacer with_copy(element, name);
    const Expr value = hir::Load::make(element->value.type(), buffer, element->index, {},
                                       element->param, hir::const_true(), {});
    const Stmt back = hir::Store::make(buffer, with_copy.load(), element->index, element->param,
                                       hir::const_true(), {});
    const Stmt inside =
        hir::For::make(loop->name, loop->min, loop->extent, loop->for_type, loop->partition_policy,
                       loop->device_api, with_copy.mutate(loop->body));
    const Stmt whole = hir::Allocate::make(
        name, element->value.type(), Halide::MemoryType::Stack, {1}, hir::const_true(),
        hir::Block::make({with_copy.store(value), inside, back}));
    // Where the loop does not run, the element may not be there.
    return hir::IfThenElse::make(0 < loop->extent, whole);
}

} // namespace

hir::Stmt keep_elements(const hir::Stmt &loop, const std::set<std::string> &buffers,
                        name_supply &supply) {
    const auto *serial = loop.as<hir::For>();
    return serial == nullptr || buffers.size() != 1 ? loop : kept(serial, *buffers.begin(), supply);
}

} // namespace tiramisu::lower
