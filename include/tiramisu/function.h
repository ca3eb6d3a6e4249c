#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tiramisu/buffer.h"
#include "tiramisu/computation.h"
#include "tiramisu/jit.h"
#include "tiramisu/options.h"

namespace tiramisu {

namespace core {
struct function_state;
}

/// What is done with a schedule that would change the meaning of the program.
enum class legality {
    refuse, ///< code generation throws schedule_error (the default)
    warn,   ///< code is generated; legality_warnings() tells what is wrong
    off     ///< not checked
};

/// What becomes one C function: owns its computations, buffers and constants.
class function {
public:
    explicit function(const std::string &name, source_place where = source_place::current());
    explicit function(std::shared_ptr<core::function_state> state) : state_(std::move(state)) {}

    const std::string &get_name() const;

    /// Arguments of the C function, in order. `object` is the path of the object file; the header
    /// is written beside it as `object`.h.
    void codegen(const std::vector<buffer *> &arguments, const std::string &object,
                 const options &how = {}, source_place where = source_place::current());
    /// Compiles into this process, by the same path.
    compiled_function compile(const std::vector<buffer *> &arguments, const options &how = {},
                              source_place where = source_place::current());

    /// Constraints on parameters that the compiler may assume: "[N]->{: N >= 8}".
    void add_context_constraints(const std::string &isl_set,
                                 source_place where = source_place::current());

    void set_legality(legality what);
    /// Forbids to change the order in which a reduction adds up its terms.
    void set_strict_reductions(bool strict);
    /// True if the schedule, as it stands, keeps the meaning of the program.
    bool check_legality_of_function(source_place where = source_place::current());
    /// Takes the order as scheduled at this moment for the meaning of the program.
    void perform_full_dependency_analysis(source_place where = source_place::current());
    /// Texts of what `legality::warn` let pass at the last code generation.
    std::vector<std::string> legality_warnings() const;

    /// One line a dependence: kind, buffer, computations, relation in isl's notation.
    std::string dependences_text() const;
    /// The schedule commands, as the C++ that gives them.
    std::string schedule_text() const;
    /// The generated loops, C-like, with tags.
    std::string loops_text();
    /// The statement that goes to the code generator, after all passes.
    std::string stmt_text(const std::vector<buffer *> &arguments, const options &how = {});

    core::function_state *state() const { return state_.get(); }

private:
    std::shared_ptr<core::function_state> state_;
};

/// Opens the implicit function of this thread: computations, buffers and constants that are made
/// from now on belong to it.
void init(const std::string &name, source_place where = source_place::current());
void init();

/// Generates the implicit function: object file and header.
void codegen(const std::vector<buffer *> &arguments, const std::string &object,
             const options &how = {}, source_place where = source_place::current());

bool check_legality_of_function(source_place where = source_place::current());
void perform_full_dependency_analysis(source_place where = source_place::current());

namespace global {
/// The function of the last init(name). Throws user_error if there is none.
function *get_implicit_function(source_place where = source_place::current());
void set_default_tiramisu_options();
} // namespace global

} // namespace tiramisu
