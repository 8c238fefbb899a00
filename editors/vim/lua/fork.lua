-- The language server of Fork in Neovim: one server for all Fork files, started with the first one.
-- g:fork_server is its command, by default {'fcc', '--lsp'}; an empty list: none.
local M = {}
local client

function M.attach(buffer)
    local command = vim.g.fork_server or { 'fcc', '--lsp' }
    if #command == 0 or vim.fn.executable(command[1]) == 0 then
        return
    end
    if client == nil or vim.lsp.get_client_by_id(client) == nil then
        client = vim.lsp.start_client({ name = 'fork', cmd = command, root_dir = vim.fn.getcwd() })
    end
    if client ~= nil then
        vim.lsp.buf_attach_client(buffer, client)
        vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc'
        vim.bo[buffer].tagfunc = 'v:lua.vim.lsp.tagfunc'
        vim.bo[buffer].formatexpr = ''
    end
end

return M
