# tries: bytes of 0
# run: 1 
printf 'int a\0b;\n\0\0\0'
