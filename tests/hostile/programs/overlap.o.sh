# tries: every section header the same
# run: (1|3) object\.o: corrupt: section [0-9]+ is not a string table
fcc -c -o input.o "$hello"
start=$(od -An -tu4 -j32 -N4 input.o | tr -d ' '); count=$(od -An -tu2 -j48 -N2 input.o | tr -d ' '); head -c "$start" input.o; for ((k = 0; k < count; k++)); do tail -c +$((start + 41)) input.o | head -c 40; done
