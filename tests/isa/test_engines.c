/* test_engines.c - runs the hand-written cases as one PRAM program on every engine.
 *
 * Writes an assembly program from integer.cases, float.cases and branch.cases, builds it with prasm and
 * prlink, runs it with pramsim and compares the memory dump with the expectations. The PPs of one instruction
 * hold different cases, so an engine that works on many PPs at a time has different values side by side.
 *
 * ENGINES: the options of the runs, separated by ';', for example "--engine=reference;-g0 -t2". BUILD: where
 * bin/ lies.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asm/object.h"
#include "cases.h"

#define SENTINEL 0xffffffb3u /* -77: what the result register holds before */

/* What one result cell must hold. */
struct expectation {
    const char *path;
    int line;
    const char *mnemonic;
    const char *how; /* register or constant operand, or the direction of a branch */
    uint32_t pp;
    uint32_t value;
    uint32_t mask; /* bits that count */
};

/* The program being written. Results lie in the order of `expected`, from OBJECT_DATA_START. */
struct program {
    FILE *text;
    FILE *data;
    char *text_bytes;
    char *data_bytes;
    size_t text_size;
    size_t data_size;
    uint32_t pps;
    unsigned tables;
    struct expectation *expected;
    size_t count;
    size_t room;
};

/* A case with the carry it runs under. */
struct trial {
    const struct instruction_case *item;
    uint32_t carry;
};

static void program_begin(struct program *program, uint32_t pps)
{
    *program = (struct program){.pps = pps};
    program->text = open_memstream(&program->text_bytes, &program->text_size);
    program->data = open_memstream(&program->data_bytes, &program->data_size);
    assert_non_null(program->text);
    assert_non_null(program->data);
    fputs("\t.text\n\t.global _start\n_start:\n\tgetpn R20\n\tset results,R11\n\tadd R11,R20,R11\n",
          program->text);
}

static void expect(struct program *program, const struct expectation *expectation)
{
    if (program->count == program->room) {
        program->room = program->room ? 2 * program->room : 4096;
        program->expected = realloc(program->expected, program->room * sizeof program->expected[0]);
        assert_non_null(program->expected);
    }
    program->expected[program->count++] = *expectation;
}

/* Stores a register into the next row of results, one cell a PP. */
static void store_row(struct program *program, const char *reg)
{
    fprintf(program->text, "\tstg R11,0,%s\n\tadd R11,%u,R11\n", reg, program->pps);
}

/* Expectations of the result and the status of `row`, for the trial that each PP holds. */
static void expect_trials(struct program *program, const char *path, const struct isa_row *row,
                          const char *how, const struct trial *trials, size_t count)
{
    bool sets_flags = row->kind == ISA_KIND_ALUFLAGS || row->kind == ISA_KIND_FLOATCMP;
    for (int part = 0; part < 2; part++)
        for (uint32_t pp = 0; pp < program->pps; pp++) {
            const struct trial *trial = &trials[pp % count];
            /* the flags before: of 0 - 1 and 1 - 1, which set the carry */
            uint32_t before = trial->carry ? CASE_Z | CASE_C : CASE_N;
            uint32_t result = trial->item->has_result ? trial->item->result : SENTINEL;
            uint32_t flags = sets_flags ? trial->item->flags : before;
            struct expectation expectation = {.path = path,
                                              .line = trial->item->line,
                                              .mnemonic = row->mnemonic,
                                              .how = part == 0 ? how : "flags",
                                              .pp = pp,
                                              .value = part == 0 ? result : flags << 1,
                                              .mask = part == 0 ? 0xffffffffu : ~1u};
            expect(program, &expectation);
        }
}

/* The operands of an instruction's form, read from R3 and R4, written to R6. */
static void write_operation(struct program *program, const struct isa_row *row, const char *second)
{
    fprintf(program->text, "\tset -77,R6\n\tsubs R5,1,R0\n");
    switch ((enum isa_form)row->form) {
    case ISA_RT:
        fprintf(program->text, "\t%s R3,R4\n", row->mnemonic);
        break;
    case ISA_RD:
        fprintf(program->text, "\t%s R3,R6\n", row->mnemonic);
        break;
    case ISA_KD:
        fprintf(program->text, "\t%s %s,R6\n", row->mnemonic, second);
        break;
    default:
        fprintf(program->text, "\t%s R3,%s,R6\n", row->mnemonic, second);
        break;
    }
    fprintf(program->text, "\tgetsr R7\n");
    store_row(program, "R6");
    store_row(program, "R7");
}

/* All trials of an instruction at once: PP k loads the operands of trial k. */
static void write_register_form(struct program *program, const char *path, const struct isa_row *row,
                                const struct trial *trials, size_t count)
{
    fprintf(program->text, "\tset table%u,R10\n\tadd R10,R20,R10\n", program->tables);
    for (unsigned column = 0; column < 3; column++)
        fprintf(program->text, "\tldg R10,0,R%u\n\tadd R10,%u,R10\n", 3 + column, program->pps);
    write_operation(program, row, "R4");
    expect_trials(program, path, row, "register", trials, count);
    fprintf(program->data, "table%u:\n", program->tables++);
    for (unsigned column = 0; column < 3; column++)
        for (uint32_t pp = 0; pp < program->pps; pp++) {
            const struct trial *trial = &trials[pp % count];
            fprintf(program->data, "\t.word 0x%x\n",
                    column < 2 ? trial->item->operand[column] : trial->carry);
        }
}

/* One trial with the last operand as a constant in the instruction; all PPs do the same. */
static void write_constant_form(struct program *program, const char *path, const struct isa_row *row,
                                const struct trial *trial)
{
    int32_t constant = (int32_t)trial->item->operand[row->form == ISA_KD ? 0 : 1];
    char text[16];
    snprintf(text, sizeof text, "%d", constant);
    fprintf(program->text, "\tset 0x%x,R3\n\tset %u,R5\n", trial->item->operand[0], trial->carry);
    write_operation(program, row, text);
    expect_trials(program, path, row, "constant", trial, 1);
}

static void write_instruction(struct program *program, const char *path, const struct isa_row *row,
                              const struct trial *trials, size_t count)
{
    if (row->form != ISA_KD)
        write_register_form(program, path, row, trials, count);
    if (row->form != ISA_KD && row->form != ISA_RSD)
        return;
    for (size_t i = 0; i < count; i++) {
        int32_t constant = (int32_t)trials[i].item->operand[row->form == ISA_KD ? 0 : 1];
        if (isa_fits(row->form, constant))
            write_constant_form(program, path, row, &trials[i]);
    }
}

/* The trials of the run of cases that starts at `first`: one for each carry it stands for. Returns their
 * number. */
static size_t collect_trials(const struct instruction_cases *cases, size_t first, size_t *next,
                             struct trial *trials, size_t room)
{
    size_t count = 0;
    size_t i = first;
    for (; i < cases->count && cases->item[i].row == cases->item[first].row; i++)
        for (uint32_t carry = 0; carry < 2; carry++)
            if (!cases->item[i].has_carry || cases->item[i].carry == carry) {
                assert_true(count < room);
                trials[count++] = (struct trial){&cases->item[i], carry};
            }
    *next = i;
    return count;
}

static void write_cases(struct program *program, const char *path, const struct instruction_cases *cases)
{
    struct trial trials[64];
    for (size_t i = 0; i < cases->count;) {
        const struct isa_row *row = cases->item[i].row;
        size_t count = collect_trials(cases, i, &i, trials, sizeof trials / sizeof trials[0]);
        assert_int_not_equal(count, 0);
        if (count == 0)
            return; /* for the analyser, which does not know that the line above ends the test */
        write_instruction(program, path, row, trials, count);
        if (cases_twin(row) != NULL)
            write_instruction(program, path, cases_twin(row), trials, count);
    }
}

/* Each PP has one state of the flags (a subroutine makes it), then all meet at the same branch, once forward,
 * once backward. */
static void write_branches(struct program *program, const char *path, const struct branch_cases *cases)
{
    fprintf(program->text, "\tset states,R10\n\tadd R10,R20,R10\n\tldg R10,0,R9\n\tbra branches\n");
    for (size_t i = 0; i < cases->count; i++) {
        const struct branch_case *item = &cases->item[i];
        const char *target = item->setter->form == ISA_RT ? "" : ",R0";
        fprintf(program->text, "state%zu:\n\tset 0x%x,R3\n\tset 0x%x,R4\n\t%s R3,R4%s\n\tjmp R31\n", i,
                item->operand[0], item->operand[1], item->setter->mnemonic, target);
    }
    assert_int_not_equal(cases->count, 0);
    if (cases->count == 0)
        return; /* for the analyser */
    fprintf(program->data, "states:\n");
    for (uint32_t pp = 0; pp < program->pps; pp++)
        fprintf(program->data, "\t.word state%zu\n", pp % cases->count);
    fprintf(program->text, "branches:\n");
    size_t count;
    const struct isa_row *rows = isa_rows(&count);
    for (size_t k = 0; k < count; k++) {
        const char *name = rows[k].mnemonic;
        if (!cases_is_conditional(&rows[k]))
            continue;
        fprintf(program->text,
                "\tcallr R9,R31\n\t%s .+3\n\tgetlo 0,R6\n\tbra .+2\n\tgetlo 1,R6\n" /* forward */
                "\tcallr R9,R31\n\tbra .+3\n\tgetlo 1,R7\n\tbra .+3\n\t%s .-2\n\tgetlo 0,R7\n" /* backward */,
                name, name);
        store_row(program, "R6");
        store_row(program, "R7");
        for (int direction = 0; direction < 2; direction++)
            for (uint32_t pp = 0; pp < program->pps; pp++) {
                const struct branch_case *item = &cases->item[pp % cases->count];
                struct expectation expectation = {.path = path,
                                                  .line = item->line,
                                                  .mnemonic = name,
                                                  .how = direction == 0 ? "forward" : "backward",
                                                  .pp = pp,
                                                  .value = item->taken[rows[k].opcode - OP_bra],
                                                  .mask = 0xffffffffu};
                expect(program, &expectation);
            }
    }
}

static void write_program(const struct program *program, const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%s\thalt\n\t.data\nresults:\t.space %zu\n%s", program->text_bytes, program->count,
            program->data_bytes);
    assert_int_equal(fclose(file), 0);
}

static void shell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void shell(const char *format, ...)
{
    char command[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    int status = system(command); /* NOLINT(cert-env33-c): the words are our own */
    if (status != 0)
        fail_msg("'%s' ends with status %d", command, status);
}

/* Compares the lines "mem ADDRESS VALUE" of a dump with the expectations. */
static void check_dump(const struct program *program, const char *path, const char *engine)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char line[128];
    size_t seen = 0;
    unsigned wrong = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        char *end;
        if (strncmp(line, "mem ", 4) != 0)
            continue;
        size_t index = strtoul(line + 4, &end, 16) - OBJECT_DATA_START;
        uint32_t value = (uint32_t)strtoul(end, NULL, 16);
        assert_int_equal(index, seen);
        assert_true(index < program->count);
        seen++;
        const struct expectation *item = &program->expected[index];
        if (((value ^ item->value) & item->mask) == 0)
            continue;
        if (wrong++ < 10)
            print_error("%s:%d: %s (%s, PP %u) with %s: expected %08x, got %08x\n", item->path, item->line,
                        item->mnemonic, item->how, item->pp, engine, item->value, value & item->mask);
    }
    fclose(file);
    if (wrong != 0 || seen != program->count)
        fail_msg("%u wrong values of %zu, %zu in the dump", wrong, program->count, seen);
}

static void run_on_all_engines(struct program *program)
{
    char folder[] = "/tmp/pramsim-cases.XXXXXX";
    assert_non_null(mkdtemp(folder));
    fclose(program->text);
    fclose(program->data);
    char source[64];
    snprintf(source, sizeof source, "%s/cases.s", folder);
    write_program(program, source);
    const char *build = getenv("BUILD");
    build = build ? build : "build";
    shell("%s/bin/prasm -o %s/cases.o %s", build, folder, source);
    shell("%s/bin/prlink -o %s/cases %s/cases.o", build, folder, folder);
    const char *list = getenv("ENGINES");
    char *engines = strdup(list ? list : "--engine=reference");
    assert_non_null(engines);
    char *rest = NULL;
    for (char *engine = strtok_r(engines, ";", &rest); engine != NULL; engine = strtok_r(NULL, ";", &rest)) {
        char dump[64];
        snprintf(dump, sizeof dump, "%s/dump", folder);
        shell("%s/bin/pramsim -q -p%u %s --dump=mem:%u:%zu %s/cases >%s", build, program->pps, engine,
              OBJECT_DATA_START, program->count, folder, dump);
        check_dump(program, dump, engine);
    }
    free(engines);
    shell("rm -rf %s", folder);
    free(program->text_bytes);
    free(program->data_bytes);
    free(program->expected);
}

static void run_instructions(const char *path)
{
    struct instruction_cases cases = cases_read_instructions(path);
    struct program program;
    program_begin(&program, 37); /* more than the trials of any instruction, and no round number */
    write_cases(&program, path, &cases);
    run_on_all_engines(&program);
    free(cases.item);
}

static void integer_instructions_give_what_the_cases_say(void **state)
{
    (void)state;
    run_instructions("tests/isa/integer.cases");
}

static void float_instructions_give_what_the_cases_say(void **state)
{
    (void)state;
    run_instructions("tests/isa/float.cases");
}

static void branches_are_taken_as_the_cases_say(void **state)
{
    (void)state;
    const char *path = "tests/isa/branch.cases";
    struct branch_cases cases = cases_read_branches(path);
    struct program program;
    program_begin(&program, 30);
    write_branches(&program, path, &cases);
    run_on_all_engines(&program);
    free(cases.item);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integer_instructions_give_what_the_cases_say),
        cmocka_unit_test(float_instructions_give_what_the_cases_say),
        cmocka_unit_test(branches_are_taken_as_the_cases_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
