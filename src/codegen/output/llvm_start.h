#pragma once

namespace tiramisu::lower {

/// Before Halide generates the first code of the process, switches LLVM's vectorizer of
/// neighbouring statements (SLP) off: it computes some integers narrower and leaves others as they
/// are, and LLVM 21 extends those of both widths, once they are parts of one vector, as if all had
/// the first one's (llvm/llvm-project #173030). Where the program used Halide before, it stays on.
void start_llvm();

} // namespace tiramisu::lower
