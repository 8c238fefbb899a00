/* errno.h - the last error, separately for each PP. Functions of the library set it, except those of math.h;
 * none sets it to 0.
 */
#ifndef FORK_ERRNO_H
#define FORK_ERRNO_H

extern int errno;
#define errno errno

#define ENOENT 2   /* no such file */
#define EIO 5      /* input or output failed */
#define EBADF 9    /* no open file, or not open for this */
#define EAGAIN 11  /* not now */
#define ENOMEM 12  /* no memory is left */
#define EACCES 13  /* the file may not be opened, or is not there */
#define EEXIST 17  /* there is one already */
#define EINVAL 22  /* a wrong argument */
#define EMFILE 24  /* too many open files */
#define ESPIPE 29  /* the stream has no positions */
#define EDOM 33    /* an argument without result */
#define ERANGE 34  /* the result is too large or too small */
#define ENOSYS 38  /* the machine cannot do it */
#define EILSEQ 84  /* these are no characters */
#define ENOTSUP 95 /* not supported */

#endif
