# tries: a file that includes itself
# run: 1 
echo '#include "include_loop.fork"'
