# tries: a folder as a header
# run: 1 
echo '#include "."'
