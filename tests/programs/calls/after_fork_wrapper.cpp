#include "after_fork.o.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "brighten.h"

int main(int argc, char **argv) {
    check_brighten(argc, argv, brighten);
    const pid_t child = fork();
    if (child == 0) {
        alarm(60); // a child that hangs has failed
        check_brighten(argc, argv, brighten);
        return 0;
    }
    int status = 1;
    if (waitpid(child, &status, 0) != child || status != 0) {
        return EXIT_FAILURE;
    }
    check_brighten(argc, argv, brighten);
}
