--- referee in Neovim. `require("referee").setup({...})` changes the defaults that
--- plugin/referee.lua would use.
local M = {}

--- Sets the author's options (:help referee-options) and starts the server for drafts.
---@param options? referee.Options
function M.setup(options)
  vim.g.loaded_referee_setup = true
  local server = require("referee.server")
  local complaints = require("referee.config").set(options)
  for _, complaint in ipairs(complaints) do
    server.notify(complaint .. " (:help referee-options)", vim.log.levels.ERROR)
  end
  if require("referee.config").current.autostart then
    server.enable()
  end
end

--- Returns the counts of a buffer's references for a status line: `✓12 !1 ?3`, empty if they are
--- unknown.
---@param buffer? integer
---@return string
function M.statusline(buffer)
  return require("referee.status").line(buffer)
end

--- Returns the counts as numbers: `{ verified, to_look_at, unchecked }`, or nil.
---@param buffer? integer
---@return referee.Counts?
function M.counts(buffer)
  return require("referee.status").of(buffer)
end

return M
