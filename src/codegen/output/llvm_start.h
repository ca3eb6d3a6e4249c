#pragma once

namespace tiramisu::lower {

/// Gives LLVM options before Halide generates the first code of the process; where the program used
/// Halide before, LLVM goes without them.
///
/// - The vectorizer of neighbouring statements (SLP) is off: it computes some integers narrower and
///   leaves others as they are, and LLVM 21 extends those of both widths, once they are parts of
///   one vector, as if all had the first one's (llvm/llvm-project #173030).
/// - Loops of more pointers than 250, LLVM's default, keep apart those that do not alias. Where all
///   may alias, LLVM 21 notes for each of them that it does not wrap, and asks of all pairs of
///   notes whether one implies the other: a sum over a column, unrolled and put on lanes as single
///   loads, took it minutes.
/// - A loop is unrolled as a whole into 200 instructions, not 300, for the same notes, which LLVM
///   takes of accesses under a condition also where they do not alias.
void start_llvm();

} // namespace tiramisu::lower
