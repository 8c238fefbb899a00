# tries: an object without its last byte
# run: (1|3) object\.o: truncated: the file ends before its section header table
fcc -c -o input.o "$hello"
head -c -1 input.o
