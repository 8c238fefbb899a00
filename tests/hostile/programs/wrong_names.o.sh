# tries: section names in a section that does not exist
# run: (1|3) object\.o: corrupt: no section names
fcc -c -o input.o "$hello"
printf '\377\000' | dd of=input.o bs=1 seek=50 conv=notrunc 2>/dev/null; cat input.o
