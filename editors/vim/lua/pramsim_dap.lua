-- pramsim_dap.lua - the debugger of pramsim for nvim-dap: require("pramsim_dap").setup()
local M = {}

M.adapter = { type = "executable", command = "pramsim", args = { "--dap" } }

M.configurations = {
    {
        type = "pramsim",
        request = "launch",
        name = "Debug this Fork program",
        program = "${fileDirname}/${fileBasenameNoExtension}.o",
        cwd = "${fileDirname}",
        pps = 64,
        stopOnEntry = true,
    },
}

--- Registers the adapter and the configurations; `options.pps` is another number of PPs.
function M.setup(options)
    local dap = require("dap")
    if options and options.pps then
        M.configurations[1].pps = options.pps
    end
    dap.adapters.pramsim = M.adapter
    dap.configurations.fork = M.configurations
end

return M
