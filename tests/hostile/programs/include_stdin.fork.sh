# tries: the standard input as a header
# run: 1 
echo '#include "/dev/stdin"'; echo 'int x = ;'
