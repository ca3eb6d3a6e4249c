"""The code blocks of a page in Markdown, and what comments before them say is done with each.

A block is indented by four spaces, or fenced. A comment, which a reader does not see, stands directly before it:

    <!-- doc-test: file NAME -->       the block is the file NAME, whole
    <!-- doc-test: in NAME -->         a part of the function NAME in the page's program (see page_test.py)
    <!-- doc-test: cmake -->           a part of cmake/CMakeLists.txt, which is configured and built
    <!-- doc-test: excerpt FILE -->    its lines stand in this file of the project
    <!-- doc-test: shell -->           bash runs it
    <!-- doc-test: output COMMAND -->  what this command prints; numbers with a point, as times have, are not compared
    <!-- doc-test: none, REASON -->    nothing is done with it

and parts of functions, and commands, that a reader need not see are comments of their own:

    <!-- doc-test: hidden in NAME
    code
    -->

with `hidden shell` in the place of the first line for commands. A block without a comment is of the kind that `kind_of` finds.
"""

import dataclasses
import re

COMMENT = re.compile(r"^<!-- doc-test: (.*?)\s*-->$", re.DOTALL)

ERROR_LINE = re.compile(r'^(\S+\.cpp:\d+: )?(computation|expression|function|file|schedule|cannot|command|\w+:) ?["\w:]')
DECLARATION = re.compile(r"^(computation|skew_choices|staged_copies|void|std::string|std::vector<.*>|loops_by_\w+) [&\w.]+\(")


@dataclasses.dataclass
class Block:
    line: int
    text: str
    verb: str  # file, in, shell, output, none, or what kind_of says
    rest: str  # of the comment


def kind_of(text):
    """What an uncommented block is: a sketch of loops, declarations of commands, texts of errors, or unknown."""
    lines = [line for line in text.splitlines() if line.strip()]
    if "-->" in text or lines[0].lstrip().startswith(("for (", "parallel for")):
        return "sketch"
    if all(DECLARATION.match(line) or line.startswith("    ") for line in lines):
        return "declarations"
    if re.search(r"^ *[\w+| ]*(\+--|\| )", text, re.MULTILINE):
        return "sketch"
    if all(ERROR_LINE.match(line) or line.startswith("  ") for line in lines):
        return "errors"
    return "unknown"


def comments_and_blocks(text):
    """Yields (line, "comment" or "block", text), in order."""
    lines = text.splitlines()
    at = 0
    before_is_blank = True
    while at < len(lines):
        begin = at
        if lines[at].startswith("<!--"):
            while not lines[at].rstrip().endswith("-->"):
                at += 1
            yield begin + 1, "comment", "\n".join(lines[begin:at + 1])
        elif lines[at].startswith("```"):
            at += 1
            while lines[at] != "```":
                at += 1
            yield begin + 1, "block", "\n".join(lines[begin + 1:at])
        elif before_is_blank and lines[at].startswith("    "):
            after = at + 1
            while after < len(lines) and (lines[after].startswith("    ") or not lines[after].strip()):
                at = after if lines[after].strip() else at  # blank lines are within, not behind
                after += 1
            yield begin + 1, "block", "\n".join(line[4:] for line in lines[begin:at + 1])
        before_is_blank = not lines[at].strip() or lines[at].rstrip().endswith("-->")
        at += 1


def blocks_of(text):
    """All blocks of a page, and what is hidden in its comments as blocks, too."""
    said = None
    for line, what, body in comments_and_blocks(text):
        if what == "comment":
            match = COMMENT.match(body)
            if not match:
                continue
            head, _, rest = match.group(1).partition("\n")
            words = head.split(maxsplit=1)
            if words[0] == "hidden":
                verb, *name = words[1].split(maxsplit=1)
                yield Block(line, rest, verb, " ".join(name))
            else:
                said = words
        elif said:
            yield Block(line, body, said[0].rstrip(","), said[1] if len(said) > 1 else "")
            said = None
        else:
            yield Block(line, body, kind_of(body), "")
