# The loops over strands of the cycle engine are compiled three times, like the row kernels (mk/21-bsp.mk).
$(OBJ)/sim/cycle/kernel/kernels_plain.o: override CFLAGS += $(ROWS_PLAIN)
$(OBJ)/sim/cycle/kernel/kernels_v3.o: override CFLAGS += $(ROWS_V3)
$(OBJ)/sim/cycle/kernel/kernels_v4.o: override CFLAGS += $(ROWS_V4)
$(OBJ)/sim/cycle/kernel/kernels_plain.o $(OBJ)/sim/cycle/kernel/kernels_v3.o $(OBJ)/sim/cycle/kernel/kernels_v4.o: sim/cycle/kernel/kernels.inc
