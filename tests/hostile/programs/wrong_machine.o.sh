# tries: a program for the host
# run: (1|3) object\.o: not an SB-PRAM object \(an ELF file for another machine\)
cat /bin/true
