/* test_walk.c - the walk through syntax trees misses nothing: it meets every node that hangs somewhere below
 * a function's body, once, whatever its kind.
 *
 * The trees are those that the parser builds of the text below, which has every kind of node; what hangs
 * below them is found here by following all pointers of all nodes, without asking fcc/text/tree.def. So a new
 * kind of node, or a new part of one, fails here until its row and a line of the text are written.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fcc/check/check.h"
#include "fcc/check/walk.h"
#include "fcc/parse/parse.h"
#include "fcc/text/scope.h"

static const char program[] =
    "struct pair { int a, b; };\n"
    "sh int n, a[10];\n"
    "struct pair make(int x) { struct pair p = {x, 2}; return p; }\n"
    "int sum(int x, int y) { return x + y; }\n"
    "real half(real x) { return x * 0.1r; }\n"
    "sync int together(sh int k, int x)\n"
    "{\n"
    "    int i, j = 0;\n"
    "    fork (k + 1; @ = x % 2; $ = x / 2) j = $;\n"
    "    fork (k; @ = x) ;\n"
    "    farm { j += sum($$, #); }\n"
    "    seq { n = sum(1, 2); barrier; }\n"
    "    for (i = 0; i < x; i++) { if (i == k) continue; else break; }\n"
    "    while (j > 0 && x || !i) j--;\n"
    "    do j++; while (j < 10);\n"
    "    switch (k) { case 1: j = 2; break; case 2: { case 3: ; } default: j = ~j; }\n"
    "    return x ? together(k, -x) : (j, mpadd(&n, j));\n"
    "}\n"
    "int main(void)\n"
    "{\n"
    "    struct pair p = make(3), *q = &p;\n"
    "    float f = (float)q->a;\n"
    "    const char *text = \"text\";\n"
    "    int (*call)(int, int) = sum;\n"
    "    int values[4] = {sum(1, 2), sum(3, 4), [3] = 5};\n"
    "    int many[sum(1, 2)], (*same)[sum(1, 2)] = &many;\n"
    "    many[({ int y = 1; if (y) n++; y; })] = (*same)[0] + (struct pair){1, n}.b;\n"
    "    start (sum(1, 2)) { together(3, values[$]); }\n"
    "    join (sum(1, 2); n < # - 1; $ < 5) together(1, 2); else n = call(text[1], (int)f);\n"
    "    goto end;\n"
    "end:\n"
    "    return __PROC_NR__;\n"
    "}\n";

/* ---- nodes met, by address */

enum { MOST_NODES = 4000 };

struct nodes {
    const void *node[MOST_NODES];
    size_t count;
    bool expression_kinds[EXPRESSION_KINDS];
    bool statement_kinds[STATEMENT_KINDS];
};

static size_t count_of(const struct nodes *nodes, const void *node)
{
    size_t count = 0;
    for (size_t i = 0; i < nodes->count; i++) {
        count += nodes->node[i] == node;
    }
    return count;
}

static void add(struct nodes *nodes, const void *node)
{
    assert_true(nodes->count < MOST_NODES);
    nodes->node[nodes->count++] = node;
}

/* ---- without the table: all pointers of all nodes */

static void find_statements(struct nodes *nodes, const struct statement *s);

static void find_expressions(struct nodes *nodes, const struct expression *e)
{
    if (e == NULL || count_of(nodes, e) > 0) {
        return;
    }
    add(nodes, e);
    nodes->expression_kinds[e->kind] = true;
    find_expressions(nodes, e->left);
    find_expressions(nodes, e->right);
    find_expressions(nodes, e->third);
    for (const struct expression *argument = e->arguments; argument != NULL; argument = argument->next) {
        find_expressions(nodes, argument);
    }
    find_statements(nodes, e->body);
}

static void find_statements(struct nodes *nodes, const struct statement *s)
{
    if (s == NULL || count_of(nodes, s) > 0) {
        return;
    }
    add(nodes, s);
    nodes->statement_kinds[s->kind] = true;
    find_expressions(nodes, s->condition);
    find_expressions(nodes, s->initial);
    find_expressions(nodes, s->step);
    for (const struct expression *value = s->values; value != NULL; value = value->next) {
        find_expressions(nodes, value);
    }
    find_statements(nodes, s->first);
    find_statements(nodes, s->other);
    find_statements(nodes, s->default_case);
    find_statements(nodes, s->next);
}

/* ---- with the walk */

static enum walk visit_expression(const struct expression *e, void *context)
{
    add(context, e);
    return WALK_ON;
}

static enum walk visit_statement(const struct statement *s, void *context)
{
    add(context, s);
    return WALK_ON;
}

/* ---- the parser */

static void fail_full(void *context)
{
    (void)context;
    fail_msg("out of memory");
}

struct parsed {
    struct arena arena;
    struct diag diag;
    struct front_options options;
    struct unit unit;
    jmp_buf fatal;
};

static void parse(struct parsed *p, const char *text)
{
    memset(p, 0, sizeof *p);
    diag_init(&p->diag, "fcc", stderr);
    arena_init(&p->arena, 0, fail_full, NULL);
    p->options = (struct front_options){.real_words = 26};
    p->unit = (struct unit){.arena = &p->arena, .options = &p->options};
    p->unit.source = (struct source){.arena = &p->arena,
                                     .diag = &p->diag,
                                     .text = text,
                                     .length = (uint32_t)strlen(text),
                                     .fatal = &p->fatal};
    if (setjmp(p->fatal) != 0) {
        fail_msg("fatal error");
    }
    source_open(&p->unit.source, "walk.fork");
    scope_enter(&p->unit);
    p->unit.real = type_real(&p->arena, p->options.real_words);
    check_declare_builtins(&p->unit);
    p->unit.tokens = lex(&p->unit.source, &p->unit.names);
    parse_unit(&p->unit);
    assert_int_equal(p->diag.errors, 0);
}

/* ---- tests */

static void test_every_node(void **state)
{
    static struct parsed p;
    static struct nodes there;
    (void)state;
    parse(&p, program);
    for (const struct symbol *symbol = p.unit.symbols; symbol != NULL; symbol = symbol->next_in_unit) {
        static struct nodes hanging;
        static struct nodes met;
        hanging.count = met.count = 0;
        const struct walk_visitor visitor = {visit_expression, visit_statement, &met};
        find_statements(&hanging, symbol->body);
        assert_false(walk_statements(symbol->body, &visitor));
        for (size_t i = 0; i < hanging.count; i++) {
            assert_int_equal(count_of(&met, hanging.node[i]), 1);
        }
        assert_int_equal(met.count, hanging.count);
        for (size_t kind = 0; kind < EXPRESSION_KINDS; kind++) {
            there.expression_kinds[kind] |= hanging.expression_kinds[kind];
        }
        for (size_t kind = 0; kind < STATEMENT_KINDS; kind++) {
            there.statement_kinds[kind] |= hanging.statement_kinds[kind];
        }
    }
    for (size_t kind = 0; kind < EXPRESSION_KINDS; kind++) {
        if (!there.expression_kinds[kind] && kind != EXPRESSION_ERROR) {
            fail_msg("the text has no expression of kind %zu (fcc/text/tree.def)", kind);
        }
    }
    for (size_t kind = 0; kind < STATEMENT_KINDS; kind++) {
        if (!there.statement_kinds[kind]) {
            fail_msg("the text has no statement of kind %zu (fcc/text/tree.def)", kind);
        }
    }
    arena_release(&p.arena);
}

static enum walk visit_until_call(const struct expression *e, void *context)
{
    add(context, e);
    return e->kind == EXPRESSION_CALL ? WALK_FOUND : WALK_ON;
}

static enum walk visit_past_farm(const struct statement *s, void *context)
{
    (void)context;
    return s->kind == STATEMENT_FARM || s->kind == STATEMENT_SEQ ? WALK_PAST : WALK_ON;
}

static const char short_program[] = "int f(int x) { return x; }\n"
                                    "sync void g(void) { farm f(f(1)); }\n"
                                    "sync void h(void) { int x; farm ; seq ; farm f(2); x = 1; }\n"
                                    "void k(void) { 1 + 1; f(f(1)); f(2); }\n";

static const struct statement *body(const struct parsed *p, const char *name)
{
    for (const struct symbol *symbol = p->unit.symbols; symbol != NULL; symbol = symbol->next_in_unit) {
        if (strcmp(symbol->name->text, name) == 0) {
            return symbol->body;
        }
    }
    fail_msg("no function %s", name);
    return NULL;
}

static void test_answers(void **state)
{
    static struct parsed p;
    static struct nodes met;
    (void)state;
    parse(&p, short_program);
    const struct walk_visitor calls = {visit_until_call, NULL, &met};
    const struct walk_visitor outside = {visit_until_call, visit_past_farm, &met};
    assert_true(walk_statements(body(&p, "g"), &calls));
    assert_int_equal(met.count, 1); /* the outer call: the walk is over */
    assert_false(walk_statements(body(&p, "g"), &outside));
    met.count = 0;
    assert_false(walk_statements(body(&p, "h"), &outside));
    assert_int_equal(met.count, 3); /* x = 1 */
    met.count = 0;
    assert_true(walk_statements(body(&p, "k"), &calls));
    assert_int_equal(met.count, 2); /* 1 + 1 is a constant */
    assert_false(walk_statements(NULL, &calls));
    assert_false(walk_expression(NULL, &calls));
    arena_release(&p.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"every node below a function is met once", test_every_node, NULL, NULL, NULL},
        {"a visit ends the walk, or keeps it out of what is below", test_answers, NULL, NULL, NULL},
    };
    return cmocka_run_group_tests_name("walk", tests, NULL, NULL);
}
