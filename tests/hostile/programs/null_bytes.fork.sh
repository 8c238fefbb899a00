# tries: bytes of 0
# run: 1 :1:6: error: stray character of code 0
printf 'int a\0b;\n\0\0\0'
