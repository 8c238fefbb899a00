/* place.h - where the other programs of this project are: beside this one, installed or not. */
#ifndef PRAM_LAB_PLACE_H
#define PRAM_LAB_PLACE_H

/* The path of a program that lies in the folder of this one, in new memory; its bare name, to be found in
 * PATH, if the system does not say where this one lies. */
char *place_beside(const char *name);

#endif
