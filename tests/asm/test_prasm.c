/* test_prasm.c - what the assembler makes of directives, expressions, labels and pseudo instructions.
 *
 * Words are written by hand from the drawing in isa.def.
 */
#include "asm/prasm/prasm.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define NOP 0x82000000u

static struct object assemble_with(const char *text, const struct prasm_options *options)
{
    struct diag diag;
    struct object object;
    diag_init(&diag, "test", stderr);
    if (!prasm_assemble("a.s", text, strlen(text), options, &diag, &object))
        fail_msg("does not assemble:\n%s", text);
    return object;
}

static struct object assemble(const char *text)
{
    return assemble_with(text, &(struct prasm_options){0});
}

/* The words of one section are these, and all other sections are empty. */
static void check(const char *text, enum object_section section, size_t count, const uint32_t *words)
{
    struct object object = assemble(text);
    assert_int_equal(object.size[section], count);
    for (size_t i = 0; i < count; i++)
        if (object.words[section][i] != words[i])
            fail_msg("word %zu is %08x, not %08x, in:\n%s", i, object.words[section][i], words[i], text);
    for (int other = 0; other < SECTION_COUNT; other++)
        assert_true(other == (int)section || object.size[other] == 0);
    object_free(&object);
}

#define CHECK(section, text, ...)                                                                            \
    check(text, section, sizeof(uint32_t[]){__VA_ARGS__} / sizeof(uint32_t), (uint32_t[]){__VA_ARGS__})
#define TEXT(text, ...) CHECK(SECTION_TEXT, text, __VA_ARGS__)
#define DATA(text, ...) CHECK(SECTION_DATA, ".data\n" text, __VA_ARGS__)

static void sections_take_what_follows_them(void **state)
{
    (void)state;
    struct object object = assemble("nop\n.data\n.word 1\n.text\nhalt\n.private\n.word 2, 3\n.bss\n.space 5\n"
                                    ".private_bss\n.space 6\n.data\n.word 4\n");
    assert_int_equal(object.size[SECTION_TEXT], 2);
    assert_int_equal(object.words[SECTION_TEXT][1], 0x83000000);
    assert_int_equal(object.size[SECTION_DATA], 2);
    assert_int_equal(object.words[SECTION_DATA][1], 4);
    assert_int_equal(object.size[SECTION_PRIVATE], 2);
    assert_int_equal(object.words[SECTION_PRIVATE][1], 3);
    assert_int_equal(object.size[SECTION_BSS], 5);
    assert_int_equal(object.size[SECTION_PRIVATE_BSS], 6);
    object_free(&object);
}

static void words_floats_and_strings_become_words(void **state)
{
    (void)state;
    DATA(".word 1, -1, 0xffffffff, -2147483648\n", 1, 0xffffffff, 0xffffffff, 0x80000000);
    DATA(".float 1.5, -0, 1e-45, inf, -inf, 0x1p-3 # comment\n", 0x3fc00000, 0x80000000, 1, 0x7f800000,
         0xff800000, 0x3e000000);
    DATA(".float nan,.5// comment\n", 0x7fc00000, 0x3f000000);
    DATA(".string \"Hi\\n\", \"\", \"\\x7f\\t\\\\\\\"#\"\n", 'H', 'i', 10, 0, 0, 127, 9, '\\', '"', '#', 0);
    DATA(".string \"\xc3\xa4\"\n", 0xc3, 0xa4, 0);
    TEXT(".word 0xdeadbeef\n", 0xdeadbeef);
}

static void space_and_align_make_room(void **state)
{
    (void)state;
    DATA(".word 1\n.space 3\n.word 2\n.space 0\n", 1, 0, 0, 0, 2);
    DATA(".align 4\n.word 1\n.align 4\n.word 2\n.align 2\n", 1, 0, 0, 0, 2, 0);
    TEXT("halt\n.align 4\nhalt\n", 0x83000000, NOP, NOP, NOP, 0x83000000);
    struct object object = assemble(".bss\n.space 3\n.align 16\nx: .space 1\n.global x\n.data\n.align 8\n");
    assert_int_equal(object.size[SECTION_BSS], 17);
    assert_int_equal(object.alignment[SECTION_BSS], 16);
    assert_int_equal(object.alignment[SECTION_DATA], 8);
    assert_int_equal(object.alignment[SECTION_TEXT], 1);
    assert_int_equal(object.symbols[object_find_symbol(&object, "x")].value, 16);
    object_free(&object);
}

static void expressions_follow_the_precedence_of_c(void **state)
{
    (void)state;
    DATA(".word 2 + 3 * 4, (2 + 3) * 4, 20 / 3, -20 / 3, 7 - 2 - 1\n", 14, 20, 6, 0xfffffffa, 4);
    DATA(".word 1 << 4 + 1, 0x80 >> 3, -16 >> 2, 0xf0 | 0x0f & 0x3c, 6 ^ 3 | 8\n", 32, 16, 0xfffffffc, 0xfc,
         13);
    DATA(".word ~0, -~0, - - 5, +7, ~(1|2)&0xff\n", 0xffffffff, 1, 5, 7, 0xfc);
    DATA(".word 0x1F, 0b101, 010, 'A', '\\n', '\\'', ' ', '\"', '#'\n", 31, 5, 10, 65, 10, 39, 32, 34, 35);
    DATA(".word %hi(0x12345678), %lo(0x12345678), %hi(0x1fff), %lo(0x1fff), %hi(-1), %lo(-1)\n", 0x91a3,
         0xfffff678, 1, 0xffffffff, 0, 0xffffffff);
    DATA(".word %hi(0x80000000), (0xffffffff+0)>>28\n.set big, 0xffffffff+1\n.word big/2\n", 0xfffc0000, 15,
         0x80000000);
}

static void names_stand_for_numbers_and_places(void **state)
{
    (void)state;
    DATA(".set size, end - start\nstart: .word size, . - start, after\nend:\n.set after, size * 2\n", 3, 1,
         6);
    DATA("a:b: c: .word b - a, c - b, d - c\nd:\n", 0, 0, 3);
    DATA(".Lx: .word .Lx - .data\n", 0);
    DATA("name_$.1: .word 5 + . - name_$.1\n", 5);
}

static void branches_count_from_themselves(void **state)
{
    (void)state;
    TEXT("bra .\nbra .+2\nbra .-1\n", 0x60000000, 0x60000002, 0x6007ffff);
    TEXT("loop: nop\nbne loop\nbeq done\nnop\ndone: call loop,ra\n", NOP, 0x6207ffff, 0x61000002, NOP,
         0x72fffffc);
    TEXT("1: nop\n1: bra 1b\nbra 1f\nnop\n1: bra 1b\n2: bra 2b\n", NOP, 0x60000000, 0x60000002, NOP,
         0x60000000, 0x60000000);
    TEXT("0: bra 0b\nbra 0f\n0:99: bra 99b\n", 0x60000000, 0x60000001, 0x60000000);
}

static void registers_have_two_names_in_any_case(void **state)
{
    (void)state;
    TEXT("add R3,5,R4\nadd r3,5,r4\nadd a0, 5, A1\n", 0x0020e005, 0x0020e005, 0x0020e005);
    TEXT("subs ra,ssp,zero\n", 0x0507c01e);
}

static void blanks_comments_and_line_ends_do_not_matter(void **state)
{
    (void)state;
    TEXT("\tadd\tR3 , 5 ,R4 # comment\r\n  nop// comment\n\n#\n//\nx:nop\n", 0x0020e005, NOP, NOP);
    TEXT("halt", 0x83000000);
    struct object object = assemble("");
    assert_int_equal(object.size[SECTION_TEXT], 0);
    object_free(&object);
}

static void pseudo_instructions_become_instructions(void **state)
{
    (void)state;
    TEXT("cmp R31,R30\n", 0x0507c01e);   /* subs R31,R30,R0 */
    TEXT("cmp R3,5\n", 0x0500e005);      /* subs R3,5,R0 */
    TEXT("neg R5,R4\n", 0x04200005);     /* sub R0,R5,R4 */
    TEXT("not R3,R4\n", 0x1620c000);     /* nor R3,R0,R4 */
    TEXT("ret\n", 0x7100001f);           /* jmp R31 */
    TEXT("push R31\n", 0x52f8a001);      /* pshg R2,1,R31 */
    TEXT("pop R31\n", 0x55f8bfff);       /* popng R2,-1,R31 */
    TEXT("mov R3,R4\n", 0x0020e000);     /* add R3,0,R4 */
    TEXT("mov 262143,R4\n", 0x3823ffff); /* getlo */
    TEXT("mov 'a',R4\n", 0x38200061);
}

static void set_takes_as_few_instructions_as_the_value_needs(void **state)
{
    (void)state;
    TEXT("set 5,R4\nset -262144,R4\nset 0xffffffff,R4\n", 0x38200005, 0x38240000, 0x3827ffff);
    TEXT("set 262144,R4\n", 0x39200020);                 /* gethi 32: 32 << 13 */
    TEXT("set 0x80000000,R4\n", 0x39240000);             /* gethi -262144 */
    TEXT("set 0x12345678,R4\n", 0x392091a3, 0x00213678); /* gethi 0x91a3; add R4,-0x988,R4 */
    TEXT("set 262145,R4\n", 0x39200020, 0x00212001);     /* gethi 32; add R4,1,R4 */
    /* a name that is not known yet takes two */
    TEXT("set later,R4\n.set later, 5\n", 0x39200000, 0x00212005);
}

/* The one relocation of a text. */
static void check_relocation(const char *text, enum object_section section, uint32_t offset,
                             enum object_relocation type, const char *symbol, int32_t addend, uint32_t word)
{
    struct object object = assemble(text);
    assert_int_equal(object.reloc_count, 1);
    assert_int_equal(object.relocs[0].section, section);
    assert_int_equal(object.relocs[0].offset, offset);
    assert_int_equal(object.relocs[0].type, type);
    assert_int_equal(object.relocs[0].addend, addend);
    assert_string_equal(object.symbols[object.relocs[0].symbol].name, symbol);
    assert_int_equal(object.words[section][offset], word);
    object_free(&object);
}

static void addresses_become_relocations(void **state)
{
    (void)state;
    check_relocation(".extern x\nnop\ncall x+2,R31\n", SECTION_TEXT, 1, RELOCATION_REL19, "x", 2, 0x72f80000);
    check_relocation(".extern x\ngetlo x,R4\n", SECTION_TEXT, 0, RELOCATION_LOW19, "x", 0, 0x38200000);
    check_relocation(".extern x\ngethi %hi(x - 1),R4\n", SECTION_TEXT, 0, RELOCATION_HIGH19, "x", -1,
                     0x39200000);
    check_relocation(".extern x\nldg R3,%lo(x),R4\n", SECTION_TEXT, 0, RELOCATION_LOW13, "x", 0, 0x5020e000);
    check_relocation(".extern x\nldg R0,x,R4\n", SECTION_TEXT, 0, RELOCATION_ABS13, "x", 0, 0x50202000);
    check_relocation(".extern x\n.data\n.word 7, x\n", SECTION_DATA, 1, RELOCATION_WORD, "x", 0, 0);
    check_relocation(".private\n.word 7, x + 1\n.bss\n.space 3\nx: .space 1\n", SECTION_PRIVATE, 1,
                     RELOCATION_WORD, ".bss", 4, 0);
    check_relocation("jmp done\nnop\ndone: halt\n", SECTION_TEXT, 0, RELOCATION_ABS13, ".text", 2,
                     0x71002000);
    check_relocation(".set here, x + 1\n.extern x\n.data\n.word here\n", SECTION_DATA, 0, RELOCATION_WORD,
                     "x", 1, 0);
}

static void symbols_go_into_the_object_unless_they_are_local_to_the_file(void **state)
{
    (void)state;
    struct object object =
        assemble(".global f, five\n.extern unused\n.set five, 5\n.set hidden, 6\n"
                 "nop\n.func\nf: nop\n1: local: nop\n.Llabel: nop\n.set alias, f + 1\n.global alias\n");
    assert_int_equal(object.symbol_count, 4);
    const struct object_symbol *f = &object.symbols[object_find_symbol(&object, "f")];
    assert_true(f->global && f->function && f->section == SECTION_TEXT && f->value == 1);
    const struct object_symbol *five = &object.symbols[object_find_symbol(&object, "five")];
    assert_true(five->section == SECTION_ABSOLUTE && five->value == 5 && !five->function);
    const struct object_symbol *alias = &object.symbols[object_find_symbol(&object, "alias")];
    assert_true(alias->section == SECTION_TEXT && alias->value == 2);
    assert_int_equal(object_find_symbol(&object, "local"), -1); /* there, but not global */
    object_free(&object);
}

static void check_line(const struct object *object, uint32_t address, const char *file, uint32_t line)
{
    const char *found = NULL;
    uint32_t number = 0;
    assert_true(object_find_line(object, address, &found, &number));
    assert_string_equal(found, file);
    assert_int_equal(number, line);
}

/* The object as a reader of its file has it: with lines. */
static struct object read_again(struct object *object)
{
    struct object again;
    struct object_error error;
    size_t size;
    void *image = object_image(object, &size, &error);
    assert_non_null(image);
    assert_true(object_read_memory(image, size, &again, &error));
    free(image);
    object_free(object);
    return again;
}

static void lines_come_from_loc_or_with_g_from_the_source(void **state)
{
    (void)state;
    const char *text =
        "nop\nset 262145,R3\n.loc \"x.fork\" 12\nnop\nnop\n.loc \"x.fork\", 7\nnop\n.loc\nnop\n";
    const char *file;
    uint32_t line;
    struct object made = assemble(text);
    struct object object = read_again(&made);
    assert_false(object_find_line(&object, 2, &file, &line));
    check_line(&object, 3, "x.fork", 12);
    check_line(&object, 4, "x.fork", 12);
    check_line(&object, 5, "x.fork", 7);
    assert_false(object_find_line(&object, 6, &file, &line));
    assert_false(object_find_line(&object, 7, &file, &line)); /* no instruction */
    object_free(&object);

    made = assemble_with(text, &(struct prasm_options){.line_information = true});
    object = read_again(&made);
    check_line(&object, 0, "a.s", 1);
    check_line(&object, 1, "a.s", 2);
    check_line(&object, 2, "a.s", 2);
    check_line(&object, 3, "x.fork", 12);
    check_line(&object, 6, "a.s", 9);
    object_free(&object);
}

static void functions_are_found_by_address(void **state)
{
    (void)state;
    struct object object =
        assemble("nop\n.global entry\nentry: nop\n.func\nf: nop\ninner: nop\n.func\ng: nop\n");
    uint32_t offset = 99;
    assert_null(object_find_function(&object, 0, &offset));
    assert_string_equal(object_find_function(&object, 1, &offset), "entry");
    assert_string_equal(object_find_function(&object, 3, &offset), "f");
    assert_int_equal(offset, 1);
    assert_string_equal(object_find_function(&object, 4, &offset), "g");
    assert_int_equal(offset, 0);
    assert_null(object_find_function(&object, 5, &offset));
    object_free(&object);
}

/* Repeats a piece of text. */
static char *repeat(const char *piece, size_t times, const char *tail)
{
    size_t length = strlen(piece);
    char *text = malloc(length * times + strlen(tail) + 1);
    for (size_t i = 0; i < times; i++)
        snprintf(text + i * length, length + 1, "%s", piece);
    snprintf(text + length * times, strlen(tail) + 1, "%s", tail);
    return text;
}

/* The first message about a text that does not assemble. */
static void check_refused(char *text, const char *message)
{
    char *said = NULL;
    size_t size = 0;
    struct diag diag;
    struct object object;
    FILE *stream = open_memstream(&said, &size);
    diag_init(&diag, "test", stream);
    assert_false(prasm_assemble("a.s", text, strlen(text), &(struct prasm_options){0}, &diag, &object));
    fclose(stream);
    said[strcspn(said, "\n")] = '\0';
    assert_string_equal(said, message);
    free(said);
    free(text);
}

static void nesting_and_length_are_bounded_or_do_no_harm(void **state)
{
    (void)state;
    check_refused(repeat("(", 100000, "\n"), "a.s:1:1: error: expected a label, a directive or an "
                                             "instruction, found '('");
    char *text = repeat("(", 65, "1");
    char *line = malloc(strlen(text) + 16);
    sprintf(line, ".data\n.word %s", text);
    free(text);
    check_refused(line, "a.s:2:72: error: the expression is nested deeper than 64");
    text = repeat("-", 100000, "1");
    line = malloc(strlen(text) + 16);
    sprintf(line, ".data\n.word %s", text);
    free(text);
    check_refused(line, "a.s:2:72: error: the expression is nested deeper than 64");
    text = repeat("1+", 100000, "1"); /* long is not deep */
    line = malloc(strlen(text) + 16);
    sprintf(line, ".data\n.word %s", text);
    free(text);
    CHECK(SECTION_DATA, line, 100001);
    free(line);
    text = repeat("x", 1025, ": nop\n");
    check_refused(text, "a.s:1:1: error: a name may have 1024 characters at most");
}

static void a_chain_of_definitions_is_bounded(void **state)
{
    (void)state;
    size_t size = 0;
    char *text = NULL;
    FILE *stream = open_memstream(&text, &size);
    for (int i = 0; i < 100; i++)
        fprintf(stream, ".set link%d, link%d + 1\n", i, i + 1);
    fprintf(stream, ".set link100, 0\n");
    fclose(stream);
    check_refused(text, "a.s:64:14: error: 'link64' is defined through more than 64 others");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sections_take_what_follows_them),
        cmocka_unit_test(words_floats_and_strings_become_words),
        cmocka_unit_test(space_and_align_make_room),
        cmocka_unit_test(expressions_follow_the_precedence_of_c),
        cmocka_unit_test(names_stand_for_numbers_and_places),
        cmocka_unit_test(branches_count_from_themselves),
        cmocka_unit_test(registers_have_two_names_in_any_case),
        cmocka_unit_test(blanks_comments_and_line_ends_do_not_matter),
        cmocka_unit_test(pseudo_instructions_become_instructions),
        cmocka_unit_test(set_takes_as_few_instructions_as_the_value_needs),
        cmocka_unit_test(addresses_become_relocations),
        cmocka_unit_test(symbols_go_into_the_object_unless_they_are_local_to_the_file),
        cmocka_unit_test(lines_come_from_loc_or_with_g_from_the_source),
        cmocka_unit_test(functions_are_found_by_address),
        cmocka_unit_test(nesting_and_length_are_bounded_or_do_no_harm),
        cmocka_unit_test(a_chain_of_definitions_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
