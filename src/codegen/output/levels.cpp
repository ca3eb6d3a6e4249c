#include "codegen/output/levels.h"

#include <algorithm>
#include <set>

#include "codegen/entry/argument_names.h"
#include "codegen/entry/arguments.h"
#include "codegen/entry/error_calls.h"
#include "codegen/expressions/names.h"
#include "codegen/expressions/target.h"
#include "codegen/expressions/types.h"
#include "support/environment_variable.h"
#include "support/joined_names.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

std::vector<std::string> parts_of(const std::string &text) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        if (end > begin) {
            parts.push_back(text.substr(begin, end - begin));
        }
        begin = end + 1;
    }
    return parts;
}

std::string level_name(const std::string &function, const std::string &target) {
    return function + "_" + c_identifier(target);
}

[[noreturn]] void refuse(const std::vector<std::string> &levels, const std::string &why) {
    throw user_error("TIRAMISU_LEVELS \"" + support::joined(levels) + "\"", "codegen", why);
}

Expr can_use(const std::string &target) {
    const level_features features = features_of_level(parse_target(target));
    std::vector<Expr> words;
    for (const std::uint64_t word : features) {
        words.push_back(hir::make_const(Halide::UInt(64), static_cast<std::int64_t>(word)));
    }
    return runtime_call(Halide::Int(32), "tiramisu_can_use_level", words) != 0;
}

/// What the C function was called with, to be handed on.
std::vector<Expr> given_arguments(const core::program &program) {
    std::vector<Expr> given;
    for (const core::program_buffer &buffer : program.arguments) {
        given.push_back(hir::Variable::make(Halide::type_of<halide_buffer_t *>(),
                                            name_in_code(buffer.name) + ".buffer"));
    }
    for (const core::program_scalar &scalar : program.scalar_arguments) {
        given.push_back(hir::Variable::make(value_type(scalar.type), name_in_code(scalar.name)));
    }
    return given;
}

/// Calls a function, and returns its code where that is no success.
Stmt call(const std::string &function, const core::program &program) {
    const std::string status = "status";
    const Expr code = hir::Variable::make(Halide::Int(32), status);
    return hir::LetStmt::make(
        status,
        hir::Call::make(Halide::Int(32), function, given_arguments(program), hir::Call::Extern),
        hir::AssertStmt::make(code == 0, code));
}

} // namespace

target_levels::target_levels(const std::string &target)
    : names_(parts_of(support::environment_variable("TIRAMISU_LEVELS"))), now_(target) {
    if (!names_.empty()) {
        require_one_kind();
    }
}

void target_levels::require_one_kind() const {
    if (std::find(names_.begin(), names_.end(), now_) == names_.end()) {
        refuse(names_, "the target \"" + now_ + "\" is none of them; compile once for each level");
    }
    std::set<std::string> different;
    const Halide::Target first = parse_target(names_.front());
    for (const std::string &name : names_) {
        if (!different.insert(c_identifier(name)).second) {
            refuse(names_, "\"" + name + "\" is named twice");
        }
        if (name.empty() || name.compare(0, 4, "host") == 0) {
            refuse(names_, "\"" + name +
                               "\" is another target on every machine; name the features "
                               "of a level, as in \"avx2\"");
        }
        const Halide::Target target = parse_target(name);
        if (target.arch != first.arch) {
            refuse(names_, "\"" + names_.front() + "\" and \"" + name +
                               "\" are different kinds of processors; compile for each in a "
                               "library of its own");
        }
    }
}

std::string target_levels::name_now(const std::string &name) const {
    return empty() ? name : level_name(name, now_);
}

Stmt target_levels::choice_from(std::size_t first, const core::program &program,
                                const std::string &name) const {
    if (first == names_.size()) {
        return hir::AssertStmt::make(
            hir::const_false(), runtime_call(Halide::Int(32), "tiramisu_error_no_level",
                                             {Expr(program.name), Expr(support::joined(names_))}));
    }
    return hir::IfThenElse::make(can_use(names_[first]),
                                 call(level_name(name, names_[first]), program),
                                 choice_from(first + 1, program, name));
}

Halide::Module target_levels::chooser(const core::program &program, const std::string &name) const {
    Halide::Module module(name, every_processor_of(parse_target(now_)));
    module.append({name, function_arguments(program), choice_from(0, program, name),
                   Halide::LinkageType::External});
    return module;
}

} // namespace tiramisu::lower
