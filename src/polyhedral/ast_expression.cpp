#include "polyhedral/ast_expression.h"

#include <memory>

namespace tiramisu::poly {

namespace {

struct build_deleter {
    void operator()(isl_ast_build *build) const { isl_ast_build_free(build); }
};

using owned_build = std::unique_ptr<isl_ast_build, build_deleter>;

/// While it lives, pieces that are a minimum or a maximum are written as such.
class detected_minima {
public:
    explicit detected_minima(isl_ctx *ctx)
        : ctx_(ctx), before_(isl_options_get_ast_build_detect_min_max(ctx)) {
        isl_options_set_ast_build_detect_min_max(ctx_, 1);
    }
    detected_minima(const detected_minima &) = delete;
    detected_minima &operator=(const detected_minima &) = delete;
    ~detected_minima() { isl_options_set_ast_build_detect_min_max(ctx_, before_); }

private:
    isl_ctx *ctx_;
    int before_;
};

} // namespace

isl_ast_expr_op_type operation_of(const isl::ast_expr_op &expression) {
    return isl_ast_expr_op_get_type(expression.get());
}

isl::ast_expr as_expression(const isl::pw_aff &value) {
    const owned_build build(isl_ast_build_alloc(isl_pw_aff_get_ctx(value.get())));
    return isl::manage(isl_ast_build_expr_from_pw_aff(build.get(), value.copy()));
}

isl::ast_expr as_expression(const isl::pw_aff &value, const std::vector<std::string> &iterators) {
    isl_ctx *ctx = isl_pw_aff_get_ctx(value.get());
    isl_pw_aff *named = isl_pw_aff_reset_tuple_id(value.copy(), isl_dim_in);
    for (std::size_t i = 0; i < iterators.size(); ++i) {
        isl_id *name = isl_id_alloc(ctx, iterators[i].c_str(), nullptr);
        named = isl_pw_aff_set_dim_id(named, isl_dim_in, static_cast<unsigned>(i), name);
    }
    const detected_minima detected(ctx);
    isl_set *everywhere = isl_set_universe(isl_pw_aff_get_domain_space(named));
    const owned_build build(isl_ast_build_from_context(everywhere));
    return isl::manage(isl_ast_build_expr_from_pw_aff(build.get(), named));
}

isl::ast_expr as_condition(const isl::set &parameters) {
    isl_set *context = isl_set_universe(isl_set_get_space(parameters.get()));
    const owned_build build(isl_ast_build_from_context(context));
    return isl::manage(isl_ast_build_expr_from_set(build.get(), parameters.copy()));
}

} // namespace tiramisu::poly
