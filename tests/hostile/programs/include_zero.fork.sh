# tries: a device without end as a header
# run: 1 :1:10: error: cannot include '/dev/zero': (it is not a regular file|with --safe, names must not begin with /)
echo '#include "/dev/zero"'
