#pragma once

#include <utility>

#include <pthread.h>

// Values that outlive main(): a program may generate code in the destructors of its static objects,
// which run after those of whatever was first used later than they were made.

namespace tiramisu::support {

/// A value that is never destroyed; for variables that are static in a function.
template <typename T>
T &immortal(T value) {
    return *new T(std::move(value));
}
template <typename T>
T &immortal() {
    return *new T();
}

/// A value for each thread, made when the thread first asks for it. It is destroyed when its thread
/// ends, but not where the process does.
template <typename T>
class per_thread {
public:
    per_thread() {
        pthread_key_create(&key_, [](void *value) { delete static_cast<T *>(value); });
    }

    T &operator*() const {
        void *value = pthread_getspecific(key_);
        if (value == nullptr) {
            value = new T();
            pthread_setspecific(key_, value);
        }
        return *static_cast<T *>(value);
    }
    T *operator->() const { return &**this; }

private:
    pthread_key_t key_ = 0;
};

} // namespace tiramisu::support
