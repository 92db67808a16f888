-- Uses `vim.lsp.enable("referee")` with lsp/referee.lua and no other part of the plugin.
package.path = vim.env.EDITOR_TEST_TESTS .. "/?.lua;" .. package.path
local found = function(rule)
  return vim.tbl_filter(function(diagnostic)
    return diagnostic.code == rule
  end, vim.diagnostic.get(0))
end
vim.lsp.enable("referee")
vim.cmd("filetype on")
vim.cmd("edit " .. vim.env.EDITOR_TEST_FOLDER .. "/chapter.tex")
local met = vim.wait(60000, function()
  return #found("citation/undefined-key") == 1
end, 20)
for _, client in ipairs(vim.lsp.get_clients()) do
  client:stop()
end
vim.wait(10000, function()
  return #vim.lsp.get_clients() == 0
end, 20)
io.stdout:write(met and "DONE\n" or "FAILED: no finding\n")
vim.cmd(met and "qall!" or "cquit 1")
