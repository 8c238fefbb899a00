# tries: a name of ten million letters
# run: 1 1024 characters at most
printf 'int '; head -c 10000000 /dev/zero | tr '\0' 'a'; echo ';'
