# tries: a header that tells of 65535 sections
# run: (1|3) object\.o: corrupt: 65535 sections \(1 to 64 are possible\)
fcc -c -o input.o "$hello"
printf '\377\377' | dd of=input.o bs=1 seek=48 conv=notrunc 2>/dev/null; cat input.o
