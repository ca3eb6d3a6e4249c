/* Solvers that are measured, object files, caches and memory that changes. */
#include <string.h>

#include "check.h"

static void check_find(const char *text) {
    tiramisu_solver_list *found;
    tiramisu_solver best, one;
    size_t i;
    DO(tiramisu_find(text, NULL, &found));
    DO(tiramisu_solver_at(found, 0, &best));
    CHECK(best.milliseconds > 0 && best.error < 1e-3 && *best.why_not == 0);
    for (i = 1; i < tiramisu_solver_count(found); i++) {
        DO(tiramisu_solver_at(found, i, &one));
        CHECK(*one.why_not != 0 || one.milliseconds >= best.milliseconds);
    }
    tiramisu_delete_solver_list(found);
}

static void check_object(const char *text, const char *folder) {
    char object[1000], header[1000];
    FILE *file;
    snprintf(object, sizeof object, "%s/layer.o", folder);
    snprintf(header, sizeof header, "%s/layer.h", folder);
    remove(object);
    remove(header);
    DO(tiramisu_write_object(text, object, "layer", NULL));
    CHECK((file = fopen(object, "rb")) != NULL);
    fclose(file);
    CHECK((file = fopen(header, "rb")) != NULL);
    fclose(file);
}

static void check_cache(const char *text) {
    tiramisu_layer *first, *second;
    tiramisu_layer_cache before, after;
    DO(tiramisu_clear_layer_cache());
    DO(tiramisu_get_layer_cache(&before));
    CHECK(before.layers == 0);
    DO(tiramisu_make_layer(text, NULL, &first));
    DO(tiramisu_make_layer(text, NULL, &second));
    DO(tiramisu_get_layer_cache(&after));
    CHECK(after.layers == 1 && after.compiled == before.compiled + 1);
    CHECK(after.shared == before.shared + 1 && after.bytes > 0 && after.bytes <= after.bound);
    CHECK(*tiramisu_layer_cache_folder() == 0);
    DO(tiramisu_set_layer_cache_bound(0));
    DO(tiramisu_get_layer_cache(&after));
    CHECK(after.layers == 0 && after.bound == 0);
    tiramisu_delete_layer(first);
    tiramisu_delete_layer(second);
}

static void check_other_memory(void) {
    float src[8] = {1, 1, 1, 1, 1, 1, 1, 1}, other[8] = {0}, dst[8] = {0}, elsewhere[8] = {0};
    tiramisu_memory memory[2] = {{"src", NULL}, {"dst", NULL}};
    tiramisu_execution_options alone;
    tiramisu_layer *layer;
    tiramisu_invocation *run;
    other[0] = 1000;
    memory[0].data = src;
    memory[1].data = dst;
    memset(&alone, 0, sizeof alone);
    alone.threads = 1;
    DO(tiramisu_make_layer("softmax ic=8 ih=1 iw=1", NULL, &layer));
    DO(tiramisu_prepare(layer, memory, 2, NULL, &alone, &run));
    tiramisu_delete_layer(layer); /* runs go on */
    DO(tiramisu_invoke(run));
    CHECK(dst[0] == 0.125f && dst[7] == 0.125f);
    DO(tiramisu_set_memory(run, "src", other));
    DO(tiramisu_set_memory(run, "dst", elsewhere));
    DO(tiramisu_invoke(run));
    CHECK(elsewhere[0] == 1 && elsewhere[7] == 0 && dst[0] == 0.125f);
    tiramisu_delete_invocation(run);
}

int main(int argc, char **argv) {
    const char *text = "softmax mb=8 ic=10 ih=1 iw=1";
    CHECK(argc == 2);
    CHECK(*tiramisu_version() != 0);
    check_find(text);
    check_object(text, argv[1]);
    check_cache(text);
    check_other_memory();
    return 0;
}
