#include "core/staging/computed_window.h"

#include "core/expr/error_text.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

class computed_window {
public:
    computed_window(running_program &running, const staging &what,
                    const std::vector<std::string> &readers)
        : running_(running), what_(what), readers_(readers) {}

    void compute_inside() {
        std::vector<poly::dependence> kept;
        for (const poly::dependence &dep : running_.dependences()) {
            if (running_.is_staged(what_, readers_, {dep.source, dep.source_access}) ||
                running_.is_staged(what_, readers_, {dep.sink, dep.sink_access})) {
                continue;
            }
            kept.push_back(dep);
            add_inside(dep, kept);
        }
        running_.dependences() = kept;
    }

    /// Dependences of reads are not carried over, as what they wait for is computed in the same
    /// iteration: throws internal_error where some of it is not.
    void require_all_computed() const {
        // { [[k] -> P[e]] }
        isl::set computed = written_by(what_.computed.front()).range();
        for (const staging::computed_part &part : what_.computed) {
            computed = computed.unite(written_by(part).range());
        }
        for_each_staged_read([&](const access_place &read) {
            if (!read_by(read).range().is_subset(computed)) {
                throw internal_error(error_text(
                    subject(*what_.consumer), what_.call,
                    "the window does not hold all that \"" + read.statement + "\" reads of \"" +
                        what_.source->name +
                        "\". This is a fault of Tiramisu's, and no code is made; without the "
                        "command there is none",
                    what_.window->where));
            }
        });
    }

    /// What one iteration leaves in the window for later ones.
    void wait_for_values() {
        if (what_.kept_level != what_.level) {
            for_each_staged_read([&](const access_place &read) { wait_for_values(read); });
        }
    }

private:
    running_program &running_;
    const staging &what_;
    const std::vector<std::string> &readers_;

    template <typename Visit>
    void for_each_staged_read(const Visit &visit) const {
        for (const std::string &reader : readers_) {
            const std::size_t accesses = running_.at(reader).accesses.size();
            for (std::size_t at = 0; at < accesses; ++at) {
                if (running_.is_staged(what_, readers_, {reader, at})) {
                    visit(access_place{reader, at});
                }
            }
        }
    }

    // { R[l, i] -> [[k] -> P[e]] }
    isl::map read_by(const access_place &read) const {
        const running_statement &reader = running_.at(read.statement);
        return leading_dimensions(*reader.definition, what_.kept_around())
            .range_product(*reader.accesses[read.ordinal].instances);
    }

    // { inside[l, r] -> [[k] -> P[e]] }
    isl::map written_by(const staging::computed_part &part) const {
        return leading_dimensions(*part.inside, what_.kept_around()).range_product(part.points);
    }

    void wait_for_values(const access_place &read) {
        const isl::map reads = read_by(read);
        for (const staging::computed_part &part : what_.computed) {
            const isl::map writes = written_by(part);
            poly::dependence flow;
            flow.kind = poly::dependence_kind::flow;
            flow.buffer = what_.window->storage->name;
            flow.source = part.inside->id;
            flow.sink = read.statement;
            flow.source_access = 0; // a statement's first access is its write
            flow.sink_access = read.ordinal;
            flow.pairs = writes.apply_range(reads.reverse());
            if (!flow.pairs.is_empty()) {
                running_.dependences().push_back(std::move(flow));
            }
        }
    }

    bool is_own(const std::string &statement, std::size_t ordinal) const {
        return running_.at(statement).accesses[ordinal].named == what_.source->id;
    }

    void add_inside(const poly::dependence &dep, std::vector<poly::dependence> &all) const {
        const staging::computed_part *source = part_of(what_, dep.source);
        const staging::computed_part *sink = part_of(what_, dep.sink);
        const bool source_is_own = source != nullptr && is_own(dep.source, dep.source_access);
        const bool sink_is_own = sink != nullptr && is_own(dep.sink, dep.sink_access);
        if ((source == nullptr && sink == nullptr) || source_is_own != sink_is_own) {
            return;
        }
        poly::dependence inside = dep;
        if (source != nullptr) {
            inside.source = source->inside->id;
            inside.pairs = source->instances.apply_range(inside.pairs);
        }
        if (sink != nullptr) {
            inside.sink = sink->inside->id;
            inside.pairs = inside.pairs.apply_range(sink->instances.reverse());
        }
        if (source_is_own) {
            inside.buffer = what_.window->storage->name;
            inside.pairs = poly::with_same_leading(inside.pairs, what_.around());
        }
        if (!inside.pairs.is_empty()) {
            all.push_back(inside);
        }
    }
};

} // namespace

const staging::computed_part *part_of(const staging &what, const std::string &id) {
    for (const staging::computed_part &part : what.computed) {
        if (part.original->id == id) {
            return &part;
        }
    }
    return nullptr;
}

void compute_inside(running_program &running, const staging &what,
                    const std::vector<std::string> &readers) {
    computed_window window(running, what, readers);
    window.require_all_computed();
    window.compute_inside();
    window.wait_for_values();
}

} // namespace tiramisu::core
