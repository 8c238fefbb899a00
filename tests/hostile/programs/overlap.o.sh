# tries: every section header the same
# run: (1|3) object\.o: corrupt: section 11 is not a string table
fcc -c -o input.o "$hello"
start=$(od -An -tu4 -j32 -N4 input.o | tr -d ' '); head -c "$start" input.o; for _ in {1..12}; do tail -c +$((start + 41)) input.o | head -c 40; done
