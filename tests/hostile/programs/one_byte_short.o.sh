# tries: an object without its last byte
# run: (1|3) 
fcc -c -o input.o "$hello"
head -c -1 input.o
