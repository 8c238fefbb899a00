# The row kernels of the parallel engine are compiled three times, for three levels of x86-64, and chosen at run time.
# Only -O3 makes vector code of all of them.
ROWS_PLAIN = -O3
ROWS_V3    = -O3
ROWS_V4    = -O3
ifeq ($(shell $(CC) -dumpmachine 2>/dev/null | cut -d- -f1),x86_64)
ROWS_V3   += -march=x86-64-v3
ROWS_V4   += -march=x86-64-v4 -mprefer-vector-width=512 -falign-loops=64
endif
$(OBJ)/sim/tile/rows/rows_plain.o: override CFLAGS += $(ROWS_PLAIN)
$(OBJ)/sim/tile/rows/rows_v3.o: override CFLAGS += $(ROWS_V3)
$(OBJ)/sim/tile/rows/rows_v4.o: override CFLAGS += $(ROWS_V4)
$(OBJ)/sim/tile/rows/rows_plain.o $(OBJ)/sim/tile/rows/rows_v3.o $(OBJ)/sim/tile/rows/rows_v4.o: sim/tile/rows/rows.inc
