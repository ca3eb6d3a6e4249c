// Three stages of a filter fused in both loops by the shifts that the compiler finds.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 14, 80), M = size_of(argc, argv, 17, 70);
    init("three_filters");
    function *fct = global::get_implicit_function();

    var i("i", 1, N - 1), j("j", 1, M - 1), y("y", 0, N), x("x", 0, M), c("c", 2, N - 2),
        d("d", 2, M - 2);
    input image("image", {y, x}, p_int32);
    computation first("first", {y, x}, image(y, x) * 3);
    computation second("second", {i, j}, first(i - 1, j) + first(i + 1, j));
    computation third("third", {c, d}, second(c, d - 1) + second(c, d + 1));
    first.then(second, computation::root).then(third, computation::root);
    buffer b_image("b_image", {N, M}, p_int32, a_input),
        b_third("b_third", {N, M}, p_int32, a_output);
    buffer b_first("b_first", {N, M}, p_int32, a_temporary),
        b_second("b_second", {N, M}, p_int32, a_temporary);
    image.store_in(&b_image);
    first.store_in(&b_first);
    second.store_in(&b_second);
    third.store_in(&b_third);
    perform_full_dependency_analysis();

    const auto shift_all = [](computation &what, const std::vector<std::tuple<var, int>> &shifts) {
        for (auto const &shift : shifts) {
            what.shift(std::get<0>(shift), std::get<1>(shift));
        }
        return !shifts.empty();
    };
    second.after(first, j);
    prepare_schedules_for_legality_checks();
    if (!shift_all(second, fct->correcting_loop_fusion_with_shifting({&first}, second, {i, j}))) {
        return 1;
    }
    third.after(second, d);
    prepare_schedules_for_legality_checks();
    if (!shift_all(third,
                   fct->correcting_loop_fusion_with_shifting({&first, &second}, third, {c, d}))) {
        return 1;
    }
    prepare_schedules_for_legality_checks();
    if (!check_legality_of_function()) {
        return 1;
    }
    codegen({&b_image, &b_third}, "shifted_nests.o");
}
