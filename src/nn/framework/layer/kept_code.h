#pragma once

#include <exception>
#include <optional>
#include <string>

#include "nn/framework/program/code_record.h"
#include "support/verbose.h"
#include "tiramisu/options.h"

namespace tiramisu::nn {

/// The place on disk of a layer's code: what an earlier process has left there, this one need not
/// compile. That there is none, or none that can be read or written, is no error.
class kept_code {
public:
    /// `key` and the options decide the code.
    kept_code(const std::string &key, const options &opts);

    /// The code that lies there.
    template <typename Code>
    std::optional<Code> find() const;

    /// Makes the code by `make(compiler)`, and leaves it there.
    template <typename Code, typename Make>
    Code made(const Make &make) const;

private:
    std::string key_;
    options opts_;
    std::string name_; ///< of the file; empty: nothing is kept

    std::optional<std::string> record() const;
    void store(const std::string &record) const;
};

template <typename Code>
std::optional<Code> kept_code::find() const {
    const std::optional<std::string> known = record();
    if (!known) {
        return std::nullopt;
    }
    try {
        std::optional<Code> code(std::in_place);
        code_reader from(*known);
        code->record(from);
        return code;
    } catch (const std::exception &reason) {
        support::tell("\"" + key_ + "\" is compiled again: " + reason.what());
        return std::nullopt;
    }
}

template <typename Code, typename Make>
Code kept_code::made(const Make &make) const {
    if (name_.empty()) {
        return make(program_compiler(opts_));
    }
    code_images images;
    Code code = make(program_compiler(opts_, &images));
    try {
        code_writer to(images);
        code.record(to);
        store(to.bytes());
    } catch (const std::exception &reason) { // a function that other processes cannot load
        support::tell("\"" + key_ + "\" is not kept: " + reason.what());
    }
    return code;
}

} // namespace tiramisu::nn
