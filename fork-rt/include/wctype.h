/* wctype.h - kinds of wide characters: those of ctype.h, since only characters of ASCII have kinds. Straight,
 * except for the functions that take names.
 */
#ifndef FORK_WCTYPE_H
#define FORK_WCTYPE_H

#include <wchar.h>

typedef int wctype_t;
typedef int wctrans_t;

straight int iswalnum(wint_t c);
straight int iswalpha(wint_t c);
straight int iswblank(wint_t c);
straight int iswcntrl(wint_t c);
straight int iswdigit(wint_t c);
straight int iswgraph(wint_t c);
straight int iswlower(wint_t c);
straight int iswprint(wint_t c);
straight int iswpunct(wint_t c);
straight int iswspace(wint_t c);
straight int iswupper(wint_t c);
straight int iswxdigit(wint_t c);
straight wint_t towlower(wint_t c);
straight wint_t towupper(wint_t c);

/* kinds by their names; 0: there is none */
wctype_t wctype(const char *name);
int iswctype(wint_t c, wctype_t kind);
wctrans_t wctrans(const char *name);
wint_t towctrans(wint_t c, wctrans_t kind);

#endif
