# tries: a macro that doubles forty times
# run: 1 :43:12: error: preprocessing takes more than 128 MiB of memory
echo 'int x = 0'; echo '#define A0 +1'
for i in {1..40}; do echo "#define A$i A$((i - 1)) A$((i - 1))"; done
echo 'int y = A40;'
