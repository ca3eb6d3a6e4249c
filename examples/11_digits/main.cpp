// A network that was trained on digits and pruned, compiled to an object file when this program was
// built: the program is linked with that and the run-time library alone. It shows images and what
// the network takes them for, and compares the scores with those that were computed where the
// network was trained.
#include "digits.h"
#include "digits_pruned.h"

#include <tiramisu/runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace {

void show(const float *pixels) {
    for (int y = 0; y < 8; y++) {
        std::printf("  ");
        for (int x = 0; x < 8; x++) {
            const int shade = static_cast<int>(pixels[8 * y + x]) / 4; // from 0 to 4
            std::printf("%c%c", " .:*#"[shade], " .:*#"[shade]);
        }
        std::printf("\n");
    }
}

} // namespace

int main() {
    int right = 0;
    float difference = 0;
    const tiramisu_execution_options as_usual = {};
    tiramisu_execution *workspace;
    if (tiramisu_make_execution(&as_usual, &workspace) != 0) {
        return 1;
    }
    for (const digit &one : digits) {
        float scores[10];
        const digits_pruned_inputs in = {one.pixels};
        const digits_pruned_outputs out = {scores};
        if (digits_pruned_run_in(workspace, &in, &out) != 0) {
            return 1;
        }
        for (int i = 0; i < 10; i++) {
            const float here = std::fabs(scores[i] - one.scores[i]);
            difference = here <= difference ? difference : here; // so that a NaN is the largest
        }
        const auto found = static_cast<int>(std::max_element(scores, scores + 10) - scores);
        right += found == one.label ? 1 : 0;
        show(one.pixels);
        std::printf("  is taken for %d\n\n", found);
    }
    tiramisu_delete_execution(workspace);
    std::printf("%d of 10 right, scores differ by %.1g at most\n", right, difference);
    return right == 10 && difference < 1e-3f ? 0 : 1;
}
