" Fork programs are indented as C programs are.
runtime! indent/c.vim
