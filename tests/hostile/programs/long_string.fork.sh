# tries: a string of ten million letters
# run: 1 :1:1: error: this file needs too much memory to compile
printf 'char *s = "'; head -c 10000000 /dev/zero | tr '\0' 'a'; echo '";'
