/* hosted.c - what host calls read and write, for words that were never written (words.h).
 *
 * A host call uses everything that it reads: its arguments; the words of a string, of a format and of the
 * arguments that the format names; words that go to a file. This file parses a format as the host does, to
 * find these arguments. Words that host calls write become written. asm/tables/hostcall.def says which
 * registers lead to them.
 */
#include <string.h>

#include "sim/host/format.h"
#include "value.h"

enum {
    FIRST = MACHINE_A0, /* R3 to R5 */
    LAST = FIRST + 2,
    LOOKED_AT_MOST = 1 << 20, /* words that a call reads */
    ARGUMENTS_MOST = 256      /* words after the first argument of a format that may be further arguments */
};

static enum hostcall_takes takes_in(const struct hostcall_row *row, unsigned number)
{
    return (enum hostcall_takes)row->takes[number - FIRST];
}

/* ---- what is read */

/* A host call. */
struct reader {
    struct check *check;
    const struct hostcall_row *row;
    uint32_t argument; /* host index and value of the word read last; MEMORY_ILLEGAL: none */
    uint32_t value;
    uint32_t arguments;   /* first argument of a format; it lies above the variables of a frame */
    uint32_t start, next; /* the words read last, because strings are read twice */
    struct aim aim;       /* of the address at which these begin */
    uint32_t looked_at;
    uint32_t text_words; /* that the text of a format takes, with the 0 at its end; 0: the call fails */
    bool is_found;       /* it has read an unwritten word: this is the first one */
    struct source source;
};

/* For format.h: a word that the call reads. False: there is no such word, or the limit is reached. */
static bool read_word(void *context, uint32_t address, uint32_t *word)
{
    struct reader *reader = context;
    struct check *check = reader->check;
    const struct memory *memory = &check->machine->memory;
    uint32_t index = memory_index(memory, check->step.pp, address);
    if (index == MEMORY_ILLEGAL || ++reader->looked_at > LOOKED_AT_MOST)
        return false;
    *word = memory->cells[index];
    if (address - reader->start < reader->next - reader->start)
        return true;
    const bool is_by_argument = reader->argument != MEMORY_ILLEGAL && address == reader->value;
    if (address != reader->next) {
        reader->start = address;
        reader->aim = (struct aim){0};
    }
    reader->next = address + 1;
    if (is_by_argument) {
        reader->aim = aim_of_word(check, reader->argument);
        pointer_use(check, DEED_LOAD, address, pointer_load(check, reader->argument));
    }
    reader->argument = MEMORY_ILLEGAL;
    bool is_unwritten;
    uint32_t block;
    if (address - reader->arguments < ARGUMENTS_MOST) {
        is_unwritten = words_state(check, index, &block) == WORD_UNWRITTEN;
        reader->argument = index;
        reader->value = *word;
    } else {
        is_unwritten = written_access(check, DEED_LOAD, address, reader->aim, NULL, &index);
    }
    if (is_unwritten && !reader->is_found) {
        const struct source own = {.index = index, .at = moment_of(check)};
        const struct source *stored = written_source(check, index);
        reader->is_found = true;
        reader->source = stored != NULL ? *stored : own;
    }
    return true;
}

static bool emit_nothing(void *context, const char *bytes, size_t count)
{
    (void)context;
    (void)bytes;
    (void)count;
    return true;
}

static void read_format(struct reader *reader, uint32_t format, uint32_t arguments)
{
    struct format_io io = {.context = reader,
                           .load = read_word,
                           .emit = emit_nothing,
                           .numbers = reader->check->machine->numbers};
    uint32_t printed = 0;
    reader->arguments = arguments;
    if (format_print(&io, format, arguments, &printed) == FORMAT_DONE) /* else the call itself reports why */
        reader->text_words = printed + 1;
}

/* The words from an address on up to a 0, or this number of words. */
static void read_words(struct reader *reader, uint32_t address, uint32_t most, bool is_string)
{
    uint32_t word = 1;
    for (uint32_t n = 0; n < most && (word != 0 || !is_string); n++)
        if (!read_word(reader, address + n, &word))
            break;
}

/* What the call reads from the address in a register. */
static void read_argument(struct reader *reader, unsigned number)
{
    const struct check *check = reader->check;
    const enum hostcall_takes takes = takes_in(reader->row, number);
    const uint32_t address = step_word(check, number);
    if (takes < TAKES_STRING || takes >= TAKES_ROOM)
        return;
    pointer_use(reader->check, DEED_LOAD, address, taint_find(check, TAINT_FOREIGN, 1u << number));
    reader->start = reader->next = address;
    reader->aim = aim_in(check, number);
    if (takes == TAKES_FORMAT)
        read_format(reader, address, step_word(check, number + 1));
    else if (takes == TAKES_STRING)
        read_words(reader, address, UINT32_MAX, true);
    else if (takes == TAKES_WORDS)
        read_words(reader, address, step_word(check, LAST), false);
}

/* ---- what is written */

/* The PP, or the host for it, stores to `count` words from an address on, up to the first one that does not
 * exist. */
static void write_words(const struct reader *reader, uint32_t address, uint32_t count, struct aim aim)
{
    uint32_t index;
    for (uint32_t word = 0; word < count; word++) {
        (void)written_access(reader->check, DEED_STORE, address + word, aim, NULL, &index);
        if (index == MEMORY_ILLEGAL)
            return;
        if (reader->row == hostcall_find(NUMBER_read_words)) /* they may be addresses */
            aim_give_host(reader->check, index);
    }
}

/* How many of the words for which there is room the call may write: of a program argument, its length and the
 * 0. */
static uint32_t words_in_room(const struct reader *reader)
{
    const struct machine_config *config = &reader->check->machine->config;
    const uint32_t room = step_word(reader->check, LAST), which = step_word(reader->check, FIRST);
    if (reader->row != hostcall_find(NUMBER_argument))
        return room;
    const size_t length = which < config->argument_count ? strlen(config->arguments[which]) + 1 : 0;
    return length < room ? (uint32_t)length : room;
}

/* What the call writes from the address in a register on: at most as many words as there is room for. */
static void write_argument(const struct reader *reader, unsigned number)
{
    struct check *check = reader->check;
    const struct memory *memory = &check->machine->memory;
    const enum hostcall_takes takes = takes_in(reader->row, number);
    const uint32_t pp = check->step.pp, address = step_word(check, number);
    if (takes < TAKES_ROOM)
        return;
    const struct aim aim = aim_in(check, number);
    const uint32_t index = memory_index(memory, pp, address);
    pointer_use(check, DEED_STORE, address, taint_find(check, TAINT_FOREIGN, 1u << number));
    if (takes == TAKES_ROOM)
        write_words(reader, address, words_in_room(reader), aim);
    else if (takes == TAKES_IMAGE)
        write_words(reader, address, check->machine->program.real_words, aim);
    else if (takes == TAKES_TEXT)
        write_words(reader, address, reader->text_words, aim);
    else if (index != MEMORY_ILLEGAL) { /* TAKES_LIMITED */
        const uint32_t room = memory_word(memory, pp, address + 1);
        write_words(reader, memory->cells[index], reader->text_words < room ? reader->text_words : room,
                    aim_of_word(check, index));
    }
}

void hosted_call(struct check *check, uint32_t call)
{
    struct reader reader = {.check = check,
                            .row = hostcall_find(call),
                            .argument = MEMORY_ILLEGAL,
                            .arguments = UINT32_MAX - ARGUMENTS_MOST};
    const bool is_status_of_main =
        call == NUMBER_exit && check->code[check->step.pc].is_runtime; /* there may be no string */
    uint32_t used = 0;
    if (reader.row == NULL)
        return;
    for (unsigned number = FIRST; number <= LAST && !is_status_of_main; number++)
        used |= takes_in(reader.row, number) != TAKES_NONE ? 1u << number : 0;
    written_use(check, used, reader.row->what);
    for (unsigned number = FIRST; number <= LAST; number++)
        read_argument(&reader, number);
    if (reader.is_found)
        written_warn(check, &reader.source, reader.row->what);
    for (unsigned number = FIRST; number <= LAST; number++)
        write_argument(&reader, number);
}
