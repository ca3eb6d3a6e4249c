#pragma once

#include <string>
#include <vector>

#include "codegen/expressions/halide.h"
#include "core/program/program.h"

namespace tiramisu::lower {

/// The levels of one kind of processor that a function is compiled for, one object each, and what
/// chooses among them when it is called.
class target_levels {
public:
    /// Those of TIRAMISU_LEVELS, separated by commas, of which `target` is compiled for now. Throws
    /// user_error where it is none of them, where one is named twice, where "host" is one, whose
    /// features nobody knows elsewhere, and where they are of several kinds of processors.
    explicit target_levels(const std::string &target);

    bool empty() const { return names_.empty(); }
    /// The C name of what is compiled now of a function called `name`.
    std::string name_now(const std::string &name) const;
    /// The function `name`, which calls that of the first level that the processor can run.
    Halide::Module chooser(const core::program &program, const std::string &name) const;

private:
    std::vector<std::string> names_;
    std::string now_;

    void require_one_kind() const;
    hir::Stmt choice_from(std::size_t first, const core::program &program,
                          const std::string &name) const;
};

} // namespace tiramisu::lower
