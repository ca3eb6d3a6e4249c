#include "core/program/kept_places.h"

namespace tiramisu::core {

void keep_place(function_state &function, const computation_state &added) {
    if (added.storage != nullptr && !added.storage->is_automatic) {
        function.places[added.id] = {added.storage, added.storage_indices, added.storage_call,
                                     added.stored_where};
    }
}

void store_as_before(computation_state &added) {
    const auto &places = added.owner->places;
    const auto before = places.find(added.id);
    if (before != places.end()) {
        const stored_place &place = before->second;
        added.storage = place.storage;
        added.storage_indices = place.indices;
        added.storage_call = place.call;
        added.stored_where = place.where;
    }
}

} // namespace tiramisu::core
