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
/// - A loop is unrolled as a whole into 80 instructions, not 300. What gains from it, the window of
///   a convolution, is smaller. An outer loop of a few iterations would give as many inner loops,
///   each of which LLVM puts on lanes and unrolls again: it took 11 seconds for 40 nests of 10
///   rows, and takes under one. It takes the notes above, too, of accesses under a condition that
///   do not alias.
void start_llvm();

} // namespace tiramisu::lower
