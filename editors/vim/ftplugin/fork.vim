" Fork files are edited as C files are; `:make` compiles the file with fcc and jumps to its errors.
if exists("b:did_ftplugin")
    finish
endif
runtime! ftplugin/c.vim ftplugin/c_*.vim
setlocal commentstring=/*\ %s\ */
setlocal makeprg=fcc\ -c\ %:S
setlocal errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ %tote:\ %m,%-G%.%#
" Neovim starts the language server (lua/fork.lua).
if has('nvim-0.7') && filereadable(expand('%'))
    lua require('fork').attach(vim.api.nvim_get_current_buf())
endif
