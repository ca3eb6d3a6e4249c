#include "core/staging/computed_window.h"

#include "core/expr/error_text.h"
#include "core/program/instance_text.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

class computed_window {
public:
    computed_window(running_program &running, const staging &what,
                    const std::vector<std::string> &readers)
        : running_(running), what_(what), readers_(readers) {}

    /// A read through the window gets what the source computes. Throws user_error where in memory
    /// it gets what another statement has written there since, such as the state that a loop hands
    /// on.
    void require_own_values() const {
        for_each_staged_read([&](const access_place &read) {
            for (const staging::computed_part &part : what_.computed) {
                for (const poly::dependence &overwrites : running_.dependences()) {
                    if (overwrites.kind == poly::dependence_kind::output &&
                        overwrites.source == part.original->id &&
                        part_of(what_, overwrites.sink) == nullptr) {
                        require_not_between(part, overwrites, read);
                    }
                }
            }
        });
    }

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
        for (const staging::computed_part &part : what_.computed) {
            add_overwritten_by_itself(part, kept);
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
            // Asked for each reader by itself: where its iterators are gone, so are the formulas
            // that tell what it reads.
            if (!poly::without_range(read_by(read), computed).is_empty()) {
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

    /// What is named by the source's name lies in the window, where definitions inside depend on
    /// each other; what they read by other names lies in memory, beside all that writes there, also
    /// the definitions that are computed inside.
    void add_inside(const poly::dependence &dep, std::vector<poly::dependence> &all) const {
        const staging::computed_part *source = part_of(what_, dep.source);
        const staging::computed_part *sink = part_of(what_, dep.sink);
        const bool is_in_window = source != nullptr && is_own(dep.source, dep.source_access) &&
                                  sink != nullptr && is_own(dep.sink, dep.sink_access);
        const auto moves = [&](const staging::computed_part *part, std::size_t access) {
            return part != nullptr && (is_in_window || !is_own(part->original->id, access));
        };
        const bool moves_source = moves(source, dep.source_access),
                   moves_sink = moves(sink, dep.sink_access);
        if (!moves_source && !moves_sink) {
            return;
        }
        poly::dependence inside = dep;
        if (moves_source) {
            inside.source = source->inside->id;
            inside.pairs = source->instances.apply_range(inside.pairs);
        }
        if (moves_sink) {
            inside.sink = sink->inside->id;
            inside.pairs = inside.pairs.apply_range(sink->instances.reverse());
        }
        if (is_in_window) {
            inside.buffer = what_.window->storage->name;
            inside.pairs = poly::with_same_leading(inside.pairs, what_.around());
        }
        if (!inside.pairs.is_empty()) {
            all.push_back(inside);
        }
    }

    /// Where an instance writes the element that it reads by another name, the one that is computed
    /// inside has to read it before.
    void add_overwritten_by_itself(const staging::computed_part &part,
                                   std::vector<poly::dependence> &all) const {
        const std::string &id = part.original->id;
        const auto original = running_.statements().find(id);
        if (original == running_.statements().end()) {
            return;
        }
        const std::vector<poly::memory_access> &accesses = original->second.accesses;
        for (std::size_t at = 1; at < accesses.size(); ++at) {
            if (accesses[at].buffer != accesses.front().buffer || is_own(id, at)) {
                continue;
            }
            const isl::set same =
                accesses[at].relation.intersect(accesses.front().relation).domain();
            poly::dependence anti;
            anti.kind = poly::dependence_kind::anti;
            anti.buffer = accesses[at].buffer;
            anti.source = part.inside->id;
            anti.sink = id;
            anti.source_access = at;
            anti.sink_access = 0;
            anti.pairs = part.instances.intersect_range(same);
            if (!anti.pairs.is_empty()) {
                all.push_back(std::move(anti));
            }
        }
    }

    // { D[i] -> R[l, j] }: reads of what a definition makes
    isl::map named_pairs(const staging::computed_part &part, const access_place &read) const {
        const poly::memory_access &write = running_.at(part.original->id).accesses.front();
        return write.instances->apply_range(
            running_.at(read.statement).accesses[read.ordinal].instances->reverse());
    }

    void require_not_between(const staging::computed_part &part, const poly::dependence &overwrites,
                             const access_place &read) const {
        for (const poly::dependence &gets : running_.dependences()) {
            if (gets.kind != poly::dependence_kind::flow || gets.source != overwrites.sink ||
                gets.sink != read.statement || gets.sink_access != read.ordinal) {
                continue;
            }
            const isl::map lost =
                overwrites.pairs.apply_range(gets.pairs).intersect(named_pairs(part, read));
            if (!lost.is_empty()) {
                refuse_other_value(part, overwrites, read, lost);
            }
        }
    }

    [[noreturn]] void refuse_other_value(const staging::computed_part &part,
                                         const poly::dependence &overwrites,
                                         const access_place &read, const isl::map &lost) const {
        // The consumer's instances have the loops around the staging in front of their own.
        const bool is_consumer = read.statement == what_.consumer->id;
        const int around = is_consumer ? what_.around() : 0;
        const isl::map reads =
            poly::keep_range(lost, around, poly::range_dims(lost) - around).reverse();
        throw user_error(
            subject(*what_.source), what_.call,
            "\"" + read.statement + "\" reads what \"" + overwrites.sink +
                "\" has left in its element since (" +
                first_pair_text(
                    reads, is_consumer ? *what_.consumer : *running_.at(read.statement).definition,
                    *part.original) +
                "), as a loop hands on a state; what is computed there would be the value before. "
                "Read it from memory, or copy it by cache_read()",
            what_.window->where);
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
    window.require_own_values();
    window.compute_inside();
    window.wait_for_values();
}

} // namespace tiramisu::core
