// Covariance of the columns of data: every domain is an isl set whose parameters are constants, the
// upper triangle is computed in tiles and mirrored.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int SN = size_of(argc, argv, 32, 100), SM = size_of(argc, argv, 28, 80);
    init("covariance");
    function *f = global::get_implicit_function();
    constant N("N", expr(SN), p_int32, true, NULL, 0, f),
        M("M", expr(SM), p_int32, true, NULL, 0, f);

    var i("i"), j("j"), k("k");
    computation float_n("{float_n[0]}", expr(), false, p_float64, f);
    computation data("[N,M]->{data[k,j]: 0<=k<N and 0<=j<M}", expr(), false, p_float64, f);
    computation mean_init("[M]->{mean_init[j]: 0<=j<M}", value_cast(p_float64, 0), true, p_float64,
                          f);
    computation mean_sum("[N,M]->{mean_sum[k,j]: 0<=k<N and 0<=j<M}", mean_init(j) + data(k, j),
                         true, p_float64, f);
    computation mean("[M]->{mean[j]: 0<=j<M}", mean_sum(0, j) / float_n(0), true, p_float64, f);
    computation centred("[N,M]->{centred[k,j]: 0<=k<N and 0<=j<M}", data(k, j) - mean(j), true,
                        p_float64, f);
    computation cov_init("[M]->{cov_init[i,j]: 0<=i<M and i<=j<M}", value_cast(p_float64, 0), true,
                         p_float64, f);
    computation cov_sum("[N,M]->{cov_sum[i,j,k]: 0<=i<M and i<=j<M and 0<=k<N}",
                        cov_init(i, j) + centred(k, i) * centred(k, j), true, p_float64, f);
    computation cov("[M]->{cov[i,j]: 0<=i<M and i<=j<M}", cov_sum(i, j, 0) / (float_n(0) - 1.0),
                    true, p_float64, f);
    computation mirrored("[M]->{mirrored[i,j]: 0<=i<M and i<=j<M}", cov(i, j), true, p_float64, f);

    var i0("i0"), j0("j0"), i1("i1"), j1("j1");
    mean_sum.vectorize(j, 4);
    centred.parallelize(k);
    cov_sum.tile(i, j, 8, 16, i0, j0, i1, j1);
    cov_sum.interchange(j1, k);
    cov_sum.tag_parallel_level(i0);
    cov.parallelize(i);
    mean_sum.after(mean_init, computation::root);
    mean.after(mean_sum, computation::root);
    centred.after(mean, computation::root);
    cov_init.after(centred, computation::root);
    cov_sum.after(cov_init, computation::root);
    cov.after(cov_sum, computation::root);
    mirrored.after(cov, j);

    buffer b_float_n("b_float_n", {1}, p_float64, a_input);
    buffer b_data("b_data", {SN, SM}, p_float64, a_output);
    buffer b_mean("b_mean", {SM}, p_float64, a_temporary);
    buffer b_cov("b_cov", {SM, SM}, p_float64, a_output);
    float_n.set_access("{float_n[i]->b_float_n[i]}");
    data.set_access("{data[k,j]->b_data[k,j]}");
    mean_init.set_access("{mean_init[j]->b_mean[j]}");
    mean_sum.set_access("{mean_sum[k,j]->b_mean[j]}");
    mean.set_access("{mean[j]->b_mean[j]}");
    centred.set_access("{centred[k,j]->b_data[k,j]}");
    cov_init.set_access("{cov_init[i,j]->b_cov[i,j]}");
    cov_sum.set_access("{cov_sum[i,j,k]->b_cov[i,j]}");
    cov.set_access("{cov[i,j]->b_cov[i,j]}");
    mirrored.set_access("{mirrored[i,j]->b_cov[j,i]}");

    f->codegen({&b_float_n, &b_data, &b_cov}, "covariance.o");
}
