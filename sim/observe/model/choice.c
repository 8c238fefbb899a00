/* choice.c - the models by name (model.h). */
#include <stdio.h>
#include <string.h>

#include "common/near.h"
#include "model_state.h"

#define OF(name) (1u << MODEL_COLLISION_##name)
const struct model_row model_rows[] = {
#define MODEL(name, allows, folds, text) {name, allows, SYSTEM_FOLD_##folds},
#include "model.def"
};
#undef OF
enum { ROWS = sizeof model_rows / sizeof model_rows[0] };

/* Removes `word` from the front of *text, if it stands there and a word or the end follows. */
static bool take(const char **text, const char *word)
{
    const size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0 || ((*text)[length] != '\0' && (*text)[length] != ':'))
        return false;
    *text += length;
    return true;
}

bool model_choose(struct model_choice *choice, const char *text, char *error, size_t error_size)
{
    struct near near;
    near_start(&near, text, strcspn(text, ":"));
    *choice = (struct model_choice){.number = MODEL_NONE};
    for (int k = 0; k < ROWS && choice->number == MODEL_NONE; k++)
        if (take(&text, model_rows[k].name))
            choice->number = k;
    while (choice->number != MODEL_NONE && *text == ':') {
        text++;
        if (take(&text, "strict"))
            choice->counts_groups = true;
        else if (take(&text, "runtime"))
            choice->counts_runtime = true;
        else
            choice->number = MODEL_NONE;
    }
    if (choice->number != MODEL_NONE)
        return true;
    size_t used = (size_t)snprintf(error, error_size, "expected one of");
    for (int k = 0; k < ROWS && used < error_size; k++) {
        used +=
            (size_t)snprintf(error + used, error_size - used, "%s %s", k > 0 ? "," : "", model_rows[k].name);
        near_offer(&near, model_rows[k].name);
    }
    if (used < error_size)
        used += (size_t)snprintf(error + used, error_size - used, "; after it :strict, :runtime");
    if (near.best != NULL && near.least > 0 && used < error_size)
        snprintf(error + used, error_size - used, "; did you mean '%s'?", near.best);
    return false;
}

const char *model_name(const struct model_choice *choice, char text[40])
{
    snprintf(text, 40, "%s%s%s", model_rows[choice->number].name, choice->counts_groups ? ":strict" : "",
             choice->counts_runtime ? ":runtime" : "");
    return text;
}
