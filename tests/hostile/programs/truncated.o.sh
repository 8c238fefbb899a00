# tries: an object cut in half
# run: (1|3) object\.o: truncated: the file ends before its section header table
fcc -c -o input.o "$hello"
head -c $(($(stat -c %s input.o) / 2)) input.o
