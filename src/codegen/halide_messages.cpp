#include "codegen/halide_messages.h"

#include <mutex>
#include <string_view>

#include "codegen/expressions/halide.h"
#include "support/immortal.h"
#include "support/verbose.h"

namespace tiramisu::lower {

namespace {

class message_receiver : public Halide::CompileTimeErrorReporter {
public:
    void warning(const char *text) override { support::tell(text); }

    /// Halide has one call for all of its errors, whose headings alone tell them apart.
    [[noreturn]] void error(const char *text) override {
        const std::string_view said = text;
        if (said.find("Internal Error") != std::string_view::npos) {
            throw Halide::InternalError(text);
        }
        if (said.find("Runtime Error") != std::string_view::npos) {
            throw Halide::RuntimeError(text);
        }
        throw Halide::CompileError(text);
    }
};

} // namespace

void receive_halide_messages() {
    static std::once_flag is_received;
    std::call_once(is_received, [] {
        static message_receiver &receiver = support::immortal<message_receiver>();
        Halide::set_custom_compile_time_error_reporter(&receiver);
    });
}

} // namespace tiramisu::lower
