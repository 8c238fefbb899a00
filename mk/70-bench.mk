# bench/: every bench/*.sh but lib.sh is a benchmark; results go to $(BUILD)/bench as CSV and plots.
BENCHES = $(filter-out bench/lib.sh,$(sort $(wildcard bench/*.sh)))

bench: all
	@for bench in $(BENCHES); do echo "== $$bench"; ./$$bench || exit 1; done
