#include "support/case_tally.h"

#include <cstdio>

namespace tiramisu::oracle {

namespace {

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(text.size(), width), ' ');
    return text;
}

std::string right(int number, std::size_t width) {
    const std::string text = std::to_string(number);
    return std::string(width - std::min(width, text.size()), ' ') + text;
}

constexpr std::size_t name_width = 46, number_width = 7;

} // namespace

void case_tally::add(const made_case &made, const case_result &result) {
    ++cases_;
    ++outcomes_[result.what];
    different_when_forced_ += result.is_different_when_forced ? 1 : 0;
    uncompilable_when_forced_ += result.is_uncompilable_when_forced ? 1 : 0;
    suggested_ += result.has_suggestion ? 1 : 0;
    confirmed_ += result.is_meaning_confirmed ? 1 : 0;
    replayed_ += result.is_replayed ? 1 : 0;
    commands_ += static_cast<int>(made.made.commands.size());
    commands_rejected_ += made.commands_rejected;
    if (result.what != outcome::refused && result.what != outcome::conservative) {
        return;
    }
    const std::map<std::string, std::string> causes = {{"dependence", result.cause.dependence},
                                                       {"statements", result.cause.statement},
                                                       {"command", result.cause.command}};
    for (const auto &[aspect, name] : causes) {
        refusals &counted = causes_[aspect][name];
        ++counted.all;
        counted.without_need += result.what == outcome::conservative ? 1 : 0;
    }
}

void case_tally::add(const case_tally &other) {
    cases_ += other.cases_;
    different_when_forced_ += other.different_when_forced_;
    uncompilable_when_forced_ += other.uncompilable_when_forced_;
    suggested_ += other.suggested_;
    confirmed_ += other.confirmed_;
    replayed_ += other.replayed_;
    commands_ += other.commands_;
    commands_rejected_ += other.commands_rejected_;
    for (const auto &[what, number] : other.outcomes_) {
        outcomes_[what] += number;
    }
    for (const auto &[aspect, names] : other.causes_) {
        for (const auto &[name, counted] : names) {
            causes_[aspect][name].all += counted.all;
            causes_[aspect][name].without_need += counted.without_need;
        }
    }
}

int case_tally::count(outcome what) const {
    const auto found = outcomes_.find(what);
    return found == outcomes_.end() ? 0 : found->second;
}

std::string case_tally::row(const std::string &name, int number) const {
    char share[16];
    std::snprintf(share, sizeof share, "  %6.2f %%", cases_ == 0 ? 0.0 : 100.0 * number / cases_);
    return "  " + padded(name, name_width) + right(number, number_width) + share + "\n";
}

std::string case_tally::text() const {
    std::string table = row("cases", cases_);
    for (const outcome what :
         {outcome::accepted, outcome::refused, outcome::conservative, outcome::no_meaning,
          outcome::unsupported, outcome::outside, outcome::failed}) {
        table += row(to_string(what), count(what));
    }
    table += row("refused, and gives another result unchecked", different_when_forced_);
    table += row("refused, and cannot be compiled unchecked", uncompilable_when_forced_);
    table += row("refused, with a legal neighbour that was tried", suggested_);
    table += row("saved, loaded and the same again", replayed_);
    table += row("meaning confirmed by running as declared", confirmed_);
    table += "  " + padded("commands given", name_width) + right(commands_, number_width) + "\n";
    table += "  " + padded("commands turned down at the call", name_width) +
             right(commands_rejected_, number_width) + "\n";
    for (const auto &[aspect, names] : causes_) {
        table += "  " + padded("refused, by " + aspect, name_width) + "refused  without need\n";
        for (const auto &[name, counted] : names) {
            table += "    " + padded(name, name_width - 2) + right(counted.all, number_width) +
                     right(counted.without_need, 14) + "\n";
        }
    }
    return table;
}

} // namespace tiramisu::oracle
