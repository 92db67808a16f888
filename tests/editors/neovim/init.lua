-- The configuration of an author who has installed only the plugin.
vim.opt.runtimepath:prepend(vim.env.EDITOR_TEST_PLUGIN)
-- Every plugin manager does this.
vim.opt.runtimepath:append(vim.env.EDITOR_TEST_PLUGIN .. "/after")
vim.cmd("filetype plugin on")
vim.o.swapfile = false
vim.o.hidden = true

-- Records the messages that the author would see.
_G.messages = {}
vim.notify = function(message, level)
  table.insert(_G.messages, { text = message, level = level })
end

local options = vim.env.EDITOR_TEST_OPTIONS
if options and options ~= "" then
  local decode = vim.json and vim.json.decode or vim.fn.json_decode
  vim.g.referee = decode(options)
end
