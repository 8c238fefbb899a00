# bench/: every bench/*.sh but lib.sh is a benchmark; results go to $(BUILD)/bench as CSV and plots. bench/results/ holds
# samples of them, from real runs on the machine that the first lines of each CSV describe; `make bench-samples` renews them.
BENCHES = $(filter-out bench/lib.sh,$(sort $(wildcard bench/*.sh)))

.PHONY: bench-samples

bench: all
	@for bench in $(BENCHES); do echo "== $$bench"; ./$$bench || exit 1; done

bench-samples: bench
	@mkdir -p bench/results
	cp $(BUILD)/bench/*.csv $(BUILD)/bench/*.png bench/results
