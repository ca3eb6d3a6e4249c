/* Every kind of layer, made of its example, run, prepared, and compared with the naive solver. */
#include <math.h>
#include <string.h>

#include "check.h"

enum { MOST_ARGUMENTS = 16 };

/* A layer with memory for its arguments. */
struct run {
    tiramisu_layer *layer;
    tiramisu_weights *weights;
    float *plain_weights;
    tiramisu_memory memory[MOST_ARGUMENTS];
    size_t sizes[MOST_ARGUMENTS];
    int is_result[MOST_ARGUMENTS];
    size_t count;
};

/* The same numbers from -1 to 1 each time; some are zeros. */
static float number_at(size_t place) {
    const unsigned mixed = (unsigned)place * 2654435761u;
    return mixed % 3 == 0 ? 0.0f : (float)(mixed % 2001) / 1000.0f - 1.0f;
}

/* Floats, or labels. */
static void *numbers(const tiramisu_argument *of) {
    const int is_variance = strcmp(of->name, "variance") == 0,
              is_label = strcmp(of->type, "s32") == 0;
    void *all = malloc(of->bytes);
    size_t i;
    CHECK(all != NULL);
    CHECK(is_label || strcmp(of->type, "f32") == 0);
    CHECK(of->bytes == of->size * 4);
    CHECK(of->rank > 0 && of->extents[0] > 0);
    for (i = 0; i < of->size; i++) {
        if (is_label) {
            ((int32_t *)all)[i] = (int32_t)(i % 3);
        } else {
            ((float *)all)[i] = is_variance ? 1.0f + number_at(i) / 2 : number_at(i);
        }
    }
    return all;
}

static struct run made(const char *text, const char *solver) {
    struct run to;
    tiramisu_layer_options options;
    size_t i, results = 0;
    memset(&to, 0, sizeof to);
    memset(&options, 0, sizeof options);
    options.solver = solver;
    DO(tiramisu_make_layer(text, &options, &to.layer));
    for (i = 0; i < tiramisu_layer_argument_count(to.layer); i++) {
        tiramisu_argument one;
        void *data;
        DO(tiramisu_layer_argument(to.layer, i, &one));
        data = numbers(&one);
        if (one.role == TIRAMISU_WEIGHTS) {
            DO(tiramisu_pack_weights(to.layer, data, &to.weights));
            free(data);
            continue;
        }
        CHECK(to.count < MOST_ARGUMENTS);
        to.memory[to.count].name = one.name;
        to.sizes[to.count] = one.size;
        to.is_result[to.count] = one.role == TIRAMISU_RESULT;
        results += one.role == TIRAMISU_RESULT;
        to.memory[to.count++].data = data;
    }
    CHECK(results > 0);
    return to;
}

static void delete_run(struct run *one) {
    size_t i;
    for (i = 0; i < one->count; i++) {
        free(one->memory[i].data);
    }
    tiramisu_delete_weights(one->weights);
    tiramisu_delete_layer(one->layer);
}

/* What a result is before a run must not pass for one. */
static void clear(struct run *one) {
    size_t i;
    for (i = 0; i < one->count; i++) {
        if (one->is_result[i]) {
            memset(one->memory[i].data, 0, one->sizes[i] * sizeof(float));
        }
    }
}

static void check_equal(const struct run *left, const struct run *right) {
    size_t i, at;
    CHECK(left->count == right->count);
    for (i = 0; i < left->count; i++) {
        const float *mine = left->memory[i].data, *others = right->memory[i].data;
        CHECK(left->sizes[i] == right->sizes[i]);
        for (at = 0; left->is_result[i] && at < left->sizes[i]; at++) {
            CHECK(fabs(mine[at] - others[at]) < 1e-3);
        }
    }
}

static void check_kind(const char *text) {
    struct run chosen = made(text, NULL), naive = made(text, "naive");
    tiramisu_invocation *prepared;
    tiramisu_solver_list *solvers;
    tiramisu_solver last;
    CHECK(strcmp(tiramisu_layer_text(chosen.layer), text) == 0);
    CHECK(strcmp(tiramisu_layer_solver(naive.layer), "naive") == 0);
    clear(&chosen);
    clear(&naive);
    DO(tiramisu_run(chosen.layer, chosen.memory, chosen.count, chosen.weights));
    DO(tiramisu_run(naive.layer, naive.memory, naive.count, naive.weights));
    check_equal(&chosen, &naive);
    clear(&chosen);
    DO(tiramisu_prepare(chosen.layer, chosen.memory, chosen.count, chosen.weights, NULL,
                        &prepared));
    DO(tiramisu_invoke(prepared));
    check_equal(&chosen, &naive);
    tiramisu_delete_invocation(prepared);
    DO(tiramisu_list_solvers(text, &solvers));
    CHECK(tiramisu_solver_count(solvers) > 0);
    DO(tiramisu_solver_at(solvers, tiramisu_solver_count(solvers) - 1, &last));
    CHECK(strcmp(last.name, "naive") == 0 && *last.why_not == 0);
    tiramisu_delete_solver_list(solvers);
    delete_run(&chosen);
    delete_run(&naive);
}

int main(void) {
    size_t i;
    CHECK(tiramisu_layer_kind_count() > 10);
    for (i = 0; i < tiramisu_layer_kind_count(); i++) {
        const char *example = tiramisu_layer_kind_example(i), *name = tiramisu_layer_kind_name(i);
        printf("%s\n", name);
        CHECK(strncmp(example, name, strlen(name)) == 0);
        check_kind(example);
    }
    CHECK(tiramisu_layer_kind_name(i) == NULL);
    return 0;
}
