#include "tiramisu/nn/conv2d_chain_problem.h"

#include <sstream>

namespace tiramisu::nn {

namespace {

const std::string convolution = "conv2d", shortcut_word = "shortcut", type_word = "type=";

bool begins_with(const std::string &text, const std::string &with) {
    return text.compare(0, with.size(), with) == 0;
}

/// A chain's text taken apart: those of its parts, each with the type that the chain has.
class chain_text {
public:
    chain_text(const std::string &text, source_place where) : text_(text), where_(where) {
        std::istringstream words(text);
        std::string word;
        if (!(words >> word) || word != conv2d_chain_problem::kind) {
            refuse("does not begin with \"" + std::string(conv2d_chain_problem::kind) + "\"");
        }
        while (words >> word) {
            add(word);
        }
        for (std::string &part : parts_) {
            part += type_.empty() ? "" : " " + type_;
        }
    }

    const std::vector<std::string> &parts() const { return parts_; }
    [[noreturn]] void refuse(const std::string &reason) const {
        throw user_error("problem \"" + text_ + "\"", "", reason, where_);
    }

private:
    std::string text_, type_;
    source_place where_;
    std::vector<std::string> parts_;

    void add(const std::string &word) {
        if (word.find('=') == std::string::npos) {
            parts_.push_back(word);
        } else if (parts_.empty()) {
            refuse("\"" + word +
                   "\" stands before the first part; write, for example, "
                   "\"conv2d_chain conv2d ic=64 ...\"");
        } else if (!begins_with(word, type_word)) {
            parts_.back() += " " + word;
        } else if (!type_.empty() && type_ != word) {
            refuse("\"" + type_ + "\" and \"" + word + "\" are given; all parts are of one type");
        } else {
            type_ = word;
        }
    }
};

template <typename Part>
void require_first(const std::optional<Part> &known, const std::string &word,
                   const chain_text &of) {
    if (known) {
        of.refuse("\"" + word + "\" is given twice, may be given once");
    }
}

/// The type's word apart from the rest.
std::string without_type(const std::string &text) {
    return text.substr(0, text.find(" " + type_word));
}

} // namespace

std::string conv2d_chain_problem::text() const {
    const conv2d_chain_problem full = completed();
    std::string text = kind;
    if (full.resizing) {
        text += " " + without_type(full.resizing->text());
    }
    for (const conv2d_problem &step : full.steps) {
        text += " " + without_type(step.text());
    }
    if (full.shortcut) {
        text +=
            " " + shortcut_word + without_type(full.shortcut->text()).substr(convolution.size());
    }
    const element_type type = full.steps.front().type;
    return text + (type == element_type::f32 ? "" : " " + type_word + to_string(type));
}

conv2d_chain_problem conv2d_chain_problem::parse(const std::string &text, source_place where) {
    const chain_text given(text, where);
    conv2d_chain_problem problem;
    for (const std::string &part : given.parts()) {
        const std::string word = part.substr(0, part.find(' '));
        if (word == convolution) {
            problem.steps.push_back(conv2d_problem::parse(part, where));
        } else if (word == shortcut_word) {
            require_first(problem.shortcut, word, given);
            problem.shortcut = conv2d_problem::parse(convolution + part.substr(word.size()), where);
        } else if (word == resize_problem::kind) {
            require_first(problem.resizing, word, given);
            problem.resizing = resize_problem::parse(part, where);
        } else {
            given.refuse("\"" + word +
                         "\" is no part of a chain, which are conv2d, shortcut and "
                         "resize");
        }
    }
    return problem.completed(where);
}

conv2d_chain_problem conv2d_chain_problem::completed(source_place where) const {
    if (steps.empty()) {
        throw user_error("chain", "", "has no steps, must have at least one", where);
    }
    conv2d_chain_problem full = *this;
    const element_type type = steps.front().type;
    const auto complete = [&](auto &part, const std::string &name) {
        part = part.completed(where);
        if (part.type != type) {
            throw user_error("chain of " + std::to_string(steps.size()) + " steps", name,
                             "is of type " + to_string(part.type) + ", but step 1 of type " +
                                 to_string(type) + "; they must be equal",
                             where);
        }
    };
    if (full.resizing) {
        complete(*full.resizing, "resizing");
    }
    for (std::size_t i = 0; i < steps.size(); i++) {
        complete(full.steps[i], "step " + std::to_string(i + 1));
    }
    if (full.shortcut) {
        complete(*full.shortcut, "shortcut");
    }
    return full;
}

bool operator==(const conv2d_chain_problem &left, const conv2d_chain_problem &right) {
    return left.text() == right.text();
}

} // namespace tiramisu::nn
