#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "codegen/compile.h"
#include "core/program/program.h"
#include "polyhedral/ast.h"
#include "support/environment_setting.h"
#include "support/temporary_folder.h"

namespace tiramisu::testing {

/// A loop nest made by isl from a schedule map: "{ S[i,j] -> [i,j] : 0 <= i < 8 and ... }".
class nest {
public:
    explicit nest(const std::string &schedule, const std::string &context = "{ : }");
    ~nest();
    nest(const nest &) = delete;
    nest &operator=(const nest &) = delete;

    /// Says how the loops at a depth run, outermost 0.
    nest &kind(int depth, poly::loop_kind kind, std::vector<std::string> reductions = {});
    /// A vectorized loop runs on so many lanes, those beyond its end switched off.
    nest &masked(int depth, int lanes);
    nest &name(int depth, const std::string &name);
    nest &private_buffer(int depth, const std::string &buffer);

    const poly::ast &ast() const { return *ast_; }

private:
    isl_ctx *context_;
    std::unique_ptr<poly::ast> ast_;
};

/// A statement `buffer(index) = value`.
core::program_statement assign(const std::string &id, std::vector<std::string> iterators,
                               const std::string &buffer, std::vector<expr> index, expr value);
/// A statement `buffer(index) = op(buffer(index), operand)`.
core::program_statement update(const std::string &id, std::vector<std::string> iterators,
                               const std::string &buffer, std::vector<expr> index, op_t op,
                               expr operand);

core::program make_program(const std::string &name, std::vector<core::program_buffer> arguments,
                           std::vector<core::program_statement> statements);

/// An int32 iterator.
inline expr it(const std::string &name) {
    return expr::variable(name, p_int32);
}
inline expr at(const std::string &buffer, std::vector<expr> index, primitive_t type) {
    return expr(o_access, buffer, std::move(index), type);
}

std::string read_file(const std::string &path);
/// What a shell command prints, and how it ends.
struct command_result {
    int status;
    std::string output;
};
command_result run_command(const std::string &command);

/// Where the library that this test runs with lies; the runtime lies beside it.
std::string library_folder();

} // namespace tiramisu::testing
