#pragma once

#include <functional>
#include <string>
#include <vector>

#include "driver/flags.h"

namespace tiramisu::driver {

/// A mode of the driver, "conv": its flags, and the layer that they ask for.
struct mode {
    std::string name;
    std::string title;
    std::vector<flag> flags;
    /// The text of the layer. Throws user_error where the flags ask for what there is not.
    std::function<std::string(const flag_values &)> layer_text;
};

/// All modes, those of types included: "convfp16".
std::vector<mode> all_modes();

/// The mode of this name. Throws user_error if there is none: with the modes that there are or,
/// where MIOpenDriver has it, with what there is instead.
mode mode_called(const std::string &name);

// The modes of each family, of 32-bit floats.

mode convolution_mode();
mode pooling_mode();
mode activation_mode();
mode softmax_mode();
mode batch_norm_mode();
mode product_mode();
mode recurrent_mode();

/// Flags that say which images a layer reads: n, c, H, W.
std::vector<flag> image_flags();
/// "mb=64 ic=3 ih=224 iw=224", of these.
std::string image_text(const flag_values &given);
/// -F where only the forward pass is there.
flag forward_flag();
/// Flags that are known and can have one value.
flag only(char letter, const std::string &name, const std::vector<std::string> &possible,
          const std::string &meaning, const std::string &because);

} // namespace tiramisu::driver
