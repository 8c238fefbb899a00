# tries: a byte order mark
# run: 0
printf '\357\273\277int x;\n'
