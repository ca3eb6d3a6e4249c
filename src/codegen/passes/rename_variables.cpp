#include "codegen/passes/rename_variables.h"

#include "codegen/expressions/buffers.h"
#include "codegen/expressions/names.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

// Halide calls its own variables t1, t2, ..., and what it copies x$1, x$2, ...
std::string without_number(const std::string &name) {
    const std::size_t last = name.find_last_not_of("0123456789");
    if (last == std::string::npos || last + 1 == name.size()) {
        return name;
    }
    std::string stem = name.substr(0, last + 1);
    if (stem == "t") {
        return stem;
    }
    return stem.size() > 1 && stem.back() == '$' ? stem.substr(0, stem.size() - 1) : name;
}

/// Finds the names that stay: those not defined inside, and those under which memory is reached.
class fixed_names : public hir::IRVisitor {
public:
    explicit fixed_names(name_supply &supply) : supply_(supply) {}
    void define(const std::string &name) { defined_.insert(name); }
    const std::set<std::string> &memory() const { return memory_; }

private:
    name_supply &supply_;
    std::set<std::string> defined_, memory_;
    using hir::IRVisitor::visit;

    template <typename Node>
    void visit_definition(const Node *op) {
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
    template <typename Node>
    void visit_memory(const Node *op) {
        memory_.insert(op->name);
        supply_.reserve(op->name);
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Load *op) override { visit_memory(op); }
    void visit(const hir::Store *op) override { visit_memory(op); }
    void visit(const hir::Allocate *op) override { visit_memory(op); }
    void reserve(const std::string &name) {
        if (defined_.count(name) == 0) {
            supply_.reserve(name);
        }
    }
};

class renamer : public hir::IRMutator {
public:
    renamer(name_supply &supply, const std::set<std::string> &memory)
        : supply_(supply), memory_(memory) {}

    /// The new name of a variable that is defined from here until close().
    std::string open(const std::string &name) {
        std::string renamed = stays(name) ? name : supply_.fresh(without_number(name));
        new_names_[name].push_back(renamed);
        return renamed;
    }
    void close(const std::string &name) { new_names_[name].pop_back(); }

private:
    name_supply &supply_;
    const std::set<std::string> &memory_;
    std::map<std::string, std::vector<std::string>> new_names_;
    using hir::IRMutator::visit;

    // Memory is reached under the name of its pointer, and what belongs to it is called after it.
    bool stays(const std::string &name) const {
        return memory_.count(name) > 0 || is_name_of_layout(name) || name == "__user_context";
    }

    Expr visit(const hir::Variable *op) override {
        const auto found = new_names_.find(op->name);
        if (found == new_names_.end() || found->second.empty()) {
            return op;
        }
        return hir::Variable::make(op->type, found->second.back());
    }
    Expr visit(const hir::Let *op) override {
        const Expr value = mutate(op->value);
        const std::string name = open(op->name);
        const Expr body = mutate(op->body);
        close(op->name);
        return hir::Let::make(name, value, body);
    }
    Stmt visit(const hir::LetStmt *op) override {
        const Expr value = mutate(op->value);
        const std::string name = open(op->name);
        const Stmt body = mutate(op->body);
        close(op->name);
        return hir::LetStmt::make(name, value, body);
    }
    Stmt visit(const hir::For *op) override {
        const Expr min = mutate(op->min), extent = mutate(op->extent);
        // The end of a kernel's loop's name says what it is, and no kernel is inside of another.
        if (hir::is_gpu(op->for_type)) {
            return hir::For::make(op->name, min, extent, op->for_type, op->partition_policy,
                                  op->device_api, mutate(op->body));
        }
        const std::string name = open(op->name);
        const Stmt body = mutate(op->body);
        close(op->name);
        return hir::For::make(name, min, extent, op->for_type, op->partition_policy, op->device_api,
                              body);
    }
};

/// Renames the functions that are handed on as pointers; Halide writes them "::name".
class function_renamer : public hir::IRMutator {
public:
    explicit function_renamer(const std::map<std::string, std::string> &names) : names_(names) {}

private:
    const std::map<std::string, std::string> &names_;
    using hir::IRMutator::visit;

    Expr visit(const hir::Variable *op) override {
        const bool is_function = op->name.compare(0, 2, "::") == 0;
        const auto found = is_function ? names_.find(op->name.substr(2)) : names_.end();
        return found == names_.end() ? Expr(op)
                                     : hir::Variable::make(op->type, "::" + found->second);
    }
};

void rename_inside(hir::LoweredFunc &function, const std::map<std::string, std::string> &names) {
    function.body = function_renamer(names).mutate(function.body);
    name_supply supply;
    fixed_names fixed(supply);
    for (const hir::LoweredArgument &argument : function.args) {
        fixed.define(argument.name);
    }
    function.body.accept(&fixed);
    renamer rename(supply, fixed.memory());
    for (hir::LoweredArgument &argument : function.args) {
        if (argument.is_scalar()) {
            argument.name = rename.open(argument.name);
        }
    }
    function.body = rename.mutate(function.body);
}

} // namespace

hir::Stmt rename_variables(const hir::Stmt &stmt) {
    name_supply supply;
    fixed_names fixed(supply);
    stmt.accept(&fixed);
    return renamer(supply, fixed.memory()).mutate(stmt);
}

void rename_tasks(const std::string &prefix, std::vector<hir::LoweredFunc> &tasks,
                  hir::Stmt &entry) {
    std::map<std::string, std::string> names;
    for (hir::LoweredFunc &task : tasks) {
        const std::string name = prefix + "_parallel_loop_" + std::to_string(names.size());
        names[task.name] = name;
        task.name = name;
    }
    for (hir::LoweredFunc &task : tasks) {
        rename_inside(task, names);
    }
    entry = rename_variables(function_renamer(names).mutate(entry));
}

} // namespace tiramisu::lower
