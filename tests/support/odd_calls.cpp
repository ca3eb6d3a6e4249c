#include "support/odd_calls.h"

#include <algorithm>
#include <optional>

#include <HalideRuntime.h>

#include "codegen/expressions/types.h"
#include "runtime/argument_errors.h"
#include "support/compiled_run.h"

namespace tiramisu::oracle {

namespace {

/// Memory for one argument, and the structure that describes it.
struct described {
    std::vector<std::uint8_t> bytes;
    std::vector<halide_dimension_t> dimensions;
    halide_buffer_t structure = {};
};

/// Dense, as a careful caller would pass it.
described describe(const array &from) {
    described made;
    made.bytes = from.bytes();
    std::int32_t stride = 1;
    for (auto extent = from.extents().rbegin(); extent != from.extents().rend(); ++extent) {
        made.dimensions.emplace_back(0, static_cast<std::int32_t>(*extent), stride);
        stride *= static_cast<std::int32_t>(*extent);
    }
    made.structure.type = lower::storage_type(from.type());
    return made;
}

/// Errors of this thread are not printed while it lives.
struct quiet_errors {
    quiet_errors() {
        tiramisu_set_thread_error_receiver([](void *, const char *) {}, nullptr);
    }
    ~quiet_errors() { tiramisu_set_thread_error_receiver(nullptr, nullptr); }
};

/// All that a generated function takes comes in registers or on the stack, a word each.
int call(void *code, const std::vector<void *> &words) {
    const quiet_errors quiet;
    void *w[12] = {};
    std::copy(words.begin(), words.end(), w);
    using function = int (*)(void *, void *, void *, void *, void *, void *, void *, void *, void *,
                             void *, void *, void *);
    return reinterpret_cast<function>(code)(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8],
                                            w[9], w[10], w[11]);
}

class odd_caller {
public:
    odd_caller(const odd_call_subject &subject, random_source &random)
        : subject_(subject), random_(random) {}

    std::string first_fault() {
        for (const auto fault : {&odd_caller::moved, &odd_caller::refused, &odd_caller::shared}) {
            if (const std::string wrong = (this->*fault)(); !wrong.empty()) {
                return wrong;
            }
        }
        return {};
    }

private:
    const odd_call_subject &subject_;
    random_source &random_;
    std::vector<described> arguments_;

    std::size_t count() const { return subject_.arguments.size(); }
    const std::string &name(std::size_t i) const { return subject_.arguments[i]->get_name(); }
    std::size_t any() {
        return static_cast<std::size_t>(random_.between(0, static_cast<int>(count()) - 1));
    }

    void describe_all() {
        arguments_.clear();
        for (const buffer *argument : subject_.arguments) {
            arguments_.push_back(describe(subject_.before.at(argument->get_name())));
        }
        for (described &one : arguments_) {
            one.structure.host = one.bytes.data();
            one.structure.dimensions = static_cast<std::int32_t>(one.dimensions.size());
            one.structure.dim = one.dimensions.data();
        }
    }

    int call_described() {
        std::vector<void *> words;
        for (described &one : arguments_) {
            words.push_back(&one.structure);
        }
        for (const std::int32_t scalar : subject_.scalars) {
            words.push_back(reinterpret_cast<void *>(static_cast<std::intptr_t>(scalar)));
        }
        return call(subject_.code.address(), words);
    }

    memory found() const {
        memory data = subject_.before;
        for (std::size_t i = 0; i < count(); ++i) {
            data.at(name(i)).set_bytes(arguments_[i].bytes);
        }
        return data;
    }

    std::string moved() {
        describe_all();
        for (described &one : arguments_) {
            for (halide_dimension_t &dimension : one.dimensions) {
                dimension.min = random_.between(-100, 100);
            }
        }
        if (const int status = call_described(); status != 0) {
            return "other coordinates are refused with error " + std::to_string(status);
        }
        const std::string difference =
            first_difference(subject_.after, found(), subject_.arguments);
        return difference.empty() ? "" : "with other coordinates: " + difference;
    }

    /// Makes the description of an argument wrong, if that can be: how it is wrong.
    std::optional<std::string> spoil(described &one) {
        const bool is_empty = one.bytes.empty();
        halide_dimension_t &outermost = one.dimensions.back();
        switch (random_.between(0, 4)) {
        case 0:
            one.structure.host = nullptr;
            return is_empty ? std::nullopt : std::optional<std::string>("no memory");
        case 1: outermost.extent += 1; return "one row too many";
        case 2:
            outermost.extent -= 1;
            return is_empty ? std::nullopt : std::optional<std::string>("one row too few");
        case 3:
            one.structure.type.code =
                one.structure.type.code == halide_type_int ? halide_type_uint : halide_type_int;
            return "another type";
        default: {
            const bool has_gaps = !is_empty && outermost.extent > 1;
            outermost.stride += random_.between(1, 3);
            one.bytes.resize(4 * one.bytes.size());
            one.structure.host = one.bytes.data();
            return has_gaps ? std::optional<std::string>("gaps between rows") : std::nullopt;
        }
        }
    }

    std::string refused() {
        describe_all();
        const std::size_t which = any();
        const std::optional<std::string> how = spoil(arguments_[which]);
        if (!how) {
            return {};
        }
        const std::string what = *how + " in " + name(which);
        if (call_described() == 0) {
            return what + " is not refused";
        }
        arguments_[which].bytes.resize(subject_.before.at(name(which)).bytes().size());
        const std::string difference =
            first_difference(subject_.before, found(), subject_.arguments);
        return difference.empty() ? "" : "touched although " + what + " is refused: " + difference;
    }

    /// An input in the memory of an output: as if each had its own, if it is accepted.
    std::string shared() {
        const std::size_t in = any(), out = any();
        const array &input = subject_.before.at(name(in)), &output = subject_.before.at(name(out));
        if (subject_.arguments[in]->get_argument_type() != a_input ||
            subject_.arguments[out]->get_argument_type() != a_output ||
            input.extents() != output.extents() || input.type() != output.type()) {
            return {};
        }
        describe_all();
        arguments_[out].bytes = arguments_[in].bytes;
        arguments_[out].structure.host = arguments_[out].bytes.data();
        arguments_[in].structure.host = arguments_[out].structure.host;
        if (call_described() != 0) {
            return {};
        }
        memory apart = subject_.before;
        apart.at(name(out)) = input;
        memory expected;
        try {
            expected = subject_.run(apart);
        } catch (const meaningless &) {
            return {};
        }
        const std::string difference = first_difference(expected, found(), subject_.arguments);
        return difference.empty() ? ""
                                  : name(in) + " in the memory of " + name(out) + ": " + difference;
    }
};

} // namespace

std::string fault_in_odd_calls(const odd_call_subject &subject, random_source &random) {
    constexpr std::size_t most_words = 12;
    return subject.arguments.size() + subject.scalars.size() > most_words
               ? ""
               : odd_caller(subject, random).first_fault();
}

} // namespace tiramisu::oracle
