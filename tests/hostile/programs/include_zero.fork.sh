# tries: a device without end as a header
# run: 1 
echo '#include "/dev/zero"'
