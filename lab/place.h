/* place.h - finds the other programs of this project: in the folder of the running one. */
#ifndef PRAM_LAB_PLACE_H
#define PRAM_LAB_PLACE_H

/* The path of a program in the folder of the running one, in new memory; its bare name, for PATH, if that
 * folder is unknown. */
char *place_beside(const char *name);

#endif
