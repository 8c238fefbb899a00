/* describe.c - prints what the debug information of a program says, for tests to compare.
 *
 *   describe PROGRAM            lines `global TYPE NAME WORDS` and `function MODE RESULT NAME LINE`; below a
 *                               function, `parameter DEPTH TYPE NAME` and `local DEPTH TYPE NAME`
 *
 *   describe PROGRAM TYPE ...   each type, its words, and its members: `NAME@OFFSET:TYPE` or `NAME=VALUE`;
 *                               a bit-field has `.FIRST+BITS`
 *
 * Damaged information: one line, and status 1.
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/file.h"
#include "sim/debug/dwarf/info.h"

enum { MOST_SHOWN = 400, MOST_DEPTH = 20 };

static void print_type(const struct info_type *type, unsigned depth)
{
    static const char *const kinds[] = {
        [INFO_STRUCT] = "struct ", [INFO_UNION] = "union ", [INFO_ENUM] = "enum "};
    if (depth > MOST_DEPTH) {
        fputs("...", stdout);
        return;
    }
    switch (type->kind) {
    case INFO_VOID:
        fputs("void", stdout);
        break;
    case INFO_POINTER:
        print_type(type->target, depth + 1);
        fputc('*', stdout);
        break;
    case INFO_ARRAY:
        if (type->has_count)
            printf("[%u]", type->count);
        else
            fputs("[]", stdout);
        print_type(type->target, depth + 1);
        break;
    case INFO_CONST:
    case INFO_VOLATILE:
        fputs(type->kind == INFO_CONST ? "const " : "volatile ", stdout);
        print_type(type->target, depth + 1);
        break;
    case INFO_FUNCTION:
        printf("%s(", type->mode == INFO_ASYNC ? "async" : type->mode == INFO_SYNC ? "sync" : "straight");
        for (size_t i = 0; i < type->parameter_count; i++) {
            fputs(i > 0 ? "," : "", stdout);
            print_type(type->parameters[i], depth + 1);
        }
        fputs(")->", stdout);
        print_type(type->target, depth + 1);
        break;
    case INFO_STRUCT:
    case INFO_UNION:
    case INFO_ENUM:
        printf("%s%s", kinds[type->kind], type->name != NULL ? type->name : "?");
        break;
    default:
        fputs(type->name != NULL ? type->name : "?", stdout);
        break;
    }
}

static void print_members(const struct info_type *type)
{
    for (size_t i = 0; i < type->member_count; i++) {
        const struct info_member *member = &type->members[i];
        printf(" %s@%u", member->name != NULL ? member->name : "-", member->offset);
        if (member->bits != 0)
            printf(".%u+%u", member->first_bit, member->bits);
        fputc(':', stdout);
        print_type(member->type, 0);
    }
    for (size_t i = 0; i < type->enumerator_count; i++)
        printf(" %s=%d", type->enumerators[i].name, type->enumerators[i].value);
}

static void print_global(const struct info_variable *variable)
{
    printf("global %s", variable->is_shared ? "sh " : "");
    print_type(variable->type, 0);
    printf(" %s %u\n", variable->name, variable->type->words);
}

static void print_local(const struct info_variable *variable)
{
    printf("  %s %u %s", variable->is_parameter ? "parameter" : "local", variable->depth,
           variable->is_shared ? "sh " : "");
    print_type(variable->type, 0);
    printf(" %s\n", variable->name);
}

/* Everything of one function, with what is in scope at the instruction where most is. */
static void print_function(struct info *info, const struct info_function *function)
{
    static const char *const modes[] = {"async", "sync", "straight"};
    struct info_variable *best = NULL;
    size_t most = 0;
    for (uint32_t pc = function->low; pc < function->high && pc < function->low + MOST_SHOWN; pc++) {
        size_t count;
        struct info_variable *here = info_variables(info, pc, 0, &count);
        free(count > most ? best : here);
        best = count > most ? here : best;
        most = count > most ? count : most;
    }
    printf("function %s ", modes[function->mode]);
    print_type(function->result, 0);
    printf(" %s %u\n", function->name, function->declared.line);
    for (size_t i = 0; i < most; i++)
        print_local(&best[i]);
    free(best);
}

/* A type by its name, with its members. */
static bool print_named(struct info *info, const char *name)
{
    const struct info_type *type = info_find_type(info, name);
    if (type == NULL) {
        puts("no such type");
        return false;
    }
    print_type(type->kind == INFO_TYPEDEF ? type->target : type, 0);
    printf(" %u", type->words);
    print_members(info_bare(type));
    putchar('\n');
    return true;
}

static void print_all(struct info *info)
{
    size_t count;
    const struct info_variable *globals = info_globals(info, &count);
    for (size_t i = 0; i < count; i++)
        print_global(&globals[i]);
    for (uint32_t pc = 0; pc < 1 << 16; pc++) {
        const struct info_function *function = info_function_at(info, pc);
        if (function != NULL && function->low == pc)
            print_function(info, function);
    }
}

int main(int argc, char **argv)
{
    struct info_error error;
    struct file_error unreadable;
    size_t size;
    if (argc < 2)
        return 2;
    char *bytes = file_read(argv[1], FILE_MAX_BYTES, false, &size, &unreadable);
    struct info *info = bytes != NULL ? info_open(bytes, size, &error) : NULL;
    bool good = info != NULL;
    if (!good)
        printf("%s\n", bytes != NULL ? error.text : unreadable.text);
    else if (argc == 2)
        print_all(info);
    for (int i = 2; good && i < argc; i++)
        good = print_named(info, argv[i]);
    info_close(info);
    free(bytes);
    return !good;
}
