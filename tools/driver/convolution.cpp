#include <algorithm>

#include "driver/modes.h"

namespace tiramisu::driver {

namespace {

using takes = flag::kind;

const char *const no_depth = "convolutions are of images, without depth";
const char *const no_files = "data are random, and stay in memory";

std::vector<flag> convolution_flags() {
    std::vector<flag> all = image_flags();
    const std::vector<flag> more = {
        {'k', "out_channels", takes::whole, "32", "filters"},
        {'y', "fil_h", takes::whole, "3", "rows of a filter"},
        {'x', "fil_w", takes::whole, "3", "columns of a filter"},
        {'p', "pad_h", takes::whole, "0", "zeros above and below"},
        {'q', "pad_w", takes::whole, "0", "zeros to the left and right"},
        {'u', "conv_stride_h", takes::whole, "1", "step between rows of the result"},
        {'v', "conv_stride_w", takes::whole, "1", "step between columns of the result"},
        {'l', "dilation_h", takes::whole, "1", "distance of a filter's rows"},
        {'j', "dilation_w", takes::whole, "1", "distance of a filter's columns"},
        {'g', "group_count", takes::whole, "1", "groups of channels"},
        {'b', "bias", takes::whole, "0", "add a bias to each filter's sums", {"0", "1"}},
        {'z',
         "pad_mode",
         takes::word,
         "default",
         "padding: as p and q say, so that the result is "
         "in_h / conv_stride_h rows high, or none",
         {"default", "same", "valid"}},
        {'I', "in_layout", takes::word, "NCHW", "layout of the images", {"NCHW", "NHWC"}},
        {'O', "out_layout", takes::word, "NCHW", "layout of the result", {"NCHW", "NHWC"}},
        only('f', "fil_layout", {"NCHW", "NHWC"}, "has no effect: filters are packed, once", ""),
        only('m', "mode", {"conv"}, "convolution", "transposed ones are not there"),
        {'F',
         "forw",
         takes::whole,
         "1",
         "1: the forward pass, 2: backward to the images, 4: backward to the filters",
         {"1", "2", "4"},
         "a run is one pass"},
        only('_', "spatial_dim", {"2"}, "dimensions of an image", no_depth),
        {'!', "in_d", takes::whole, "1", "depth, of which only 1 is possible", {"1"}, no_depth},
        {'@', "fil_d", takes::whole, "1", "the same of a filter", {"1"}, no_depth},
        {'#', "conv_stride_d", takes::whole, "1", "has no effect without depth"},
        {'$', "pad_d", takes::whole, "0", "has no effect without depth"},
        {'^', "dilation_d", takes::whole, "1", "has no effect without depth"},
        {'%', "trans_output_pad_d", takes::whole, "0", "has no effect without depth"},
        only('Y', "trans_output_pad_h", {"0"}, "of transposed convolutions", "there are none"),
        only('X', "trans_output_pad_w", {"0"}, "of transposed convolutions", "there are none"),
        only('r', "pad_val", {"0"}, "what images are surrounded by", "zeros alone are possible"),
        only('o', "dump_output", {"0"}, "write results to files", no_files),
        only('d', "in_data", {""}, "file of images", no_files),
        only('e', "weights", {""}, "file of weights", no_files),
    };
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

/// One dimension of a convolution.
struct side {
    int in, filter, stride, dilation, padding;

    int extent() const { return (filter - 1) * dilation + 1; }
    /// With as many zeros as make the result in / stride long, rounded up.
    side as_same() const {
        side made = *this;
        const int total = std::max(0, (same_out() - 1) * stride + extent() - in);
        made.padding = total / 2;
        return made;
    }
    int same_out() const { return (in + stride - 1) / stride; }
};

std::string layout_word(const std::string &of) {
    return of == "NHWC" ? "nhwc" : "nchw";
}

/// Of a pass: the layer's kind, its bias and its layouts. Backward ones have one layout, and a
/// bias where it has a gradient.
std::string pass_text(const flag_values &given) {
    const std::string bias = given.whole("bias") == 1 ? " bias=1" : "";
    const std::string in = layout_word(given.word("in_layout")),
                      out = layout_word(given.word("out_layout"));
    if (given.whole("forw") == 1) {
        return bias + " src=" + in + " dst=" + out;
    }
    if (in != out) {
        given.refuse("out_layout", "must be in_layout, which is " + given.word("in_layout") +
                                       ": backward passes have one layout");
    }
    return (given.whole("forw") == 4 ? bias : "") + " layout=" + in;
}

std::string kind_of_pass(const flag_values &given) {
    const int pass = given.whole("forw");
    return pass == 1 ? "conv2d " : pass == 2 ? "conv2d_backward_data " : "conv2d_backward_weights ";
}

std::string convolution_text(const flag_values &given) {
    for (const char *const positive :
         {"conv_stride_h", "conv_stride_w", "dilation_h", "dilation_w"}) {
        if (given.whole(positive) < 1) {
            given.refuse(positive, "must be at least 1");
        }
    }
    side rows{given.whole("in_h"), given.whole("fil_h"), given.whole("conv_stride_h"),
              given.whole("dilation_h"), given.whole("pad_h")};
    side columns{given.whole("in_w"), given.whole("fil_w"), given.whole("conv_stride_w"),
                 given.whole("dilation_w"), given.whole("pad_w")};
    std::string out;
    if (given.word("pad_mode") == "same") {
        rows = rows.as_same();
        columns = columns.as_same();
        out =
            " oh=" + std::to_string(rows.same_out()) + " ow=" + std::to_string(columns.same_out());
    } else if (given.word("pad_mode") == "valid") {
        rows.padding = columns.padding = 0;
    }
    const auto both = [](const std::string &word, int first, int second) {
        return " " + word + "h=" + std::to_string(first) + " " + word +
               "w=" + std::to_string(second);
    };
    return kind_of_pass(given) + image_text(given) + " oc=" + given.word("out_channels") +
           " g=" + given.word("group_count") + both("k", rows.filter, columns.filter) +
           both("s", rows.stride, columns.stride) + both("p", rows.padding, columns.padding) +
           both("d", rows.dilation - 1, columns.dilation - 1) + out + pass_text(given);
}

} // namespace

mode convolution_mode() {
    return {"conv", "convolutions", convolution_flags(), convolution_text};
}

} // namespace tiramisu::driver
