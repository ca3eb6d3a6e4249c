#include "nn/conv2d_chain/chain_memory.h"

#include <utility>

namespace tiramisu::nn {

chain_memory::chain_memory(std::size_t steps, const round_sizes &sizes,
                           const workspace_sizes &between, std::string third)
    : steps_(steps), sizes_(sizes), workspace_(between), third_(std::move(third)) {}

sequence_place chain_memory::src() const {
    return {"src", 0, static_cast<std::int64_t>(sizes_.src)};
}

sequence_place chain_memory::result_of(std::size_t step) const {
    return step + 1 == steps_ ? sequence_place{"dst", 0, static_cast<std::int64_t>(sizes_.dst)}
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
    return number == 2 ? third_ : "between_" + std::to_string(number + 1);
}

} // namespace tiramisu::nn
