#include <array>

#include "nn/framework/problem/image_words.h"
#include "nn/framework/problem/numbers.h"
#include "nn/framework/problem/split.h"
#include "tiramisu/nn/concat.h"

namespace tiramisu::nn {

namespace {

const std::string channels_key = "ic";
constexpr integer_field<concat_problem> fields[] = {
    {"mb", &concat_problem::mb, 0}, {"ih", &concat_problem::ih, 1}, {"iw", &concat_problem::iw, 1}};

std::string written(const concat_problem &problem) {
    std::string channels;
    for (const int one : problem.ic) {
        channels += (channels.empty() ? "" : "+") + std::to_string(one);
    }
    return std::string(concat_problem::kind) + print_fields(fields, problem) + " " + channels_key +
           "=" + channels + print_layout(problem);
}

std::vector<int> read_channels(problem_words &words) {
    const std::string given = words.take(channels_key).value_or("");
    std::vector<int> channels;
    for (const std::string &part : given.empty() ? std::vector<std::string>() : split(given, '+')) {
        int number = 0;
        if (!read_number(part, number)) {
            words.refuse(channels_key,
                         "is \"" + given + "\", must be the channels of each source, as 64+32");
        }
        channels.push_back(number);
    }
    return channels;
}

/// Throws user_error unless every source has channels, and all of them fit one tensor.
void check_channels(const std::string &subject, const std::vector<int> &channels,
                    source_place where) {
    constexpr int most = 1 << 24;
    if (channels.empty()) {
        throw user_error(subject, channels_key, "names no source, must name at least one", where);
    }
    constexpr std::size_t most_sources = 64; // each is an argument with code of its own
    if (channels.size() > most_sources) {
        throw user_error(subject, channels_key,
                         "names " + std::to_string(channels.size()) + " sources, may name " +
                             std::to_string(most_sources) + "; concatenate some of them first",
                         where);
    }
    std::int64_t sum = 0;
    for (const int one : channels) {
        sum += one;
        if (one < 1 || sum > most) {
            throw user_error(subject, channels_key,
                             "has a source of " + std::to_string(one) +
                                 " channels; each must have at least 1, all together at most " +
                                 std::to_string(most),
                             where);
        }
    }
}

} // namespace

std::string concat_problem::text() const {
    return written(completed());
}

concat_problem concat_problem::parse(const std::string &text, source_place where) {
    problem_words words(kind, text, where);
    concat_problem problem;
    read_fields(words, fields, problem);
    read_layout(words, problem);
    problem.ic = read_channels(words);
    words.require_all_taken({"mb", "ih", "iw", channels_key, layout_key, type_key});
    return problem.completed(where);
}

concat_problem concat_problem::completed(source_place where) const {
    const std::string subject = "problem \"" + written(*this) + "\"";
    check_layout(subject, *this, where);
    check_fields(subject, fields, *this, where);
    check_channels(subject, ic, where);
    check_tensor_size(subject, "dst", dst().extents, format, where);
    return *this;
}

std::vector<tensor> concat_problem::sources() const {
    std::vector<tensor> all;
    for (const int channels : ic) {
        all.push_back({"src" + std::to_string(all.size()), {mb, channels, ih, iw}, format, type});
    }
    return all;
}

tensor concat_problem::dst() const {
    int channels = 0;
    for (const int one : ic) {
        channels += one;
    }
    return {"dst", {mb, channels, ih, iw}, format, type};
}

} // namespace tiramisu::nn
