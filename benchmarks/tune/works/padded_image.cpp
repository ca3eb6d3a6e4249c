#include "tune/works/padded_image.h"

namespace tiramisu::bench {

computation declare_padded(const nn::conv2d_problem &p, const input &image, const var &channel) {
    const var y("py", 0, p.ih + 2 * p.ph), x("px", 0, p.iw + 2 * p.pw);
    const expr row = y - p.ph, column = x - p.pw;
    const expr is_inside = row >= 0 && row < p.ih && column >= 0 && column < p.iw;
    return computation("padded", {y, x, channel},
                       select(is_inside, image(row, column, channel), 0.0f));
}

} // namespace tiramisu::bench
