/* memory.c - see inside.h: memory and instructions.
 *
 * A memoryReference is the address of a word, followed by @PP if the word is private. Offsets and counts are
 * in bytes: four a word, lowest byte first. The address of an instruction is its number in the program.
 */
#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"
#include "common/json.h"
#include "common/memory.h"
#include "inside.h"

/* ---- base64 */

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* The caller frees the result. */
static char *base64_write(const unsigned char *bytes, size_t count)
{
    char *text = memory_take(count / 3 * 4 + 5, 1), *at = text;
    for (size_t k = 0; k < count; k += 3) {
        const size_t left = count - k;
        const unsigned word = (unsigned)bytes[k] << 16 | (left > 1 ? (unsigned)bytes[k + 1] << 8 : 0u) |
                              (left > 2 ? bytes[k + 2] : 0u);
        *at++ = letters[word >> 18];
        *at++ = letters[word >> 12 & 63];
        *at++ = left > 1 ? letters[word >> 6 & 63] : '=';
        *at++ = left > 2 ? letters[word & 63] : '=';
    }
    *at = '\0';
    return text;
}

/* NULL: the text is no base64. */
static unsigned char *base64_read(const char *text, size_t *count)
{
    size_t length = strlen(text);
    unsigned char *bytes = memory_take(length / 4 * 3 + 4, 1);
    unsigned word = 0, bits = 0;
    *count = 0;
    while (length > 0 && text[length - 1] == '=')
        length--;
    for (size_t k = 0; k < length; k++) {
        const char *place = strchr(letters, text[k]);
        if (place == NULL) {
            free(bytes);
            return NULL;
        }
        word = word << 6 | (unsigned)(place - letters);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes[(*count)++] = (unsigned char)(word >> bits);
        }
    }
    return bytes;
}

/* ---- memory */

enum { BYTES_MOST = 1 << 22, INSTRUCTIONS_MOST = 1 << 16 };

/* A position in memory, in bytes. */
struct bytes {
    uint32_t pp;
    int64_t first; /* 4 * address + byte */
};

static bool find_bytes(struct dap *dap, const json_t *arguments, struct bytes *bytes)
{
    const char *reference = dap_string(arguments, "memoryReference");
    char text[DAP_NAME];
    snprintf(text, sizeof text, "%.200s", reference != NULL ? reference : "");
    char *at = strchr(text, '@');
    if (at != NULL)
        *at = '\0';
    const uint64_t address = dap_address(text, UINT64_MAX),
                   pp = dap_address(at != NULL ? at + 1 : "0", UINT64_MAX);
    const int64_t offset = dap_integer(arguments, "offset", 0);
    *bytes = (struct bytes){.pp = at != NULL ? (uint32_t)pp : dap->session->pp,
                            .first = (int64_t)(address & UINT32_MAX) * 4 + offset};
    if (address <= UINT32_MAX && pp < dap->session->machine->config.pps && offset > -(INT64_C(1) << 40) &&
        offset < INT64_C(1) << 40)
        return true;
    snprintf(dap->error, sizeof dap->error, "'%.80s' is no address", reference != NULL ? reference : "");
    return false;
}

/* The cell of a byte; MEMORY_ILLEGAL: there is none. */
static uint32_t cell_of(const struct dap *dap, const struct bytes *bytes, int64_t byte)
{
    return byte >= 0 && byte / 4 <= UINT32_MAX
               ? memory_index(&dap->session->machine->memory, bytes->pp, (uint32_t)(byte / 4))
               : MEMORY_ILLEGAL;
}

json_t *request_read_memory(struct dap *dap, const json_t *arguments)
{
    struct bytes bytes;
    int64_t count = dap_integer(arguments, "count", 0), k = 0;
    if (!find_bytes(dap, arguments, &bytes))
        return NULL;
    count = count < 0 ? 0 : count < BYTES_MOST ? count : BYTES_MOST;
    unsigned char *read = memory_take((size_t)count + 1, 1);
    for (; k < count; k++) {
        const uint32_t cell = cell_of(dap, &bytes, bytes.first + k);
        if (cell == MEMORY_ILLEGAL)
            break;
        read[k] = (unsigned char)(dap->session->machine->memory.cells[cell] >> ((bytes.first + k) % 4 * 8));
    }
    char *text = base64_write(read, (size_t)k);
    json_t *body =
        dap_pack("{so so so*}", "address", dap_hex((uint64_t)(bytes.first >= 0 ? bytes.first / 4 : 0)),
                 "data", json_text(text), "unreadableBytes", k < count ? json_integer(count - k) : NULL);
    free(text);
    free(read);
    return body;
}

/* Stores bytes in the words that contain them. */
static bool store(struct dap *dap, const struct bytes *bytes, const unsigned char *data, size_t count)
{
    const int64_t first = bytes->first / 4, last = (bytes->first + (int64_t)count - 1) / 4;
    uint32_t *words = memory_take((size_t)(last - first + 1), sizeof *words);
    for (int64_t word = first; word <= last; word++)
        words[word - first] = dap->session->machine->memory.cells[cell_of(dap, bytes, word * 4)];
    for (size_t k = 0; k < count; k++) {
        const int64_t byte = bytes->first + (int64_t)k;
        const unsigned shift = (unsigned)(byte % 4 * 8);
        uint32_t *word = &words[byte / 4 - first];
        *word = (*word & ~(UINT32_C(0xff) << shift)) | (uint32_t)data[k] << shift;
    }
    const bool good = session_write(dap->session, bytes->pp, (uint32_t)first, words,
                                    (uint32_t)(last - first + 1), dap->error);
    free(words);
    return good;
}

json_t *request_write_memory(struct dap *dap, const json_t *arguments)
{
    struct bytes bytes;
    size_t count = 0, k = 0;
    const char *text = dap_string(arguments, "data");
    if (!find_bytes(dap, arguments, &bytes))
        return NULL;
    unsigned char *data = text != NULL ? base64_read(text, &count) : NULL;
    if (data == NULL || count > BYTES_MOST) {
        free(data);
        return dap_refuse(dap, "writeMemory: 'data' is no base64 of at most %d bytes", BYTES_MOST);
    }
    while (k < count && cell_of(dap, &bytes, bytes.first + (int64_t)k) != MEMORY_ILLEGAL)
        k++;
    const bool is_partial = dap_flag(arguments, "allowPartial");
    if (k < count && !is_partial)
        snprintf(dap->error, sizeof dap->error, "there is no memory at byte %zu of them", k);
    const bool good =
        (k == count || is_partial) && (k == 0 || store(dap, &bytes, data, is_partial ? k : count));
    free(data);
    return good ? dap_pack("{sI}", "bytesWritten", (json_int_t)k) : NULL;
}

/* ---- instructions */

static json_t *instruction(struct dap *dap, int64_t pc)
{
    const struct session *session = dap->session;
    struct isa_instruction decoded;
    struct info_line place;
    char text[160];
    uint32_t first;
    if (pc < 0 || pc >= session->machine->program.count)
        return dap_pack("{so ss ss}", "address",
                        pc < 0 ? dap_format("-0x%llx", (unsigned long long)-pc) : dap_hex((uint64_t)pc),
                        "instruction", "", "presentationHint", "invalid");
    const uint32_t word = session->machine->program.code[pc].word;
    if (isa_decode(word, &decoded))
        isa_print(text, sizeof text, &decoded, NULL);
    else
        snprintf(text, sizeof text, ".word 0x%08x", word);
    const char *function = symbols_function(session->symbols, (uint32_t)pc, &first);
    const bool is_first = function != NULL && first == pc;
    const bool has_place = symbols_place_of(session->symbols, (uint32_t)pc, &place);
    return dap_pack("{so so so so* so* so*}", "address", dap_hex((uint64_t)pc), "instructionBytes",
                    dap_format("%08x", word), "instruction", json_text(text), "symbol",
                    is_first ? json_text(function) : NULL, "location",
                    has_place ? sourcing_source(dap, place.file) : NULL, "line",
                    has_place ? dap_line(dap, &place) : NULL);
}

json_t *request_disassemble(struct dap *dap, const json_t *arguments)
{
    const uint64_t address = dap_address(dap_string(arguments, "memoryReference"), UINT64_MAX);
    const int64_t from = dap_integer(arguments, "offset", 0) + dap_integer(arguments, "instructionOffset", 0);
    const int64_t count = dap_integer(arguments, "instructionCount", 0);
    if (address > UINT32_MAX || from < INT32_MIN || from > INT32_MAX || count < 0 ||
        count > INSTRUCTIONS_MOST)
        return dap_refuse(dap, "disassemble: which instructions? (at most %d)", INSTRUCTIONS_MOST);
    json_t *list = json_array();
    for (int64_t k = 0; k < count; k++)
        json_array_append_new(list, instruction(dap, (int64_t)address + from + k));
    return dap_pack("{so}", "instructions", list);
}
