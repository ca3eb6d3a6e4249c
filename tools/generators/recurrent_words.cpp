#include "recurrent_words.h"

namespace tiramisu::nn {

std::string recurrent_usage(const std::string &cell) {
    return std::string(
               "  l t mb ic hc bias    the problem: layers, steps, sequences, channels, units; ic "
               "and hc have\n"
               "                       to be there\n"
               "  lengths=1            the caller says how many steps there are, up to t, and how "
               "many of them\n"
               "                       each sequence has\n"
               "  direction=forward    or reverse, or bidirectional\n") +
           (cell == "lstm" ? "  proj=P               hidden states are projected to P channels\n"
                           : "");
}

} // namespace tiramisu::nn
