# tries: an empty file
# run: (1|3) object\.o: not an SB-PRAM object \(no ELF file\)
:
