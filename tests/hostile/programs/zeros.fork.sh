# tries: ten million bytes of 0
# run: 1 :1:1: error: stray character of code 0
head -c 10000000 /dev/zero
