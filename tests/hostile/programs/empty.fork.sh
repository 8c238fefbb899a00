# tries: nothing at all
# run: 0
:
