#include "unit/codegen/nest.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <dlfcn.h>
#include <unistd.h>

#include "support/subprocess.h"
#include "tiramisu/runtime.h"

namespace tiramisu::testing {

namespace {

std::string key(int depth) {
    return "depth" + std::to_string(depth);
}

isl_id *open_loop(isl_ast_build *build, void *depth) {
    int &level = *static_cast<int *>(depth);
    return isl_id_alloc(isl_ast_build_get_ctx(build), key(level++).c_str(), nullptr);
}

isl_ast_node *close_loop(isl_ast_node *node, isl_ast_build *, void *depth) {
    --*static_cast<int *>(depth);
    return node;
}

} // namespace

nest::nest(const std::string &schedule, const std::string &context) : context_(isl_ctx_alloc()) {
    int depth = 0;
    isl_ast_build *build =
        isl_ast_build_from_context(isl_set_read_from_str(context_, context.c_str()));
    build = isl_ast_build_set_before_each_for(build, open_loop, &depth);
    build = isl_ast_build_set_after_each_for(build, close_loop, &depth);
    isl_ast_node *root = isl_ast_build_node_from_schedule_map(
        build, isl_union_map_read_from_str(context_, schedule.c_str()));
    isl_ast_build_free(build);
    ast_ = std::make_unique<poly::ast>();
    ast_->root = isl::manage(root);
    for (int level = 0; level < 8; ++level) {
        ast_->loops[key(level)];
    }
}

nest::~nest() {
    ast_.reset();
    isl_ctx_free(context_);
}

nest &nest::kind(int depth, poly::loop_kind kind, std::vector<std::string> reductions) {
    ast_->loops[key(depth)].kind = kind;
    ast_->loops[key(depth)].reductions = std::move(reductions);
    return *this;
}

nest &nest::masked(int depth, int lanes) {
    ast_->loops[key(depth)].masked_lanes = lanes;
    return *this;
}

nest &nest::name(int depth, const std::string &name) {
    ast_->loops[key(depth)].name = name;
    return *this;
}

nest &nest::private_buffer(int depth, const std::string &buffer) {
    ast_->loops[key(depth)].private_buffers.push_back(buffer);
    return *this;
}

core::program_statement assign(const std::string &id, std::vector<std::string> iterators,
                               const std::string &buffer, std::vector<expr> index, expr value) {
    core::program_statement statement;
    statement.id = id;
    statement.iterators = std::move(iterators);
    statement.buffer = buffer;
    statement.index = std::move(index);
    statement.value = std::move(value);
    return statement;
}

core::program_statement update(const std::string &id, std::vector<std::string> iterators,
                               const std::string &buffer, std::vector<expr> index, op_t op,
                               expr operand) {
    const expr old(o_access, buffer, index, operand.get_data_type());
    core::program_statement statement =
        assign(id, std::move(iterators), buffer, std::move(index), expr(op, old, operand));
    statement.reduction = op;
    return statement;
}

core::program make_program(const std::string &name, std::vector<core::program_buffer> arguments,
                           std::vector<core::program_statement> statements) {
    core::program program;
    program.name = name;
    program.arguments = std::move(arguments);
    for (core::program_statement &statement : statements) {
        const std::string id = statement.id;
        program.statements.emplace(id, std::move(statement));
    }
    return program;
}

std::string read_file(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

command_result run_command(const std::string &command) {
    support::process_request what;
    what.words = {"sh", "-c", command};
    what.has_errors_in_output = true;
    const support::process_end ended = support::run_process(what);
    return {ended.is_success() ? 0 : 1, ended.output};
}

std::string library_folder() {
    Dl_info where = {};
    dladdr(reinterpret_cast<void *>(&tiramisu_version), &where);
    const std::string path = where.dli_fname;
    return path.substr(0, path.rfind('/'));
}

} // namespace tiramisu::testing
