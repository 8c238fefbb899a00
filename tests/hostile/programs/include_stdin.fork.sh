# tries: the standard input as a header
# run: 1 :1:10: error: cannot include '/dev/stdin': (it is not a regular file|with --safe, names must not begin with /)
echo '#include "/dev/stdin"'; echo 'int x = ;'
