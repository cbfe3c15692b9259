-- What Neovim makes of the server: prints the finding, the actions, the questions and the text.
-- Run by test_lsp_neovim.py; works from Neovim 0.7 on.

local function say(name, value)
  io.stdout:write(vim.json.encode({ name, value }) .. "\n")
end

local function text()
  return vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

-- Nobody can be asked here: take the first repair, and do not undo it.
vim.lsp.handlers["window/showMessageRequest"] = function(_, request)
  local is_first = not vim.g.asked
  vim.g.asked = true
  say("asked", request.message)
  return is_first and request.actions[1] or vim.NIL
end

vim.opt.swapfile = false
vim.cmd("edit " .. vim.fn.fnameescape(vim.env.EVENHAND_FILE))
local start = vim.lsp.start_client or vim.lsp.start
local client = start({
  name = "evenhand",
  cmd = { vim.env.EVENHAND_PYTHON, "-P", "-m", "evenhand", "server", "--trust" },
  root_dir = vim.fn.getcwd(),
})
vim.lsp.buf_attach_client(0, client)

vim.wait(120000, function() return #vim.diagnostic.get(0) > 0 end, 20)
local finding = vim.diagnostic.get(0)[1]
say("finding", { finding.lnum, finding.message })

vim.api.nvim_win_set_cursor(0, { finding.lnum + 1, finding.col })
local place = vim.lsp.util.make_range_params(0, "utf-16")
place.context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics(0) }
local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", place, 120000)
local repair
for _, action in ipairs(answers[client].result) do
  say("action", action.title)
  repair = repair or (action.title:match("^Repair") and action)
end

local before = table.concat(text(), "\n")
local command = type(repair.command) == "table" and repair.command or repair
local call = { command = command.command, arguments = command.arguments }
vim.lsp.buf_request_sync(0, "workspace/executeCommand", call, 120000)
vim.wait(120000, function() return table.concat(text(), "\n") ~= before end, 20)
say("text", text())
vim.cmd("qall!")
