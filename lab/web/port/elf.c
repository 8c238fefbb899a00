/* elf.c - stands in for the parts of elfutils that the reader of debug information (sim/debug/dwarf) never
 * needs: sections that zlib has compressed, frames of calls, and debug information in other files. prlink
 * writes none of them. Each function fails as that of elfutils does for a damaged file.
 */
#include <libelf.h>
#include <stdbool.h>
#include <stdlib.h>

struct Dwarf_CFI_s;
struct Dwarf;

/* What elfutils calls them; its headers for this are not for others. */
void *__libelf_compress(Elf_Scn *section, size_t header, int data, size_t *original, size_t *alignment,
                        size_t *size, bool forces);
void *__libelf_decompress(void *bytes, size_t size, size_t decompressed);
void *__libelf_decompress_elf(Elf_Scn *section, size_t *size, size_t *alignment);
void __libelf_reset_rawdata(Elf_Scn *section, void *bytes, size_t size, size_t alignment, Elf_Type type);
void __libdw_destroy_frame_cache(struct Dwarf_CFI_s *cache);
void error(int status, int number, const char *format, ...);
ssize_t dwelf_dwarf_gnu_debugaltlink(struct Dwarf *dwarf, const char **name, const void **id);

int elf_compress(Elf_Scn *section, int type, unsigned flags)
{
    (void)section, (void)type, (void)flags;
    return -1;
}

void *__libelf_compress(Elf_Scn *section, size_t header, int data, size_t *original, size_t *alignment,
                        size_t *size, bool forces)
{
    (void)section, (void)header, (void)data, (void)original, (void)alignment, (void)size, (void)forces;
    return NULL;
}

void *__libelf_decompress(void *bytes, size_t size, size_t decompressed)
{
    (void)bytes, (void)size, (void)decompressed;
    return NULL;
}

void *__libelf_decompress_elf(Elf_Scn *section, size_t *size, size_t *alignment)
{
    (void)section, (void)size, (void)alignment;
    return NULL;
}

void __libelf_reset_rawdata(Elf_Scn *section, void *bytes, size_t size, size_t alignment, Elf_Type type)
{
    (void)section, (void)bytes, (void)size, (void)alignment, (void)type;
}

void __libdw_destroy_frame_cache(struct Dwarf_CFI_s *cache)
{
    (void)cache;
}

ssize_t dwelf_dwarf_gnu_debugaltlink(struct Dwarf *dwarf, const char **name, const void **id)
{
    (void)dwarf, (void)name, (void)id;
    return 0;
}

/* The GNU C library's; elfutils calls it where the state of a lock is impossible. */
void error(int status, int number, const char *format, ...)
{
    (void)status, (void)number, (void)format;
    abort();
}
