#include "codegen/rename_variables.h"

#include "codegen/names.h"

namespace tiramisu::codegen {

namespace {

using Halide::Expr;
using hir::Stmt;

// "t12" and "i$3" are names made from "t" and "i".
std::string without_number(const std::string &name) {
    const std::size_t last = name.find_last_not_of("0123456789");
    const bool is_only_number = last == std::string::npos;
    const std::string stem = is_only_number ? name : name.substr(0, last + 1);
    return stem.size() > 1 && stem.back() == '$' ? stem.substr(0, stem.size() - 1) : stem;
}

class free_names : public hir::IRVisitor {
public:
    explicit free_names(name_supply &supply) : supply_(supply) {}

private:
    name_supply &supply_;
    std::set<std::string> defined_;
    using hir::IRVisitor::visit;

    template <typename Node> void visit_definition(const Node *op) {
        const bool is_new = defined_.insert(op->name).second;
        hir::IRVisitor::visit(op);
        if (is_new) {
            defined_.erase(op->name);
        }
    }
    void visit(const hir::Let *op) override { visit_definition(op); }
    void visit(const hir::LetStmt *op) override { visit_definition(op); }
    void visit(const hir::For *op) override { visit_definition(op); }
    void visit(const hir::Variable *op) override { reserve(op->name); }
    void visit(const hir::Load *op) override {
        reserve(op->name);
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Store *op) override {
        reserve(op->name);
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Allocate *op) override {
        supply_.reserve(op->name);
        hir::IRVisitor::visit(op);
    }
    void reserve(const std::string &name) {
        if (defined_.count(name) == 0) {
            supply_.reserve(name);
        }
    }
};

class renamer : public hir::IRMutator {
public:
    explicit renamer(name_supply &supply) : supply_(supply) {}

private:
    name_supply &supply_;
    std::map<std::string, std::vector<std::string>> new_names_;
    using hir::IRMutator::visit;

    // Memory is reached under the name of its pointer: those names, and what belongs to them
    // ("in.buffer", "in.stride.0"), are ours and stay.
    static bool is_ours(const std::string &name, const Expr &value) {
        return (value.defined() && value.type().is_handle()) ||
               name.find(".size.") != std::string::npos ||
               name.find(".stride.") != std::string::npos;
    }

    std::string open(const std::string &name, const Expr &value) {
        const std::string renamed =
            is_ours(name, value) ? name : supply_.fresh(without_number(name));
        new_names_[name].push_back(renamed);
        return renamed;
    }
    void close(const std::string &name) { new_names_[name].pop_back(); }

    Expr visit(const hir::Variable *op) override {
        const auto found = new_names_.find(op->name);
        if (found == new_names_.end() || found->second.empty()) {
            return op;
        }
        return hir::Variable::make(op->type, found->second.back());
    }
    Expr visit(const hir::Let *op) override {
        const Expr value = mutate(op->value);
        const std::string name = open(op->name, op->value);
        const Expr body = mutate(op->body);
        close(op->name);
        return hir::Let::make(name, value, body);
    }
    Stmt visit(const hir::LetStmt *op) override {
        const Expr value = mutate(op->value);
        const std::string name = open(op->name, op->value);
        const Stmt body = mutate(op->body);
        close(op->name);
        return hir::LetStmt::make(name, value, body);
    }
    Stmt visit(const hir::For *op) override {
        const Expr min = mutate(op->min), extent = mutate(op->extent);
        const std::string name = open(op->name, Expr());
        const Stmt body = mutate(op->body);
        close(op->name);
        return hir::For::make(name, min, extent, op->for_type, op->partition_policy,
                              op->device_api, body);
    }
};

} // namespace

hir::Stmt rename_variables(const hir::Stmt &stmt) {
    name_supply supply;
    free_names collector(supply);
    stmt.accept(&collector);
    return renamer(supply).mutate(stmt);
}

} // namespace tiramisu::codegen
