#include "nn/kinds/named_memory.h"

#include <algorithm>

namespace tiramisu::nn {

namespace {

using role = layer_argument::role;

[[noreturn]] void refuse(const std::string &layer, const std::string &call,
                         const std::string &reason, source_place where) {
    throw user_error("layer \"" + layer + "\"", call, reason, where);
}

const layer_argument *weights_among(const std::vector<layer_argument> &arguments) {
    const auto found =
        std::find_if(arguments.begin(), arguments.end(),
                     [](const layer_argument &one) { return one.is == role::weights; });
    return found == arguments.end() ? nullptr : &*found;
}

template <typename Pointers>
void require_known(const std::string &layer, const std::vector<layer_argument> &arguments, role is,
                   const Pointers &given, source_place where) {
    for (const auto &[name, memory] : given) {
        std::string known;
        bool is_known = false;
        for (const layer_argument &one : arguments) {
            if (one.is == is) {
                known += (known.empty() ? "" : ", ") + one.name;
                is_known = is_known || one.name == name;
            }
        }
        if (!is_known) {
            refuse(layer, "prepare",
                   "\"" + name + "\" is no " + (is == role::source ? "source" : "result") +
                       " of it, of which there are " + (known.empty() ? "none" : known),
                   where);
        }
    }
}

template <typename Memory>
Memory found(const std::map<std::string, Memory> &all, const std::string &name) {
    const auto place = all.find(name);
    return place == all.end() ? Memory() : place->second;
}

} // namespace

named_memory::named_memory(const std::string &layer, const std::vector<layer_argument> &arguments,
                           const layer_memory &memory, source_place where)
    : layer_(layer), memory_(memory), where_(where),
      has_weights_(weights_among(arguments) != nullptr) {
    require_known(layer, arguments, role::source, memory.sources, where);
    require_known(layer, arguments, role::result, memory.results, where);
}

const_elements named_memory::source(const std::string &name) const {
    return found(memory_.sources, name);
}

const_elements named_memory::source(const std::string &name, element_type type) const {
    const const_elements given = source(name);
    if (given.data() != nullptr && given.type() != type) {
        refuse(layer_, "prepare",
               name + " is of type " + to_string(given.type()) + ", must be of " + to_string(type),
               where_);
    }
    return given;
}

elements named_memory::result(const std::string &name) const {
    return found(memory_.results, name);
}

void named_memory::require_packed(const any_weights &weights, const std::string &wanted) const {
    const std::string &given = weights.made_for();
    if (!has_weights_ && !given.empty()) {
        refuse(layer_, "prepare", "weights are given, but it has none; leave them out", where_);
    }
    if (has_weights_ && given != wanted) {
        refuse(layer_, "prepare",
               (given.empty() ? std::string("weights are missing")
                              : "weights were packed for another one, \"" + given + "\"") +
                   "; it reads what its pack() makes",
               where_);
    }
    if (has_weights_ && weights.packed() == nullptr) {
        refuse(layer_, "prepare",
               "weights say that they were packed for it, but there are none; it reads what its "
               "pack() makes",
               where_);
    }
}

void named_memory::require_weights(const std::string &layer,
                                   const std::vector<layer_argument> &arguments,
                                   const_elements weights, source_place where) {
    const layer_argument *wanted = weights_among(arguments);
    if (wanted == nullptr) {
        refuse(layer, "pack", "it has no weights; run it without", where);
    }
    if (weights.data() == nullptr) {
        refuse(layer, "pack", "weights is null", where);
    }
    if (weights.type() != wanted->type) {
        refuse(layer, "pack",
               "weights is of type " + to_string(weights.type()) + ", must be of " +
                   to_string(wanted->type),
               where);
    }
}

} // namespace tiramisu::nn
