#include "support/image_layouts.h"

#include <limits>

namespace tiramisu::oracle {

namespace {

template <typename Visit>
void for_each_element(const std::array<int, 4> &extents, const Visit &visit) {
    for (int n = 0; n < extents[0]; n++) {
        for (int c = 0; c < extents[1]; c++) {
            for (int y = 0; y < extents[2]; y++) {
                for (int x = 0; x < extents[3]; x++) {
                    visit(std::array<int, 4>{n, c, y, x});
                }
            }
        }
    }
}

} // namespace

std::vector<float> arranged(const std::vector<float> &plain, nn::layout to,
                            const std::array<int, 4> &extents) {
    std::vector<float> made(nn::element_count(to, extents),
                            std::numeric_limits<float>::quiet_NaN());
    for_each_element(extents, [&](const std::array<int, 4> &at) {
        made[nn::element_position(to, extents, at)] =
            plain[nn::element_position(nn::layout::nchw, extents, at)];
    });
    return made;
}

std::vector<float> plain(const std::vector<float> &arranged, nn::layout from,
                         const std::array<int, 4> &extents) {
    std::vector<float> made(nn::element_count(nn::layout::nchw, extents));
    for_each_element(extents, [&](const std::array<int, 4> &at) {
        made[nn::element_position(nn::layout::nchw, extents, at)] =
            arranged[nn::element_position(from, extents, at)];
    });
    return made;
}

} // namespace tiramisu::oracle
