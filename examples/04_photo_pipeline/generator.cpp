// Generates the C function photo_pipeline: convolution, bias, ReLU and 2x2 max pooling in one pass.
#include <tiramisu/target.h>
#include <tiramisu/tiramisu.h>

#include <vector>

using namespace tiramisu;

int main() {
    constexpr int size = 512, channels = 3, filters = 16; // of the photograph, without its border
    init("photo_pipeline");

    // The algorithm.
    //
    //     for (f < filters) for (y < size) for (x < size) {
    //         conv[f][y][x] = bias[f];
    //         for (c < channels) for (ky < 3) for (kx < 3)
    //             conv[f][y][x] += weights[f][c][ky][kx] * photo[c][y + ky][x + kx];
    //     }
    //     for (f < filters) for (y < size) for (x < size)
    //         relu[f][y][x] = max(conv[f][y][x], 0);
    //     for (f < filters) for (py < size / 2) for (px < size / 2)
    //         pooled[f][py][px] = max(relu[f][2 * py][2 * px], relu[f][2 * py][2 * px + 1],
    //                                 relu[f][2 * py + 1][2 * px], relu[f][2 * py + 1][2 * px +
    //                                 1]);
    var f("f", 0, filters), y("y", 0, size), x("x", 0, size);
    var c("c", 0, channels), ky("ky", 0, 3), kx("kx", 0, 3);
    var py("py", 0, size / 2), px("px", 0, size / 2);
    input photo("photo", {c, y, x}, p_float32);
    input weights("weights", {f, c, ky, kx}, p_float32), bias("bias", {f}, p_float32);

    computation conv("conv", {f, y, x}, bias(f));
    conv(f, y, x) += weights(f, c, ky, kx) * photo(c, y + ky, x + kx);
    computation relu("relu", {f, y, x}, max(conv(f, y, x), 0.0f));
    computation pooled("pooled", {f, py, px},
                       max(max(relu(f, 2 * py, 2 * px), relu(f, 2 * py, 2 * px + 1)),
                           max(relu(f, 2 * py + 1, 2 * px), relu(f, 2 * py + 1, 2 * px + 1))));

    // The schedule: all four in tiles of 4 filters x 2 rows x `columns`, one tile after the other.
    // The sums of a tile stay in vector registers from the bias to the pooling: with AVX-512, which
    // has 32 registers, 256 sums in 16 of them, with AVX2 64 sums in 8 of 16.
    //
    //     parallel for (y0 < size / 2) for (x0 < size / columns) for (f0 < filters / 4) {
    //         for (f1 < 4) for (y1 < 2) for (x1 < columns)        unrolled, in vectors
    //             conv = bias;
    //         for (c < channels) for (ky < 3) for (kx < 3)
    //             for (f1 < 4) for (y1 < 2) for (x1 < columns)    unrolled, in vectors
    //                 conv += weights * photo;
    //         for (f1 < 4) for (y1 < 2) for (x1 < columns)        unrolled, in vectors
    //             relu = max(conv, 0);
    //         for (f1 < 4) for (px1 < columns / 2)                unrolled, one vector
    //             pooled = max(relu, relu, relu, relu);
    //     }
    const target_vectors machine = vectors_of_output();
    const int lanes = machine.floats, columns = machine.registers < 32 ? lanes : 2 * lanes;
    constexpr int tile_filters = 4, tile_rows = 2;
    var f0("f0"), y0("y0"), x0("x0"), f1("f1"), y1("y1"), x1("x1"), vector("vector"), lane("lane");
    for (computation part : {conv.init(), conv.update(0), relu}) {
        part.tile(f, y, x, tile_filters, tile_rows, columns, f0, y0, x0, f1, y1, x1);
        part.interchange(f0, y0);
        part.interchange(f0, x0);
    }
    conv.interchange(f1, c).interchange(y1, ky).interchange(x1, kx);
    for (computation part : {conv.init(), conv.update(0), relu}) {
        part.vectorize(x1, lanes, vector, lane);
        part.tag_unroll_level(vector).tag_unroll_level(y1).tag_unroll_level(f1);
    }
    pooled.tile(f, py, px, tile_filters, tile_rows / 2, columns / 2, f0, y0, x0, f1, y1, x1);
    pooled.interchange(f0, y0).interchange(f0, x0);
    pooled.vectorize(x1, columns / 2);
    pooled.tag_unroll_level(f1);

    conv.init().then(conv, f0).then(relu, f0).then(pooled, f0);
    conv.init().parallelize(y0);

    // The storage: a tile of conv and relu is all that has to exist at any time.
    const std::vector<expr> place = {f % tile_filters, y % tile_rows, x % columns};
    const std::vector<expr> extents = {tile_filters, tile_rows, columns};
    conv.store_in(place, extents);
    relu.store_in(place, extents);
    buffer photo_memory("photo", {channels, size + 2, size + 2}, p_float32, a_input);
    buffer weights_memory("weights", {filters, channels, 3, 3}, p_float32, a_input);
    buffer bias_memory("bias", {filters}, p_float32, a_input);
    buffer pooled_memory("pooled", {filters, size / 2, size / 2}, p_float32, a_output);
    photo.store_in(&photo_memory);
    weights.store_in(&weights_memory);
    bias.store_in(&bias_memory);
    pooled.store_in(&pooled_memory);

    // Legality is proved here: an illegal schedule would throw.
    codegen({&photo_memory, &weights_memory, &bias_memory, &pooled_memory}, "photo_pipeline.o");
}
