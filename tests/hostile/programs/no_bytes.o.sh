# tries: an empty file
# run: (1|3) 
:
