// Loads a library so that nobody else sees its symbols, as Python loads its extension modules, and
// calls its function that tells what went wrong. This program links nothing that the library needs.

#include <dlfcn.h>
#include <stdio.h>

typedef const char *(*failure_function)(void);

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s LIBRARY\n", argv[0]);
        return 2;
    }
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    failure_function first_failure = (failure_function)dlsym(library, "first_failure");
    if (first_failure == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    const char *failure = first_failure();
    if (failure != NULL) {
        fprintf(stderr, "%s\n", failure);
        return 1;
    }
    return 0;
}
