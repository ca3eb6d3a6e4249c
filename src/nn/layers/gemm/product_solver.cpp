#include "nn/layers/gemm/product_solver.h"

#include <algorithm>
#include <numeric>

#include "nn/layers/gemm/blocked_product.h"
#include "nn/layers/gemm/tensors.h"

namespace tiramisu::nn {

namespace {

/// Whether an element of b takes from memory more than about an eighth of the time of its products,
/// as for convolutions, but not nearly all of it: then the processor asks ahead by itself, as the
/// panels lie. Products of narrow numbers take four times as many elements an instruction, and
/// asking would take longer than they.
bool waits_for_b(const gemm_task &task) {
    constexpr int few_rows = 8, many_rows = 400;
    const gemm_problem &p = task.problem;
    const double bytes = static_cast<double>(bytes_of(p.types().right)) * p.k * p.n;
    return task.constant_b && p.types().right == element_type::f32 && p.m >= few_rows &&
           p.m <= many_rows && bytes > task.target.l1_bytes;
}

/// Whether so many rows of this length find room in the sets of the first-level cache that they
/// meet in, beside b: rows of half a page meet in two.
bool find_room(int rows, int floats) {
    const int sets = machine::page_floats / std::gcd(floats, machine::page_floats);
    return (rows + sets - 1) / sets < machine::l1_ways;
}

/// Whether tiles read rows of a as they lie.
bool reads_a_in_place(const gemm_task &task, const product_blocks &blocking) {
    const gemm_problem &p = task.problem;
    return !p.transa && p.types().left == element_type::f32 && blocking.form.width == 1 &&
           blocking.fills_depth() && p.k % machine::page_floats != 0 &&
           find_room(std::min(blocking.rows, p.m), p.k);
}

} // namespace

std::size_t product_solver::workspace_bytes(const gemm_task &task,
                                            const configuration &chosen) const {
    const product_blocks blocking(product_sizes::of(task.problem), task.target.lanes, chosen,
                                  form_of(task));
    return (reads_a_in_place(task, blocking) ? 0 : blocking.a_bytes()) +
           (task.constant_b ? 0 : blocking.b_bytes());
}

std::vector<tunable> product_solver::tunables(const gemm_task &task) const {
    return product_tunables(product_sizes::of(task.problem), task.target, form_of(task));
}

configuration product_solver::default_configuration(const gemm_task &task) const {
    return default_product_blocks(product_sizes::of(task.problem), task.target, form_of(task));
}

gemm_program product_solver::generate(const gemm_task &task, const configuration &chosen,
                                      const std::string &name) const {
    const product_blocks blocking(product_sizes::of(task.problem), task.target.lanes, chosen,
                                  form_of(task));
    const b_arrangement b = task.constant_b ? in_panels(blocking) : plain_b(task.problem);
    std::optional<program> packer;
    if (task.constant_b) {
        packer = b_packer(task.problem, b, name + "_pack_weights");
    }

    function_scope scope(name);
    const gemm_tensors tensors(task.problem, b);
    product_elements of;
    of.a = [&](const expr &i, const expr &p) -> expr { return tensors.a(i, p); };
    of.b = [&](const expr &p, const expr &j) -> expr { return tensors.b(p, j); };
    of.a_is_in_place = reads_a_in_place(task, blocking);
    of.b_is_packed = task.constant_b;
    if (waits_for_b(task)) {
        of.awaited_b = tensors.b;
    }
    of.start = [&](const expr &i, const expr &j) { return tensors.start(i, j); };
    of.scaled = [&](const expr &sum) { return tensors.scaled(sum); };
    of.finished = [&](const expr &sum, const expr &, const expr &) {
        return tensors.finished(sum);
    };
    of.c_before = tensors.c;
    of.c_place = [](const expr &i, const expr &j) -> std::vector<expr> { return {i, j}; };
    of.store_in_c = [&](computation &part, const expr &i, const expr &j) {
        tensors.store_in_c(part, i, j);
    };
    write_blocked_product(blocking, of);
    return {{scope.get(), tensors.arguments()}, std::move(packer), b.extents, b.type};
}

} // namespace tiramisu::nn
