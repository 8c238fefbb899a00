# tries: a folder as a header
# run: 1 :1:10: error: cannot include '\.': (it is a folder|with --safe, only files in)
echo '#include "."'
