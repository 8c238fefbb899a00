# tries: ten million bytes of 0
# run: 1 
head -c 10000000 /dev/zero
