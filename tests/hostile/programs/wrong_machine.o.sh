# tries: a program for the host
# run: (1|3) 
cat /bin/true
