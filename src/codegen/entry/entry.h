#pragma once

#include <map>
#include <string>
#include <vector>

#include "codegen/expressions/buffers.h"
#include "codegen/expressions/environment.h"
#include "codegen/expressions/halide.h"
#include "codegen/expressions/names.h"
#include "core/program/program.h"
#include "tiramisu/options.h"

namespace tiramisu::lower {

/// What a generated function does before its loops: checks its arguments, and defines their memory,
/// their sizes that are no literals, and the program's constants.
///
/// Constants may be read from arguments, and sizes of arguments may name constants. Every name is
/// defined before what uses it, nothing is read from an argument before it is known to have the
/// memory, and arguments are checked as early as their sizes are known.
class function_entry {
public:
    /// `names` has a variable for every scalar and constant, `buffers` every argument. Throws
    /// unsupported_error where a constant determines where it lies itself.
    function_entry(const core::program &program, const buffer_table &buffers,
                   const environment &names, const options &opts, name_supply &supply);

    /// The entry and what follows it.
    hir::Stmt before(hir::Stmt body) const;

private:
    /// One step of the entry: a check, or the definition of a name.
    struct step {
        hir::Stmt check;
        std::string name;
        Halide::Expr value;
    };
    enum class progress { waiting, begun, done };
    struct definition {
        Halide::Expr value;
        progress state = progress::waiting;
    };

    const core::program &program_;
    const buffer_table &buffers_;
    const environment &names_;
    argument_checks opts_;
    std::map<std::string, definition> definitions_;
    std::vector<step> steps_;

    void collect_definitions();
    template <typename Tree>
    bool depends_on_memory(const Tree &tree) const;
    void define(const std::string &name);
    template <typename Tree>
    void define_names_in(const Tree &tree);
    void define_constants(bool from_memory);
    void define_sizes(bool from_memory);
    void check(const std::vector<hir::Stmt> &checks);
    void check_descriptions();
    void check_overlaps();
    void check_reads(const Halide::Expr &value);
    const buffer_layout &layout_of(const hir::Load &load) const;
    void check_shapes(bool from_memory);
    void check_whole_arguments();
    void check_whole_arguments_in(const hir::Stmt &values);
    void check_requirements(const options &opts, bool after_shapes, name_supply &supply);
};

} // namespace tiramisu::lower
