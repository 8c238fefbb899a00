# tries: control characters in names
# run: 1 
printf 'int \033[2Jx; #error \033]0;title\007\n'
