#include "peers/python_peers.h"

#include <omp.h>

#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <thread>

namespace tiramisu::bench {

namespace {

/// The first place of each thread, where ours and OpenMP's are bound; empty if they are not.
std::string cores_of(int threads) {
    std::string list;
    if (omp_get_num_places() < threads) {
        return list;
    }
    for (int place = 0; place < threads; place++) {
        std::vector<int> cores(static_cast<std::size_t>(omp_get_place_num_procs(place)));
        omp_get_place_proc_ids(place, cores.data());
        list += (list.empty() ? "" : ",") + std::to_string(cores.front());
    }
    return list;
}

std::shared_ptr<remote_library> start(const std::string &library, const std::string &packages,
                                      int threads) {
    std::vector<std::string> command = {"python3", "-B",        TIRAMISU_BENCH_PYTHON_PEERS,
                                        library,   "--threads", std::to_string(threads)};
    const std::string cores = cores_of(threads);
    if (!cores.empty()) {
        command.insert(command.end(), {"--cores", cores});
    }
    try {
        return std::make_shared<remote_library>(
            command, std::map<std::string, std::string>{{"PYTHONPATH", packages}});
    } catch (const std::runtime_error &reason) {
        std::fprintf(stderr, "%s is left out: %s\n", library.c_str(), reason.what());
        return nullptr;
    }
}

using libraries = std::map<std::pair<std::string, int>, std::shared_ptr<remote_library>>;

/// Those that run, by name and number of threads.
libraries &running() {
    static libraries all;
    return all;
}

/// Null if it is not installed.
std::shared_ptr<remote_library> instance(const std::string &library, int threads) {
    const auto [entry, is_new] = running().try_emplace({library, threads});
    const std::string packages = TIRAMISU_BENCH_PEERS "/" + library;
    if (is_new && std::filesystem::is_directory(packages)) {
        entry->second = start(library, packages, threads);
    }
    return entry->second;
}

/// Threads wait for more work for a while, busily, here and there: they are let fall asleep before
/// somebody else's time is taken.
class pause_around {
public:
    explicit pause_around(int threads) : needed_(threads > 1) { pause(); }
    pause_around(const pause_around &) = delete;
    pause_around &operator=(const pause_around &) = delete;
    ~pause_around() { pause(); }

private:
    void pause() const {
        if (needed_) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }

    bool needed_;
};

} // namespace

void add_python_peer(contest &all, const std::string &library, contender as,
                     const python_problem &problem, int threads) {
    const auto process = instance(library, threads);
    if (process == nullptr) {
        return;
    }
    std::string why_not;
    const auto prepared =
        remote_library::prepare(process, problem.text, problem.inputs, problem.results, why_not);
    if (prepared == nullptr) {
        std::printf("%s: %s cannot do it: %s\n", all.id.c_str(), as.name.c_str(), why_not.c_str());
    } else {
        as.work = [prepared] { prepared->run(1); };
        as.time = [prepared, threads](int calls) {
            const pause_around quiet(threads);
            return prepared->run(calls);
        };
        as.unpack = [prepared, to = problem.result, then = as.unpack] {
            prepared->copy_result(to);
            if (then) {
                then();
            }
        };
    }
    all.peers.push_back(std::move(as));
}

void add_python_peers(contest &all, contender as, const python_problem &problem, int threads) {
    for (const char *library : {"onnxruntime", "openvino", "torch"}) {
        as.name = library;
        add_python_peer(all, library, as, problem, threads);
    }
}

std::map<std::string, std::string> python_peer_versions() {
    std::map<std::string, std::string> known;
    for (const auto &[who, process] : running()) {
        if (process != nullptr) {
            known[who.first] = process->version();
        }
    }
    return known;
}

} // namespace tiramisu::bench
