# tries: numbers of a million digits
# run: 1 :1:9: error: number of 1000000 characters is too long
printf 'int x = '; head -c 1000000 /dev/zero | tr '\0' 9; echo ';'; echo 'real y = 1e999999999999;'
