# tries: a string without an end
# run: 1 
printf 'char *s = "abc\nint x;\n'
