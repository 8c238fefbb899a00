/* link.c - see link.h. */
#include "sim/host/link.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/memory.h"
#include "common/stop.h"

void link_show(struct host_link *link, enum host_stream stream, uint64_t position, const char *bytes,
               size_t count)
{
    const uint64_t shown = link->shown[stream];
    const uint64_t known = shown > position ? shown - position : 0;
    if (known >= count)
        return;
    link->show(link->context, stream, bytes + known, count - (size_t)known);
    link->shown[stream] = position + count;
}

bool link_seek(int descriptor, uint64_t position)
{
    struct stat status;
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))
        return true;
    return position <= (uint64_t)status.st_size &&
           lseek(descriptor, (off_t)position, SEEK_SET) == (off_t)position;
}

bool link_skip(struct host_link *link, uint64_t position)
{
    link->skipped = position;
    return position == 0 || link->descriptor < 0 || link_seek(link->descriptor, position);
}

long link_read(struct host_link *link, uint64_t position, unsigned char *bytes, size_t size)
{
    const uint64_t known = link->skipped + link->read_count;
    if (position < known) {
        const size_t left = (size_t)(known - position), count = left < size ? left : size;
        memcpy(bytes, link->read + link->read_count - left, count);
        return (long)count;
    }
    if (link->read_ended || link->descriptor < 0)
        return 0;
    const ssize_t got = stop_read(link->descriptor, bytes, size);
    link->read_ended = got == 0;
    if (got <= 0)
        return got;
    link->read = memory_grow(link->read, &link->read_room, link->read_count + (size_t)got, 1);
    memcpy(link->read + link->read_count, bytes, (size_t)got);
    link->read_count += (size_t)got;
    return got;
}

bool link_waits(const struct host_link *link, uint64_t position)
{
    struct pollfd wanted = {.fd = link->descriptor, .events = POLLIN};
    return position >= link->skipped + link->read_count && !link->read_ended && link->descriptor >= 0 &&
           poll(&wanted, 1, 0) == 0;
}

void link_forget(struct host_link *link)
{
    free(link->read);
    link->read = NULL;
    link->read_count = link->read_room = 0;
}
