# tries: an array larger than memory
# run: 1 
echo 'sh int a[2147483647][2147483647];'
