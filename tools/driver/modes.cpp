#include "driver/modes.h"

#include <algorithm>
#include <map>

#include "nn/framework/find/find_modes.h"
#include "support/joined_names.h"
#include "support/nearest_name.h"
#include "tiramisu/error.h"

namespace tiramisu::driver {

namespace {

using takes = flag::kind;

std::vector<std::string> names_of_find_modes() {
    std::vector<std::string> names;
    for (const auto &[name, mode] : nn::find_modes()) {
        names.push_back(name);
    }
    return names;
}

/// Flags of every mode: how the layer is run.
std::vector<flag> run_flags() {
    return {
        {'i', "iter", takes::whole, "10", "runs that are timed"},
        {'V', "verify", takes::whole, "1", "compare with the naive solver", {"0", "1"}},
        {'t', "time", takes::whole, "1", "time the runs", {"0", "1"}},
        {'w', "wall", takes::whole, "1", "has no effect: all times are by the clock", {"0", "1"}},
        {'s',
         "search",
         takes::whole,
         "0",
         "measure the solvers first, and remember the times",
         {"0", "1"}},
        {0, "find", takes::word, "normal",
         "of a search: hybrid measures only what is not remembered, clean forgets it, fast neither",
         names_of_find_modes()},
        {0, "seconds", takes::real, "5", "that a search may take; 0: as long as it needs"},
        {0, "patience", takes::whole, "0",
         "configurations of a solver that a search tries in vain; 0: all"},
        only('S', "solution", {"-1"}, "of MIOpen's numbers of solutions",
             "solvers have names here; use --solver"),
        {0, "solver", takes::word, "auto", "name of a solver"},
        {0, "configuration", takes::word, "", "values of its parameters: x=14,y=28"},
        {0,
         "relaxed",
         takes::whole,
         "0",
         "solvers that are less exact may be chosen, too",
         {"0", "1"}},
        {0, "threads", takes::whole, "0", "of parallel loops; 0: as usual"},
        {0, "target", takes::word, "host", "that is compiled for, such as avx2"},
        {0, "why", takes::whole, "0", "tell why other solvers are not taken", {"0", "1"}},
    };
}

/// Without the letters that the mode's own flags have.
void add_run_flags(mode &to) {
    for (flag one : run_flags()) {
        for (const flag &own : to.flags) {
            one.letter = one.letter == own.letter ? '\0' : one.letter;
        }
        to.flags.push_back(one);
    }
}

/// Type of elements -> what it adds to a mode's name.
const std::map<std::string, std::string> suffixes = {
    {"f16", "fp16"}, {"bf16", "bfp16"}, {"s8", "int8"}};

/// The same mode with elements of a type.
mode of_type(const mode &plain, const std::string &type, const std::string &suffix) {
    mode made = plain;
    made.name += suffix;
    made.title += ", elements of type " + type;
    made.layer_text = [text = plain.layer_text, type](const flag_values &given) {
        return text(given) + " type=" + type;
    };
    return made;
}

mode text_mode() {
    return {"layer",
            "the layer of a text, as make_layer() takes it",
            {{0, "text", takes::word, "", "the text: \"conv2d ic=64 oc=64 ih=56 iw=56\""}},
            [](const flag_values &given) {
                if (given.word("text").empty()) {
                    throw user_error("tiramisu-driver layer", "",
                                     "needs the text of a layer: tiramisu-driver layer --text "
                                     "\"softmax ic=1000 ih=1 iw=1\"");
                }
                return given.word("text");
            }};
}

/// What else MIOpenDriver has.
const std::map<std::string, std::string> instead = {
    {"CBAInfer", "a convolution with bias and activation is the layer \"conv2d ... bias=1 "
                 "post=relu\" of the mode layer"},
    {"CAInfer",
     "a convolution with an activation is the layer \"conv2d ... post=relu\" of the mode layer"},
    {"cat", "tensors are joined by the layer \"concat ...\" of the mode layer"},
    {"lrn", ""},
    {"ctc", ""},
    {"dropout", ""},
    {"tensorop",
     "sums and products of tensors are the layer \"eltwise ... with=add\" of the mode layer"},
    {"reduce", ""},
    {"layernorm", ""},
    {"groupnorm", ""},
};

std::vector<std::string> names_of(const std::vector<mode> &all) {
    std::vector<std::string> names;
    for (const mode &one : all) {
        names.push_back(one.name);
    }
    return names;
}

} // namespace

flag only(char letter, const std::string &name, const std::vector<std::string> &possible,
          const std::string &meaning, const std::string &because) {
    return {letter, name, takes::word, possible.front(), meaning, possible, because};
}

std::vector<flag> image_flags() {
    return {{'n', "batchsize", takes::whole, "100", "images"},
            {'c', "in_channels", takes::whole, "3", "channels"},
            {'H', "in_h", takes::whole, "32", "rows of an image"},
            {'W', "in_w", takes::whole, "32", "columns of an image"}};
}

std::string image_text(const flag_values &given) {
    return "mb=" + given.word("batchsize") + " ic=" + given.word("in_channels") +
           " ih=" + given.word("in_h") + " iw=" + given.word("in_w");
}

flag forward_flag() {
    return only('F', "forw", {"1"}, "1: the forward pass",
                "backward passes, which 0, 2 and 4 ask for, are not there");
}

std::vector<mode> all_modes() {
    std::vector<mode> all;
    for (const mode &plain : {convolution_mode(), product_mode(), pooling_mode(), activation_mode(),
                              softmax_mode(), batch_norm_mode(), recurrent_mode()}) {
        all.push_back(plain);
        for (const auto &[type, suffix] : suffixes) {
            all.push_back(of_type(plain, type, suffix));
        }
        if (plain.name == "conv") { // MIOpen itself calls this one by two names
            all.push_back(of_type(plain, "bf16", "bf16"));
        }
    }
    all.push_back(text_mode());
    for (mode &one : all) {
        add_run_flags(one);
    }
    return all;
}

mode mode_called(const std::string &name) {
    const std::vector<mode> all = all_modes();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const mode &one) { return one.name == name; });
    if (found != all.end()) {
        return *found;
    }
    const auto other = instead.find(name);
    const std::string known = other == instead.end() ? "is no mode"
                              : other->second.empty()
                                  ? "is a mode of MIOpenDriver's for which there is no layer"
                                  : "is a mode of MIOpenDriver's only; " + other->second;
    throw user_error("tiramisu-driver", "\"" + name + "\"",
                     known + "; there are " + support::joined(names_of(all)) +
                         support::perhaps_meant(name, names_of(all)));
}

} // namespace tiramisu::driver
