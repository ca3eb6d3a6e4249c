#include "nn/layers/normalization/channel_sums.h"

#include <algorithm>

#include "nn/framework/program/layout_map.h"

namespace tiramisu::nn {

namespace {

/// How the pixels of a row are cut.
struct segments {
    int together; ///< summed up at a time: as many additions are under way
    int length;   ///< of each
    int blocks;   ///< of segments that are summed up together
    bool is_last_shorter = false;
};

/// Pixels of a block, which stays in a cache while other sums read it again.
int most_pixels(const tensor &stored) {
    constexpr int of_vectors = 256, of_elements = 4096, floats_in_cache = 1 << 14, fewest = 16;
    switch (stored.format) {
    case layout::nchw: return of_elements;
    case layout::nhwc: return std::max(fewest, floats_in_cache / std::max(1, stored.extents[1]));
    default: return of_vectors;
    }
}

segments segments_of(const tensor &stored) {
    constexpr int several_vectors = 64; // of pixels: each segment leaves a partial one
    const int pixels = stored.extents[3], most = most_pixels(stored);
    const int least = stored.format == layout::nchw ? several_vectors : 1;
    for (const int together : {4, 3, 5, 2, 7}) {
        if (pixels % together != 0 || pixels / together < least) {
            continue;
        }
        const int of_each = pixels / together, longest = std::min(of_each, most / together);
        for (int length = longest; 4 * length > longest; length--) {
            if (of_each % length == 0) {
                return {together, length, of_each / length};
            }
        }
    }
    const int length = std::max(1, std::min(pixels, most));
    return {1, length, (pixels + length - 1) / length, pixels % length != 0};
}

/// Pixels of a segment.
var pixel_of(const segments &cut, const tensor &stored, const var &block) {
    return cut.is_last_shorter
               ? var("pixel", 0, min(cut.length, stored.extents[3] - block * cut.length))
               : var("pixel", 0, cut.length);
}

/// Iterators of the sums of parts. Vectors of channels, many of which lie side by side, are added
/// to one sum in memory, several pixels each time that it is loaded.
std::vector<var> iterators_of_parts(layout format, const image_iterators &at, const var &block,
                                    const var &segment) {
    return format == layout::nhwc ? std::vector<var>{at.n, block, at.c}
                                  : std::vector<var>{at.n, block, segment, at.c};
}

} // namespace

channel_sums::channel_sums(const std::string &name, const image_iterators &at, const tensor &stored,
                           const std::function<expr(const expr &pixel)> &value)
    : at_(at), format_(stored.format), block_("block", 0, segments_of(stored).blocks),
      segment_("segment", 0, segments_of(stored).together),
      pixel_(pixel_of(segments_of(stored), stored, block_)),
      parts_(name + "_of_segments", iterators_of_parts(stored.format, at, block_, segment_),
             expr(0.0f)),
      sums_(name, {at.c}, expr(0.0f)) {
    const segments cut = segments_of(stored);
    const std::vector<var> iterators = iterators_of_parts(stored.format, at, block_, segment_);
    const access part = parts_.at({iterators.begin(), iterators.end()});
    access(part) += value(stored.format == layout::nhwc
                              ? (block_ * cut.length + pixel_) * cut.together + segment_
                              : (block_ * cut.together + segment_) * cut.length + pixel_);
    sums_(at.c) += part;
}

void channel_sums::schedule(const machine &target) {
    run_in_blocks(target);
    parts_.init().then(parts_.update(0), block_);
    keep_in_registers();
}

void channel_sums::schedule_beside(const channel_sums &first, const machine &target) {
    run_in_blocks(target);
    computation before = first.parts_.update(0);
    before.then(parts_.init(), block_).then(parts_.update(0), block_);
    keep_in_registers();
}

std::size_t channel_sums::workspace_bytes(const tensor &stored) {
    const segments cut = segments_of(stored);
    const auto [images, channels, height, width] = stored.extents.of_images();
    const auto of_a_channel =
        static_cast<std::size_t>(images) * static_cast<std::size_t>(cut.blocks * cut.together);
    return sizeof(float) * static_cast<std::size_t>(channels) * (of_a_channel + 1);
}

void channel_sums::run_in_blocks(const machine &target) {
    computation start = parts_.init(), steps = parts_.update(0);
    const var pixels("pixels"), lane("lane"), c_block("c_block"), c_in("c_in");
    switch (format_) {
    case layout::nchw:
        start.reorder({at_.n, at_.c, block_, segment_});
        steps.vectorize(pixel_, target.lanes, pixels, lane, tail::masked);
        steps.reorder({at_.n, at_.c, block_, pixels, segment_, lane});
        break;
    case layout::nhwc:
        start.vectorize(at_.c, target.lanes, tail::masked);
        steps.vectorize(at_.c, target.lanes, c_block, lane, tail::masked);
        steps.reorder({at_.n, block_, pixel_, c_block, segment_, lane});
        break;
    default:
        for (computation part : {start, steps}) {
            part.split(at_.c, channels_of_block, c_block, c_in);
        }
        start.reorder({at_.n, c_block, block_, segment_, c_in});
        steps.reorder({at_.n, c_block, block_, pixel_, segment_, c_in});
        for (computation part : {start, steps}) {
            part.vectorize(c_in, target.lanes, pixels, lane, tail::masked).unroll(pixels);
        }
    }
    steps.unroll(segment_).parallelize(at_.n);
    computation whole = sums_.update(0);
    whole.reorder({at_.n, block_, at_.c});
    whole.vectorize(at_.c, target.lanes, tail::masked);
}

/// Tiles of sums; those of a row on lanes are, without a command, and vectors of channels that lie
/// side by side are too many.
void channel_sums::keep_in_registers() {
    if (format_ == layout::nchw16c) {
        parts_.update(0).cache_write(block_, memory::registers);
    }
}

} // namespace tiramisu::nn
