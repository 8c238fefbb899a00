# tries: an array larger than memory
# run: 1 :1:22: error: array of 2147483647 times 1 words is too large
echo 'sh int a[2147483647][2147483647];'
