-- Defines :Referee, and starts the server for drafts unless `setup` decides otherwise.
if vim.g.loaded_referee then
  return
end
vim.g.loaded_referee = true

if vim.fn.has("nvim-0.7") == 0 then
  vim.api.nvim_err_writeln("referee needs Neovim 0.7 or newer")
  return
end

vim.api.nvim_create_user_command("Referee", function(options)
  require("referee.commands").run(options)
end, {
  nargs = "*",
  range = true,
  desc = "Citations, references and evidence of this draft",
  complete = function(lead, line)
    return require("referee.commands").complete(lead, line)
  end,
})

-- `setup` in the author's own files runs before or after this file; in both cases it has run once
-- Neovim has started. Without it, nothing else is loaded until a draft is opened.
local function start()
  if not vim.g.loaded_referee_setup then
    require("referee").setup(type(vim.g.referee) == "table" and vim.g.referee or {})
  end
end

if vim.v.vim_did_enter == 1 then
  start()
else
  vim.api.nvim_create_autocmd("VimEnter", { once = true, callback = start })
end
