#include <cstdlib>

#include "polyhedral/ast.h"
#include "polyhedral/unmarked_text.h"
#include "polyhedral/work_limit.h"

namespace tiramisu::poly {

namespace {

// S(repeated loops..., i, j) is printed as S(i, j).
isl_printer *print_user(isl_printer *printer, isl_ast_print_options *options, isl_ast_node *node,
                        void *user) {
    isl_ast_print_options_free(options);
    const ast &loops = *static_cast<const ast *>(user);
    isl_ast_expr *call = isl_ast_node_user_get_expr(node);
    isl_ast_expr *callee = isl_ast_expr_op_get_arg(call, 0);
    isl_id *id = isl_ast_expr_id_get_id(callee);
    const std::string name = isl_id_get_name(id);
    const auto repeated = loops.repeated_loops.find(name);
    const int first = repeated == loops.repeated_loops.end() ? 1 : repeated->second + 1;
    printer = isl_printer_print_str(isl_printer_start_line(printer), (name + "(").c_str());
    for (int i = first; i < isl_ast_expr_op_get_n_arg(call); ++i) {
        isl_ast_expr *argument = isl_ast_expr_op_get_arg(call, i);
        printer = i > first ? isl_printer_print_str(printer, ", ") : printer;
        printer = isl_printer_print_ast_expr(printer, argument);
        isl_ast_expr_free(argument);
    }
    isl_id_free(id);
    isl_ast_expr_free(callee);
    isl_ast_expr_free(call);
    return isl_printer_end_line(isl_printer_print_str(printer, ");"));
}

isl_printer *print_for(isl_printer *printer, isl_ast_print_options *options, isl_ast_node *node,
                       void *user) {
    const auto &loops = static_cast<const ast *>(user)->loops;
    const auto info = loops.find(annotation_of(isl::manage_copy(node)));
    if (info != loops.end() && !info->second.name.empty()) {
        const std::string kind = to_string(info->second.kind);
        const std::string comment =
            "// " + kind + (kind.empty() ? "" : " ") + "loop " + info->second.name +
            (info->second.masked_lanes > 0
                 ? ", masked to " + std::to_string(info->second.masked_lanes) + " lanes"
                 : "");
        printer = isl_printer_start_line(printer);
        printer = isl_printer_print_str(printer, comment.c_str());
        printer = isl_printer_end_line(printer);
    }
    return isl_ast_node_for_print(node, printer, options);
}

} // namespace

std::string to_text(const ast &loops) {
    isl_ctx *ctx = isl_ast_node_get_ctx(loops.root.get());
    const unlimited_work whole(ctx);
    ast state = loops;
    isl_ast_print_options *options = isl_ast_print_options_alloc(ctx);
    options = isl_ast_print_options_set_print_for(options, print_for, &state);
    options = isl_ast_print_options_set_print_user(options, print_user, &state);
    isl_printer *printer = isl_printer_to_str(ctx);
    printer = isl_printer_set_output_format(printer, ISL_FORMAT_C);
    printer = isl_ast_node_print(loops.root.get(), printer, options);
    char *text = isl_printer_get_str(printer);
    isl_printer_free(printer);
    std::string result = text;
    free(text);
    return loops.kernels.empty() ? result : unmarked_text(result);
}

} // namespace tiramisu::poly
