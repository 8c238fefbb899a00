/* shown.h - untrusted text in reports. */
#ifndef PRAM_GRADE_SHOWN_H
#define PRAM_GRADE_SHOWN_H

/* A text as messages show it: valid UTF-8 without control characters, on one line. Owned by the caller. NULL
 * counts as empty. */
char *shown_text(const char *text);

#endif
