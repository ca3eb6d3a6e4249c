#include "nn/layers/conv2d_chain/chain_memory.h"

namespace tiramisu::nn {

chain_memory::chain_memory(const chain_convolutions &chain)
    : steps_(chain.steps.size()), src_size_(static_cast<std::int64_t>(chain.src().size())),
      dst_size_(static_cast<std::int64_t>(chain.dst().size())), is_resized_(chain.resized),
      workspace_(chain.between()), third_name_(chain.shortcut ? "shortcut" : "resized") {}

sequence_place chain_memory::src() const {
    return {"src", 0, src_size_};
}

sequence_place chain_memory::read_by_the_first() const {
    return is_resized_ ? third() : src();
}

sequence_place chain_memory::result_of(std::size_t step) const {
    return step + 1 == steps_ ? sequence_place{"dst", 0, dst_size_}
                              : sequence_place{name(step % 2)};
}

std::vector<sequence_memory> chain_memory::temporaries() const {
    std::vector<sequence_memory> list;
    for (std::size_t i = 0; i < workspace_.size(); i++) {
        if (workspace_[i] != 0) {
            const expr size = static_cast<std::int32_t>(workspace_[i]);
            list.push_back({name(i), {size}, p_float32, a_temporary});
        }
    }
    return list;
}

std::string chain_memory::name(std::size_t number) const {
    return number == 2 ? third_name_ : "between_" + std::to_string(number + 1);
}

} // namespace tiramisu::nn
