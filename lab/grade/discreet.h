/* discreet.h - removes from messages the paths of compiler, library and assignment, which students need not
 * see. Texts only. */
#ifndef PRAM_GRADE_DISCREET_H
#define PRAM_GRADE_DISCREET_H

/* Shortens each absolute path in a text to its last part, in place: "/usr/lib/io.h:3" becomes "io.h:3". A
 * path that occurs in `source` (NULL: none) is the student's own, and stays. */
void discreet_shorten(char *text, const char *source);

/* The last part of a path. */
const char *discreet_name(const char *path);

#endif
