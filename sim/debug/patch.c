/* patch.c - see session.h: words that the user has stored. A run that goes back and reaches that cycle
 * again gets them again. */
#include <string.h>

#include "common/memory.h"
#include "common/message.h"
#include "travel.h"

uint64_t patches_next(const struct session *session, uint64_t until)
{
    for (size_t k = 0; k < session->patch_count; k++)
        if (session->patches[k].cycle > session->cycle && (until == 0 || session->patches[k].cycle < until))
            until = session->patches[k].cycle;
    return until;
}

bool patches_apply(struct session *session)
{
    bool has_any = false;
    for (size_t k = 0; k < session->patch_count; k++)
        if (session->patches[k].cycle == session->cycle) {
            session->machine->memory.cells[session->patches[k].cell] = session->patches[k].word;
            has_any = true;
        }
    return !has_any || seat_renew(session); /* an engine may keep words that it has read */
}

void patches_forget_later(struct session *session)
{
    size_t kept = 0;
    for (size_t k = 0; k < session->patch_count; k++)
        if (session->patches[k].cycle <= session->cycle)
            session->patches[kept++] = session->patches[k];
    session->patch_count = kept;
    timeline_forget_behind(&session->timeline, session->cycle);
    session->link.shown[HOST_STREAM_OUTPUT] = session->machine->host->output.written;
    session->link.shown[HOST_STREAM_ERROR] = session->machine->host->errors.written;
}

bool session_write(struct session *session, uint32_t pp, uint32_t address, const uint32_t *words,
                   uint32_t count, char error[SESSION_ERROR])
{
    const struct memory *memory = &session->machine->memory;
    if (session_is_over(session))
        return message_refuse(error, SESSION_ERROR, "the run has ended; it can only be taken back");
    for (uint32_t k = 0; k < count; k++)
        if (memory_index(memory, pp, address + k) == MEMORY_ILLEGAL)
            return message_refuse(error, SESSION_ERROR, "there is no memory at 0x%08x", address + k);
    patches_forget_later(session);
    for (uint32_t k = 0; k < count; k++)
        *MEMORY_ADD(session->patches, session->patch_count, session->patch_room) = (struct patch){
            .cycle = session->cycle, .cell = memory_index(memory, pp, address + k), .word = words[k]};
    return patches_apply(session) || message_refuse(error, SESSION_ERROR, "%s", session->machine->fault.text);
}
