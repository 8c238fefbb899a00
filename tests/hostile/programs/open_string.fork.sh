# tries: a string without an end
# run: 1 :1:11: error: missing closing " of a string
printf 'char *s = "abc\nint x;\n'
