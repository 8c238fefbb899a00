/* test_isa_manual.c - docs/isa.md says what the tables say: every row of asm/tables/isa.def, abi.def and
 * shint.def stands in it word for word, and nothing else; every example assembles to the opcode of its row.
 * docs/io.md has every row of hostcall.def.
 *
 * Reads the manual as a list of Markdown tables, each known by its header line. Runs from the top folder, as
 * tests/run.sh does; needs prasm in $BUILD/bin.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "asm/isa.h"
#include "asm/object.h"

#define MANUAL "docs/isa.md"
#define HOST_CALLS "docs/io.md"
#define INSTRUCTIONS "op | instruction | formula | example | cost | delay"
#define MAX_CELLS 8
#define MAX_ROWS 512

struct row {
    char *cell[MAX_CELLS];
    size_t cells;
};

struct table {
    struct row row[MAX_ROWS];
    size_t rows;
};

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char *text = NULL;
    size_t size = 0;
    assert_true(getdelim(&text, &size, '\0', file) > 0);
    fclose(file);
    return text;
}

/* Cuts blanks and the backticks of a code span from both ends. */
static char *trim(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && strchr(" `", text[length - 1]))
        text[--length] = '\0';
    return text + strspn(text, " `");
}

/* Splits "| a | b |" into cells, in place; "\|" is a bar inside a cell. */
static struct row split_row(char *line)
{
    struct row row = {.cells = 0};
    char *out = line + 1;
    char *start = out;
    for (const char *in = line + 1; *in != '\0'; in++) {
        if (in[0] == '\\' && in[1] == '|') {
            *out++ = *++in;
        } else if (*in == '|') {
            *out++ = '\0';
            assert_true(row.cells < MAX_CELLS);
            row.cell[row.cells++] = trim(start);
            start = out;
        } else {
            *out++ = *in;
        }
    }
    return row;
}

/* All rows of all tables with this header line. Modifies `manual`, and the rows point into it. */
static struct table *find_tables(char *manual, const char *header)
{
    struct table *table = calloc(1, sizeof *table);
    assert_non_null(table);
    char wanted[128];
    snprintf(wanted, sizeof wanted, "| %s |", header);
    bool inside = false;
    char *rest = manual;
    for (char *line = strsep(&rest, "\n"); line != NULL; line = strsep(&rest, "\n")) {
        if (strcmp(line, wanted) == 0)
            inside = true;
        else if (line[0] != '|')
            inside = false;
        else if (inside && strncmp(line, "|-", 2) != 0) {
            assert_true(table->rows < MAX_ROWS);
            table->row[table->rows++] = split_row(line);
        }
    }
    if (table->rows == 0)
        fail_msg("no table \"%s\" in %s", header, MANUAL);
    return table;
}

static const struct row *find_row(const struct table *table, const char *key)
{
    const struct row *found = NULL;
    for (size_t i = 0; i < table->rows; i++)
        if (strcmp(table->row[i].cell[0], key) == 0) {
            if (found != NULL)
                fail_msg("%s: two rows \"%s\"", MANUAL, key);
            found = &table->row[i];
        }
    if (found == NULL)
        fail_msg("%s: no row \"%s\"", MANUAL, key);
    return found;
}

static void check_cell(const struct row *row, size_t column, const char *expected)
{
    if (column >= row->cells || strcmp(row->cell[column], expected) != 0)
        fail_msg("%s: row \"%s\", column %zu: \"%s\", but the table says \"%s\"", MANUAL, row->cell[0],
                 column, column < row->cells ? row->cell[column] : "", expected);
}

static const char *const operands[] = {
    [ISA_RSD] = " Rs,S,Rd", [ISA_RTD] = " Rs,Rt,Rd", [ISA_RT] = " Rs,Rt",  [ISA_RD] = " Rs,Rd",
    [ISA_S] = " S",         [ISA_D] = " Rd",         [ISA_KD] = " I19,Rd", [ISA_L] = " LABEL",
    [ISA_LD] = " LABEL,Rd", [ISA_K13] = " I13",      [ISA_K19] = " I19",   [ISA_RSX] = " Rs,S,Xd",
    [ISA_XX] = " Xs,Xd",    [ISA_XXX] = " Xs,Xt,Xd", [ISA_XT] = " Xs,Xt",  [ISA_RX] = " Rs,Xd",
    [ISA_XR] = " Xs,Rd",    [ISA_XS] = " Xs",        [ISA_XD] = " Xd",     [ISA_RS] = " Rs,S",
    [ISA_NONE] = "",
};

static void every_instruction_has_its_row(void **state)
{
    (void)state;
    char *manual = read_file(MANUAL);
    struct table *table = find_tables(manual, INSTRUCTIONS);
    size_t count;
    const struct isa_row *rows = isa_rows(&count);
    for (size_t i = 0; i < count; i++) {
        char opcode[8];
        char written[64];
        char cost[8];
        char delay[8];
        snprintf(opcode, sizeof opcode, "%02x", rows[i].opcode);
        snprintf(written, sizeof written, "%s%s", rows[i].mnemonic, operands[rows[i].form]);
        snprintf(cost, sizeof cost, "%d", rows[i].cost);
        snprintf(delay, sizeof delay, "%d", rows[i].delay);
        const struct row *row = find_row(table, opcode);
        check_cell(row, 1, written);
        check_cell(row, 2, rows[i].text);
        check_cell(row, 4, cost);
        check_cell(row, 5, delay);
    }
    assert_int_equal(table->rows, count);
    free(table);
    free(manual);
}

static void every_form_has_its_row(void **state)
{
    (void)state;
    static const char *const names[] = {"RSD", "RTD", "RT",  "RD", "S",  "D",  "KD", "L",  "LD", "K13", "K19",
                                        "RSX", "XX",  "XXX", "XT", "RX", "XR", "XS", "XD", "RS", "NONE"};
    char *manual = read_file(MANUAL);
    struct table *table = find_tables(manual, "form | written | fields used");
    size_t count = sizeof operands / sizeof operands[0];
    for (size_t form = 0; form < count; form++) {
        char written[32];
        snprintf(written, sizeof written, "op%s", operands[form]);
        check_cell(find_row(table, names[form]), 1, written);
    }
    assert_int_equal(table->rows, count);
    free(table);
    free(manual);
}

/* The drawing of the instruction word in the comment of isa.def is the one in the manual. */
static void the_word_is_drawn_as_in_the_table(void **state)
{
    (void)state;
    char *manual = read_file(MANUAL);
    char *source = read_file("asm/tables/isa.def");
    char *rest = source;
    int lines = 0;
    for (char *line = strsep(&rest, "\n"); line != NULL && strncmp(line, " */", 3) != 0;
         line = strsep(&rest, "\n")) {
        if (strncmp(line, " *   +-", 7) != 0 && strncmp(line, " *   |", 6) != 0)
            continue;
        lines++;
        if (strstr(manual, line + 5) == NULL)
            fail_msg("%s does not have this line of the drawing in asm/tables/isa.def: %s", MANUAL, line + 5);
    }
    assert_int_equal(lines, 7);
    free(source);
    free(manual);
}

struct entry {
    int number;
    const char *name;
    const char *last; /* the documentation column */
};

static void check_entries(const char *page, const char *header, const struct entry *entries, size_t count)
{
    char *manual = read_file(page);
    struct table *table = find_tables(manual, header);
    for (size_t i = 0; i < count; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", entries[i].number);
        const struct row *row = find_row(table, number);
        check_cell(row, 1, entries[i].name);
        check_cell(row, row->cells - 1, entries[i].last);
    }
    assert_int_equal(table->rows, count);
    free(table);
    free(manual);
}

#define CHECK_ENTRIES(page, header, entries)                                                                 \
    check_entries(page, header, entries, sizeof(entries) / sizeof(entries)[0])

static void every_register_has_its_row(void **state)
{
    (void)state;
    static const struct entry entries[] = {
#define ABI_REGISTER(number, name, who, text) {number, #name, text},
#include "asm/tables/abi.def"
    };
    static const char *const owners[] = {
#define ABI_REGISTER(number, name, who, text) #who,
#include "asm/tables/abi.def"
    };
    CHECK_ENTRIES(MANUAL, "register | name | kept by | role", entries);
    char *manual = read_file(MANUAL);
    struct table *table = find_tables(manual, "register | name | kept by | role");
    for (size_t i = 0; i < table->rows; i++)
        check_cell(&table->row[i], 2, owners[i]);
    free(table);
    free(manual);
}

static void every_hint_has_its_row(void **state)
{
    (void)state;
    static const struct entry entries[] = {
#define SHINT(number, name, text) {number, #name, text},
#include "asm/tables/shint.def"
    };
    CHECK_ENTRIES(MANUAL, "number | name | meaning", entries);
}

static void every_host_call_has_its_row(void **state)
{
    (void)state;
    static const struct entry entries[] = {
#define HOSTCALL(number, name, r3, r4, r5, what, text) {number, #name, text},
#include "asm/tables/hostcall.def"
    };
    CHECK_ENTRIES(HOST_CALLS, "number | name | what it does", entries);
}

/* Assembles text with prasm; the caller frees the object. */
static struct object assemble(const char *text)
{
    char folder[] = "/tmp/pramsim-manual.XXXXXX";
    assert_non_null(mkdtemp(folder));
    char source[64];
    char result[64];
    char command[512];
    snprintf(source, sizeof source, "%s/examples.s", folder);
    snprintf(result, sizeof result, "%s/examples.o", folder);
    FILE *file = fopen(source, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    const char *build = getenv("BUILD");
    snprintf(command, sizeof command, "%s/bin/prasm -o %s %s", build ? build : "build", result, source);
    int status = system(command); /* NOLINT(cert-env33-c): both names are our own */
    struct object object = {0};
    struct object_error error = {.text = ""};
    bool readable = status == 0 && object_read(result, &object, &error);
    unlink(source);
    unlink(result);
    rmdir(folder);
    if (!readable)
        fail_msg("prasm ends with %d; %s", status, error.text);
    return object;
}

/* Puts column `column` of all rows one under the other, " ; " separating lines within a cell. Freed by the
 * caller. */
static char *column_as_program(const struct table *table, size_t column)
{
    char *program = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&program, &size);
    assert_non_null(out);
    fputs("\t.text\n", out);
    for (size_t i = 0; i < table->rows; i++) {
        assert_true(column < table->row[i].cells);
        for (const char *in = table->row[i].cell[column]; *in != '\0'; in++)
            fputc(*in == ';' ? '\n' : *in, out);
        fputc('\n', out);
    }
    fclose(out);
    return program;
}

static void every_example_has_the_opcode_of_its_row(void **state)
{
    (void)state;
    char *manual = read_file(MANUAL);
    struct table *table = find_tables(manual, INSTRUCTIONS);
    char *program = column_as_program(table, 3);
    struct object object = assemble(program);
    assert_int_equal(object.size[SECTION_TEXT], table->rows);
    const uint32_t *words = object.words[SECTION_TEXT];
    assert_non_null(words);
    for (size_t i = 0; words != NULL && i < table->rows; i++) {
        struct isa_instruction instruction;
        uint32_t word = words[i];
        unsigned long expected = strtoul(table->row[i].cell[0], NULL, 16);
        if (!isa_decode(word, &instruction) || instruction.opcode != expected)
            fail_msg("example %s gives the word %08x, not opcode %02lx", table->row[i].cell[3], word,
                     expected);
    }
    object_free(&object);
    free(program);
    free(table);
    free(manual);
}

static void the_words_worked_out_by_hand_are_right(void **state)
{
    (void)state;
    char *manual = read_file(MANUAL);
    struct table *table = find_tables(manual, "word | instruction | how");
    char *program = column_as_program(table, 1);
    struct object object = assemble(program);
    assert_int_equal(object.size[SECTION_TEXT], table->rows);
    const uint32_t *words = object.words[SECTION_TEXT];
    assert_non_null(words);
    for (size_t i = 0; words != NULL && i < table->rows; i++)
        assert_int_equal(words[i], strtoul(table->row[i].cell[0], NULL, 16));
    object_free(&object);
    free(program);
    free(table);
    free(manual);
}

static void pseudo_instructions_give_what_they_stand_for(void **state)
{
    (void)state;
    char *manual = read_file(MANUAL);
    struct table *table = find_tables(manual, "written | stands for | what for");
    char *written = column_as_program(table, 0);
    char *plain = column_as_program(table, 1);
    struct object left = assemble(written);
    struct object right = assemble(plain);
    assert_int_equal(left.size[SECTION_TEXT], right.size[SECTION_TEXT]);
    assert_memory_equal(left.words[SECTION_TEXT], right.words[SECTION_TEXT],
                        left.size[SECTION_TEXT] * sizeof(uint32_t));
    object_free(&left);
    object_free(&right);
    free(written);
    free(plain);
    free(table);
    free(manual);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_has_its_row),
        cmocka_unit_test(every_form_has_its_row),
        cmocka_unit_test(the_word_is_drawn_as_in_the_table),
        cmocka_unit_test(every_register_has_its_row),
        cmocka_unit_test(every_hint_has_its_row),
        cmocka_unit_test(every_host_call_has_its_row),
        cmocka_unit_test(every_example_has_the_opcode_of_its_row),
        cmocka_unit_test(the_words_worked_out_by_hand_are_right),
        cmocka_unit_test(pseudo_instructions_give_what_they_stand_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
