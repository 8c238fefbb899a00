# tries: a comment without an end
# run: 1 comment has no end
printf '/* abc\nint x;\n'
