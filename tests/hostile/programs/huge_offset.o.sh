# tries: sections at the end of the address space
# run: (1|3) object\.o: truncated: the file ends before its section header table
fcc -c -o input.o "$hello"
printf '\374\377\377\377' | dd of=input.o bs=1 seek=32 conv=notrunc 2>/dev/null; cat input.o
