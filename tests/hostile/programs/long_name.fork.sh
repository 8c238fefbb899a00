# tries: a name of ten million letters
# run: 1 :1:5: error: a name may have 255 characters at most, this one has 10000000
printf 'int '; head -c 10000000 /dev/zero | tr '\0' 'a'; echo ';'
