#include "codegen/entry/entry.h"

#include <algorithm>
#include <set>

#include "codegen/entry/arguments.h"
#include "codegen/entry/descriptor_checks.h"
#include "codegen/entry/overlap_checks.h"
#include "codegen/entry/requirement_checks.h"
#include "codegen/expressions/expressions.h"
#include "codegen/expressions/types.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

/// The names and loads in a statement or expression, inner loads before those that need them.
class use_collector : public hir::IRVisitor {
public:
    std::set<std::string> names;
    std::vector<const hir::Load *> loads;

private:
    using hir::IRVisitor::visit;
    void visit(const hir::Variable *op) override { names.insert(op->name); }
    void visit(const hir::Load *op) override {
        hir::IRVisitor::visit(op);
        loads.push_back(op);
    }
};

template <typename Tree>
use_collector uses_in(const Tree &tree) {
    use_collector uses;
    tree.accept(&uses);
    return uses;
}

/// Values can be checked only where there is memory.
argument_checks shape_checks_of(const options &opts) {
    return opts.validate && opts.checks == argument_checks::none ? argument_checks::memory
                                                                 : opts.checks;
}

} // namespace

function_entry::function_entry(const core::program &program, const buffer_table &buffers,
                               const environment &names, const options &opts, name_supply &supply)
    : program_(program), buffers_(buffers), names_(names), opts_(shape_checks_of(opts)) {
    collect_definitions();
    define_constants(false);
    check_descriptions();
    for (const core::program_buffer &argument : program_.arguments) {
        const buffer_layout &buffer = buffers_.at(argument.name);
        steps_.push_back({{}, buffer.name(), memory_of(buffer)});
    }
    // Sizes follow from scalars: what is wrong with these is said first.
    check_requirements(opts, false, supply);
    define_sizes(false);
    check_shapes(false);
    define_constants(true);
    define_sizes(true);
    check_shapes(true);
    check_overlaps();
    if (opts_ != argument_checks::none) {
        check(storage_checks(program_, names_));
    }
    if (opts.validate) {
        check_whole_arguments();
    }
    check_requirements(opts, true, supply);
}

Stmt function_entry::before(Stmt body) const {
    for (auto next = steps_.rbegin(); next != steps_.rend(); ++next) {
        body = next->check.defined() ? hir::Block::make(next->check, body)
                                     : hir::LetStmt::make(next->name, next->value, body);
    }
    return body;
}

void function_entry::collect_definitions() {
    for (const core::program_scalar &constant : program_.constants) {
        definitions_[name_in_code(constant.name)].value =
            Halide::cast(value_type(constant.type), to_halide(constant.value, names_));
    }
    for (const core::program_buffer &argument : program_.arguments) {
        for (const auto &[name, value] : buffers_.at(argument.name).bindings()) {
            definitions_[name].value = value;
        }
    }
}

template <typename Tree>
bool function_entry::depends_on_memory(const Tree &tree) const {
    const use_collector uses = uses_in(tree);
    if (!uses.loads.empty()) {
        return true;
    }
    for (const std::string &name : uses.names) {
        const auto used = definitions_.find(name);
        if (used != definitions_.end() && depends_on_memory(used->second.value)) {
            return true;
        }
    }
    return false;
}

void function_entry::define(const std::string &name) {
    const auto found = definitions_.find(name);
    if (found == definitions_.end() || found->second.state == progress::done) {
        return;
    }
    definition &wanted = found->second;
    if (wanted.state == progress::begun) {
        throw unsupported_error("function \"" + program_.name + "\"", "",
                                "\"" + name_in_program(name) +
                                    "\" is needed to find the element of an argument from which "
                                    "it is read; give the argument sizes that do not depend on it");
    }
    wanted.state = progress::begun;
    define_names_in(wanted.value);
    check_reads(wanted.value);
    steps_.push_back({{}, name, wanted.value});
    wanted.state = progress::done;
}

template <typename Tree>
void function_entry::define_names_in(const Tree &tree) {
    for (const std::string &name : uses_in(tree).names) {
        define(name);
    }
}

const buffer_layout &function_entry::layout_of(const hir::Load &load) const {
    return std::find_if(buffers_.begin(), buffers_.end(),
                        [&](const auto &buffer) { return buffer.second.name() == load.name; })
        ->second;
}

void function_entry::define_constants(bool from_memory) {
    for (const core::program_scalar &constant : program_.constants) {
        const std::string name = name_in_code(constant.name);
        if (depends_on_memory(definitions_.at(name).value) == from_memory) {
            define(name);
        }
    }
}

void function_entry::define_sizes(bool from_memory) {
    for (const core::program_buffer &argument : program_.arguments) {
        for (const auto &[name, value] : buffers_.at(argument.name).bindings()) {
            if (depends_on_memory(value) == from_memory) {
                define(name);
            }
        }
    }
}

void function_entry::check(const std::vector<Stmt> &checks) {
    for (const Stmt &one : checks) {
        define_names_in(one);
        steps_.push_back({one, {}, {}});
    }
}

void function_entry::check_descriptions() {
    if (opts_ == argument_checks::none) {
        return;
    }
    for (const core::program_buffer &argument : program_.arguments) {
        const buffer_layout &buffer = buffers_.at(argument.name);
        const auto [name, bytes] = description(program_, buffer);
        steps_.push_back({{}, name, bytes});
        check({description_check(program_, buffer)});
    }
}

void function_entry::check_overlaps() {
    if (opts_ == argument_checks::none) {
        return;
    }
    check(overlap_checks(program_, buffers_, names_));
}

void function_entry::check_reads(const Expr &value) {
    if (opts_ == argument_checks::none) {
        return;
    }
    for (const hir::Load *load : uses_in(value).loads) {
        check(element_checks(program_, layout_of(*load), load->index));
    }
}

void function_entry::check_shapes(bool from_memory) {
    if (opts_ == argument_checks::none) {
        return;
    }
    for (const core::program_buffer &argument : program_.arguments) {
        const std::vector<Stmt> checks =
            shape_checks(program_, buffers_.at(argument.name), names_, opts_);
        if (!checks.empty() && depends_on_memory(hir::Block::make(checks)) == from_memory) {
            check(checks);
        }
    }
}

void function_entry::check_whole_arguments() {
    for (const core::program_buffer &argument : program_.arguments) {
        check({whole_memory_check(program_, buffers_.at(argument.name))});
    }
}

void function_entry::check_requirements(const options &opts, bool after_shapes,
                                        name_supply &supply) {
    for (const core::program_requirement &one : program_.requirements) {
        if (!opts.validate && (!one.in_every_call || opts_ == argument_checks::none)) {
            continue;
        }
        const Stmt values = requirement_check(program_, one, names_, supply);
        const bool is_first = one.in_every_call && !depends_on_memory(values);
        if (is_first == after_shapes) {
            continue;
        }
        if (opts_ == argument_checks::memory && !opts.validate) {
            check_whole_arguments_in(values);
        }
        check({values});
    }
}

void function_entry::check_whole_arguments_in(const Stmt &values) {
    std::set<std::string> names;
    for (const hir::Load *load : uses_in(values).loads) {
        if (names.insert(load->name).second) {
            check({whole_memory_check(program_, layout_of(*load))});
        }
    }
}

} // namespace tiramisu::lower
