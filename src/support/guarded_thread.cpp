#include "support/guarded_thread.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <system_error>

#include <pthread.h>
#include <semaphore.h>
#include <signal.h> // NOLINT(modernize-deprecated-headers): sigaction is POSIX's
#include <unistd.h>

namespace tiramisu::support {

namespace {

constexpr std::array<int, 6> crashes = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
constexpr std::size_t handler_stack = std::size_t{64} << 10U;

/// What a guarded thread and the one that waits for it share. Never freed after a crash.
struct guarded_run {
    const std::function<void()> *body = nullptr;
    std::exception_ptr thrown;
    int signal = 0; ///< that stopped the thread
    sem_t over;
    std::array<char, handler_stack> stack; ///< of the handler: the thread's own may be full
};

// A handler may not allocate, as other kinds of thread-local storage do on first use.
__attribute__((tls_model("initial-exec"))) thread_local guarded_run *of_this_thread = nullptr;

using handlers = std::array<struct sigaction, crashes.size()>;
handlers handlers_before;

const struct sigaction &handler_before(int signal) {
    const auto *at = std::find(crashes.begin(), crashes.end(), signal);
    return handlers_before[static_cast<std::size_t>(at - crashes.begin())];
}

/// Does what would have been done without guards.
void pass_on(int signal, siginfo_t *info, void *context) {
    const struct sigaction &before = handler_before(signal);
    if ((before.sa_flags & SA_SIGINFO) != 0) {
        before.sa_sigaction(signal, info, context);
    } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
        before.sa_handler(signal);
    } else {
        sigaction(signal, &before, nullptr);
        raise(signal); // delivered when this handler returns
    }
}

void handle(int signal, siginfo_t *info, void *context) {
    guarded_run *run = of_this_thread;
    if (run == nullptr) {
        pass_on(signal, info, context);
        return;
    }
    run->signal = signal;
    sem_post(&run->over);
    while (true) {
        pause();
    }
}

/// While one of them lives, crashes go to handle().
class crash_handlers {
public:
    crash_handlers() {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (living_++ == 0) {
            struct sigaction ours = {};
            ours.sa_sigaction = handle;
            ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
            sigfillset(&ours.sa_mask);
            for (std::size_t i = 0; i < crashes.size(); ++i) {
                sigaction(crashes[i], &ours, &handlers_before[i]);
            }
        }
    }
    ~crash_handlers() {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (--living_ == 0) {
            for (std::size_t i = 0; i < crashes.size(); ++i) {
                sigaction(crashes[i], &handlers_before[i], nullptr);
            }
        }
    }
    crash_handlers(const crash_handlers &) = delete;
    crash_handlers &operator=(const crash_handlers &) = delete;

private:
    static std::mutex mutex_;
    static int living_;
};

std::mutex crash_handlers::mutex_;
int crash_handlers::living_ = 0;

/// Signals of the process go to the threads that it had, but for the profiler's.
void block_signals_of_the_process() {
    sigset_t blocked;
    sigfillset(&blocked);
    for (const int signal : crashes) {
        sigdelset(&blocked, signal);
    }
    sigdelset(&blocked, SIGPROF);
    pthread_sigmask(SIG_SETMASK, &blocked, nullptr);
}

void *run_body(void *argument) {
    auto *run = static_cast<guarded_run *>(argument);
    block_signals_of_the_process();
    stack_t stack = {}, before = {};
    stack.ss_sp = run->stack.data();
    stack.ss_size = run->stack.size();
    sigaltstack(&stack, &before);
    of_this_thread = run;
    try {
        (*run->body)();
    } catch (...) {
        run->thrown = std::current_exception();
    }
    of_this_thread = nullptr;
    sigaltstack(&before, nullptr);
    sem_post(&run->over);
    return nullptr;
}

pthread_t start(guarded_run &run) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, guarded_stack);
    pthread_t thread = 0;
    const int problem = pthread_create(&thread, &attributes, run_body, &run);
    pthread_attr_destroy(&attributes);
    if (problem != 0) {
        throw std::system_error(problem, std::generic_category(), "cannot start a thread");
    }
    return thread;
}

std::string text_of(int signal) {
    switch (signal) {
    case SIGABRT: return "SIGABRT, as of a failed assertion, which standard error shows";
    case SIGSEGV: return "SIGSEGV, as of a stack that is full";
    case SIGBUS: return "SIGBUS";
    case SIGILL: return "SIGILL";
    case SIGFPE: return "SIGFPE";
    default: return "SIGTRAP";
    }
}

} // namespace

thread_crash::thread_crash(int signal) : text_(text_of(signal)) {}

void run_guarded(const std::function<void()> &body) {
    if (of_this_thread != nullptr) {
        body();
        return;
    }
    const crash_handlers installed;
    auto run = std::make_unique<guarded_run>();
    run->body = &body;
    sem_init(&run->over, 0, 0);
    const pthread_t thread = start(*run);
    while (sem_wait(&run->over) != 0) {
        // interrupted by a signal's handler
    }
    if (run->signal != 0) {
        pthread_detach(thread);
        throw thread_crash(run.release()->signal);
    }
    pthread_join(thread, nullptr);
    sem_destroy(&run->over);
    if (run->thrown) {
        std::rethrow_exception(run->thrown);
    }
}

} // namespace tiramisu::support
