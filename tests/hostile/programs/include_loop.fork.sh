# tries: a file that includes itself
# run: 1 :1:2: error: includes are nested more than 200 deep
echo '#include "include_loop.fork"'
