# tries: a comment without an end
# run: 1 :1:1: error: this comment has no end
printf '/* abc\nint x;\n'
