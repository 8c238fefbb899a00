/* aggregates.c - makes random programs about initial values and bit-fields that mean the same in C and in
 * Fork: `aggregates FIRST COUNT`.
 *
 * Each program has a few struct and array types in each other, objects of them with initial values (static
 * and local; braces left out, designators that go deeper, strings, values that replace earlier ones) and
 * statements about bit-fields whose values are used. What it prints is a checksum of everything, one a line.
 *
 * Lists are written along the rule of C99 6.7.8: a stack of aggregates without braces of their own, each with
 * the place of its next value. So no list has a value too many, which C only warns of.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum kind { INT, UNSIGNED, FLOAT, CHAR, ARRAY, STRUCT, UNION };
enum { MOST_TYPES = 400, MOST_MEMBERS = 5, MOST_DEPTH = 4, MOST_FRAMES = 16 };

struct type {
    enum kind kind;
    int number;             /* STRUCT, UNION: of its tag */
    int length;             /* ARRAY: elements; STRUCT, UNION: members */
    int part[MOST_MEMBERS]; /* types of the members; part[0]: of the elements */
    int bits[MOST_MEMBERS]; /* of a bit-field; 0: it is none */
};

struct generator {
    uint64_t state;
    unsigned program;
    struct type types[MOST_TYPES];
    int type_count;
    bool constant; /* values must be */
};

/* xorshift64*: the same sequence everywhere. */
static uint32_t next_random(struct generator *g)
{
    g->state ^= g->state >> 12;
    g->state ^= g->state << 25;
    g->state ^= g->state >> 27;
    return (uint32_t)((g->state * 0x2545f4914f6cdd1dull) >> 32);
}

static int pick(struct generator *g, int count)
{
    return (int)(next_random(g) % (uint32_t)count);
}

static bool chance(struct generator *g, int percent)
{
    return pick(g, 100) < percent;
}

/* ---- types */

static int add_type(struct generator *g, struct type type)
{
    g->types[g->type_count] = type;
    return g->type_count++;
}

static bool is_aggregate(const struct type *type)
{
    return type->kind >= ARRAY;
}

static int random_type(struct generator *g, int depth);

static void print_members(const struct generator *g, const struct type *type)
{
    static const char *const names[] = {"int", "unsigned", "float", "char"};
    for (int i = 0; i < type->length; i++) {
        const struct type *part = &g->types[type->part[i]];
        char suffix[100] = "";
        int used = 0;
        while (part->kind == ARRAY) {
            used += snprintf(suffix + used, sizeof suffix - (size_t)used, "[%d]", part->length);
            part = &g->types[part->part[0]];
        }
        if (part->kind == STRUCT || part->kind == UNION)
            printf("    %s p%u_t%d m%d%s", part->kind == STRUCT ? "struct" : "union", g->program,
                   part->number, i, suffix);
        else
            printf("    %s m%d%s", names[part->kind], i, suffix);
        if (type->bits[i] != 0)
            printf(" : %d", type->bits[i]);
        printf(";\n");
    }
}

static int random_record(struct generator *g, int depth)
{
    struct type type = {.kind = chance(g, 12) ? UNION : STRUCT, .length = 1 + pick(g, MOST_MEMBERS)};
    for (int i = 0; i < type.length; i++) {
        type.part[i] = type.kind == UNION ? pick(g, 3) : random_type(g, depth - 1);
        enum kind kind = g->types[type.part[i]].kind;
        if (type.kind == STRUCT && (kind == INT || kind == UNSIGNED) && chance(g, 60))
            type.bits[i] = 1 + pick(g, 32);
    }
    type.number = g->type_count;
    printf("%s p%u_t%d {\n", type.kind == STRUCT ? "struct" : "union", g->program, type.number);
    print_members(g, &type);
    printf("};\n");
    return add_type(g, type);
}

/* The first types are the four plain ones. */
static int random_type(struct generator *g, int depth)
{
    if (depth <= 0 || g->type_count > MOST_TYPES - 40 || chance(g, 40))
        return pick(g, 3);
    if (chance(g, 50))
        return random_record(g, depth);
    struct type type = {.kind = ARRAY, .length = 1 + pick(g, 4)};
    type.part[0] = chance(g, 25) ? CHAR : random_type(g, depth - 1);
    return add_type(g, type);
}

/* ---- initial values */

static void constant(struct generator *g, const struct type *type)
{
    if (type->kind == FLOAT)
        printf("%s%d.%d", chance(g, 50) ? "-" : "", pick(g, 100), pick(g, 2) * 5);
    else if (type->kind == CHAR)
        printf("'%c'", 'a' + pick(g, 26));
    else if (chance(g, 20))
        printf("(%s)%d", type->kind == INT ? "int" : "unsigned", pick(g, 1000) - 500);
    else
        printf("%d", pick(g, 200) - 100);
    if (!g->constant && chance(g, 20))
        printf(" + %s", type->kind == FLOAT ? "one" : "zero");
}

struct frame {
    int type;
    int next; /* index of the part that the next value is for */
};

static const struct type *part_of(const struct generator *g, const struct frame *frame)
{
    const struct type *type = &g->types[frame->type];
    return &g->types[type->part[type->kind == ARRAY ? 0 : frame->next]];
}

static int part_index(const struct generator *g, const struct frame *frame)
{
    const struct type *type = &g->types[frame->type];
    return type->part[type->kind == ARRAY ? 0 : frame->next];
}

static bool is_full(const struct generator *g, const struct frame *frame)
{
    const struct type *type = &g->types[frame->type];
    return frame->next >= (type->kind == UNION ? 1 : type->length);
}

static void list(struct generator *g, int type);

static void string(struct generator *g, int room)
{
    int length = pick(g, room + 1); /* the 0 at the end may be left out */
    printf("\"");
    for (int i = 0; i < length; i++)
        printf("%c", 'a' + pick(g, 26));
    printf("\"");
}

/* A value for a part: a list, a string or a number; false: an aggregate that gets no braces, so nothing is
 * written. The first value in such an aggregate must have no braces, for they would be those of the
 * aggregate.
 */
static bool whole_value(struct generator *g, int index, bool fresh, bool first_in_elided)
{
    const struct type *type = &g->types[index];
    if (!is_aggregate(type)) {
        if (chance(g, 5) && !first_in_elided) {
            printf("{");
            constant(g, type);
            printf("}");
        } else {
            constant(g, type);
        }
        return true;
    }
    bool text = type->kind == ARRAY && type->part[0] == CHAR;
    if (text && chance(g, 60) && (fresh || !first_in_elided)) {
        /* gcc looks for the array of a string before it leaves those that are full */
        bool braces = !first_in_elided && (!fresh || chance(g, 20));
        printf(braces ? "{" : "");
        string(g, type->length);
        printf(braces ? "}" : "");
        return true;
    }
    if (chance(g, 55) && !first_in_elided) {
        list(g, index);
        return true;
    }
    return false;
}

/* Writes designators from the bottom of the stack and makes the stack that follows from them. */
static int designate(struct generator *g, struct frame *frames)
{
    int depth = 1;
    for (;;) {
        struct frame *frame = &frames[depth - 1];
        const struct type *type = &g->types[frame->type];
        frame->next = pick(g, type->kind == UNION ? 1 : type->length);
        if (type->kind == ARRAY)
            printf(chance(g, 50) ? "[%d]" : "[(int)%d]", frame->next);
        else
            printf(".m%d", frame->next);
        if (!is_aggregate(part_of(g, frame)) || depth == MOST_FRAMES || chance(g, 40))
            break;
        frames[depth] = (struct frame){part_index(g, frame), 0};
        depth++;
    }
    printf(" = ");
    return depth;
}

/* { ... } for an aggregate. */
static void list(struct generator *g, int type)
{
    struct frame frames[MOST_FRAMES + 8] = {{type, 0}};
    int depth = 1;
    int values = 1 + pick(g, 7);
    bool first = true;
    bool fresh = true; /* no aggregate without braces has just become full */
    printf("{");
    while (values-- > 0) {
        bool designated = chance(g, 25);
        if (!designated) {
            while (depth > 1 && is_full(g, &frames[depth - 1])) {
                depth--;
                frames[depth - 1].next++;
                fresh = false;
            }
            if (is_full(g, &frames[depth - 1]))
                break;
        }
        printf(first ? "" : ", ");
        first = false;
        if (designated) {
            depth = designate(g, frames);
            fresh = true;
        }
        bool elided = false;
        while (!whole_value(g, part_index(g, &frames[depth - 1]), fresh, elided)) {
            frames[depth] = (struct frame){part_index(g, &frames[depth - 1]), 0};
            depth++;
            elided = true;
        }
        frames[depth - 1].next++;
        fresh = true;
    }
    if (first)
        printf("0"); /* nothing fits: cannot be, but a list must not be empty */
    printf(chance(g, 20) ? ",}" : "}");
}

/* ---- checksums and statements */

/* Writes statements that add every leaf of an object to the sum. */
static void add_leaves(struct generator *g, int index, const char *name)
{
    const struct type *type = &g->types[index];
    char part[300];
    if (type->kind == FLOAT) {
        printf("    sum = sum * 31u + (unsigned)(int)(%s * 2);\n", name);
    } else if (!is_aggregate(type)) {
        printf("    sum = sum * 31u + (unsigned)%s;\n", name);
    } else {
        for (int i = 0; i < (type->kind == UNION ? 1 : type->length); i++) {
            int below = type->kind == ARRAY ? type->part[0] : type->part[i];
            snprintf(part, sizeof part, type->kind == ARRAY ? "%s[%d]" : "%s.m%d", name, i);
            if (type->kind == UNION && g->types[below].kind == FLOAT)
                printf("    sum = sum * 31u + bits_of(%s);\n", part);
            else
                add_leaves(g, below, part);
        }
    }
}

/* The name of a random bit-field or other integer of the struct b; false: it has none. */
static bool field(struct generator *g, int index, char *name, size_t room)
{
    const struct type *type = &g->types[index];
    for (int tries = 0; tries < 8; tries++) {
        int member = pick(g, type->length);
        enum kind kind = g->types[type->part[member]].kind;
        if (kind == INT || kind == UNSIGNED) {
            snprintf(name, room, "%s%d", chance(g, 50) ? "b.m" : "p->m", member);
            return true;
        }
    }
    return false;
}

static void field_value(struct generator *g, int index)
{
    char name[40];
    if (chance(g, 60) && field(g, index, name, sizeof name))
        printf("%s", name);
    else
        printf("%d", pick(g, 2) ? pick(g, 20) - 10 : (int)next_random(g));
}

static void field_statement(struct generator *g, int index)
{
    static const char *const plain[] = {"=", "+=", "-=", "*=", "&=", "|=", "^="};
    char name[40];
    if (!field(g, index, name, sizeof name))
        return;
    int kind = pick(g, 10);
    printf("    sum = sum * 31u + (unsigned)(");
    if (kind < 2) {
        printf(chance(g, 50) ? "%s++" : "%s--", name);
    } else if (kind < 4) {
        printf(chance(g, 50) ? "++%s" : "--%s", name);
    } else if (kind < 5) {
        printf("%s %s ((", name, chance(g, 50) ? "<<=" : ">>=");
        field_value(g, index);
        printf(") & 31)");
    } else if (kind < 6) {
        printf("%s %s ((", name, chance(g, 50) ? "/=" : "%=");
        field_value(g, index);
        printf(") & 1023 | 1)");
    } else if (kind < 7) { /* how the value computes on: as int or unsigned */
        printf("((%s %s ", name, plain[pick(g, 7)]);
        field_value(g, index);
        printf(") - 40) / 3 < %s", name);
    } else if (kind < 8) {
        printf("(%s - 9) / 2 + -%s + ~%s %% 7", name, name, name);
    } else {
        printf("%s %s ", name, plain[pick(g, 7)]);
        field_value(g, index);
        printf(" + (");
        field_value(g, index);
        printf(" >> %d)", pick(g, 31));
    }
    printf(");\n");
}

static const char *declared(const struct generator *g, int index, const char *name, char *text, size_t room)
{
    static const char *const names[] = {"int", "unsigned", "float", "char"};
    char suffix[100] = "";
    int used = 0;
    const struct type *type = &g->types[index];
    for (; type->kind == ARRAY; type = &g->types[type->part[0]])
        used += snprintf(suffix + used, sizeof suffix - (size_t)used, "[%d]", type->length);
    if (type->kind == STRUCT || type->kind == UNION)
        snprintf(text, room, "%s p%u_t%d %s%s", type->kind == STRUCT ? "struct" : "union", g->program,
                 type->number, name, suffix);
    else
        snprintf(text, room, "%s %s%s", names[type->kind], name, suffix);
    return text;
}

static void program(unsigned number)
{
    enum { OBJECTS = 3 };
    struct generator g = {.program = number, .state = (number + 1) * 0x9e3779b97f4a7c15ull};
    int objects[OBJECTS];
    char text[300];
    for (int i = 0; i < 8; i++)
        next_random(&g);
    for (enum kind kind = INT; kind <= CHAR; kind++)
        add_type(&g, (struct type){.kind = kind});
    printf("\n/* ---- program %u */\n", number);
    for (int i = 0; i < OBJECTS; i++) {
        do
            objects[i] = random_type(&g, MOST_DEPTH);
        while (!is_aggregate(&g.types[objects[i]]));
    }
    int fields = random_record(&g, 1);
    printf("static unsigned p%u_test(int zero, float one)\n{\n    unsigned sum = 0;\n", number);
    for (int i = 0; i < 2 * OBJECTS; i++) {
        char name[20];
        snprintf(name, sizeof name, "%c%d", i < OBJECTS ? 's' : 'l', i);
        g.constant = i < OBJECTS;
        printf("    %s%s = ", g.constant ? "static " : "",
               declared(&g, objects[i % OBJECTS], name, text, sizeof text));
        list(&g, objects[i % OBJECTS]);
        printf(";\n");
    }
    for (int i = 0; i < 2 * OBJECTS; i++) {
        char name[20];
        snprintf(name, sizeof name, "%c%d", i < OBJECTS ? 's' : 'l', i);
        add_leaves(&g, objects[i % OBJECTS], name);
    }
    if (g.types[fields].kind == STRUCT) {
        g.constant = true;
        printf("    %s = ", declared(&g, fields, "b", text, sizeof text));
        list(&g, fields);
        printf(", *p = &b;\n    (void)p;\n");
        for (int i = 0; i < 12; i++)
            field_statement(&g, fields);
        add_leaves(&g, fields, "b");
    }
    printf("    return sum;\n}\n");
}

static const char prologue[] = "#ifdef __FORK__\n"
                               "#include <io.h>\n"
                               "#else\n"
                               "#include <stdio.h>\n"
                               "#define __PROC_NR__ 0\n"
                               "#endif\n"
                               "static unsigned bits_of(float x)\n"
                               "{\n"
                               "    union { float f; unsigned u; } both = {x};\n"
                               "    return both.u;\n"
                               "}\n";

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: aggregates FIRST COUNT\n");
        return 2;
    }
    unsigned first = (unsigned)strtoul(argv[1], NULL, 10);
    unsigned count = (unsigned)strtoul(argv[2], NULL, 10);
    fputs(prologue, stdout);
    for (unsigned n = first; n < first + count; n++)
        program(n);
    printf("\nint main(void)\n{\n    if (__PROC_NR__ != 0)\n        return 0;\n");
    for (unsigned n = first; n < first + count; n++)
        printf("    printf(\"%%u %%08x\\n\", %uu, p%u_test(0, 1.0f));\n", n, n);
    printf("    return (int)(bits_of(0) != 0);\n}\n");
    return 0;
}
