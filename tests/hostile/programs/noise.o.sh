# tries: a header and then noise
# run: (1|3) object\.o: (truncated|corrupt): section 1 
fcc -c -o input.o "$hello"
head -c 52 input.o; awk 'BEGIN { srand(1); for (i = 0; i < 20000; i++) printf "%c", 1 + int(rand() * 126) }'
