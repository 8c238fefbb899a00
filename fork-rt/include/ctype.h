/* ctype.h - kinds of characters: straight functions, the same number of cycles for every argument.
 *
 * Defined for -1 (end of file) and 0..255; only the characters of ASCII have kinds.
 */
#ifndef FORK_CTYPE_H
#define FORK_CTYPE_H

straight int isalnum(int c);
straight int isalpha(int c);
straight int isascii(int c) __library__; /* of POSIX */
straight int isblank(int c);
straight int iscntrl(int c);
straight int isdigit(int c);
straight int isgraph(int c);
straight int islower(int c);
straight int isprint(int c);
straight int ispunct(int c);
straight int isspace(int c);
straight int isupper(int c);
straight int isxdigit(int c);
straight int tolower(int c);
straight int toupper(int c);

#endif
