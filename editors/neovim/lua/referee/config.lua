--- The author's options, and their defaults.
local M = {}

--- `lsp/referee.lua`, which must work without the rest of this plugin, so it defines the file
--- types, language ids and root markers for both. Reading it does not load `vim.lsp`.
M.standalone =
  dofile(vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h:h") .. "/lsp/referee.lua")

---@class referee.Options
---@field cmd? string The program: a path or a name on PATH.
---@field filetypes? string[] The file types for which it starts automatically.
---@field root_markers? string[] The files that mark the root of a project.
---@field settings? table The settings of the server.
---@field autostart? boolean Start the server when a draft is opened.
---@field restarts? integer How often a crashed server is restarted.
---@field capabilities? table Further capabilities, for example of a completion plugin.
---@field on_attach? fun(client: table, buffer: integer)

M.defaults = {
  --- The program: a path or a name on PATH. Empty: `referee` on PATH, then in cargo's bin folder.
  cmd = "",
  --- The file types for which it starts automatically.
  filetypes = M.standalone.filetypes,
  --- The files that mark the root of a project.
  root_markers = M.standalone.root_markers,
  --- The settings of the server, as in the table `referee` in docs/guide/settings.md.
  settings = {},
  --- Start the server when a draft is opened.
  autostart = true,
  --- How often a crashed server is restarted before the author is asked.
  restarts = 5,
  --- Further capabilities, for example of a completion plugin.
  capabilities = nil,
  --- Called with the client and the buffer.
  on_attach = nil,
}

M.current = vim.deepcopy(M.defaults)

--- The errors in the latest options.
---@type string[]
M.complaints = {}

local types = {
  cmd = "string",
  filetypes = "table",
  root_markers = "table",
  settings = "table",
  autostart = "boolean",
  restarts = "number",
  capabilities = "table",
  on_attach = "function",
}

--- Sets the author's options. Returns the errors; the valid options take effect.
---@param options? referee.Options
---@return string[]
function M.set(options)
  local complaints = {}
  M.current = vim.deepcopy(M.defaults)
  for name, value in pairs(options or {}) do
    local wanted = types[name]
    if not wanted then
      table.insert(complaints, ("there is no option `%s`"):format(name))
    elseif type(value) ~= wanted then
      table.insert(complaints, ("`%s` must be a %s, not a %s"):format(name, wanted, type(value)))
    else
      M.current[name] = value
    end
  end
  -- Both `settings = { network = ... }` and `settings = { referee = { network = ... } }` are
  -- accepted.
  if type(M.current.settings.referee) == "table" then
    M.current.settings = M.current.settings.referee
  end
  table.sort(complaints)
  M.complaints = complaints
  return complaints
end

return M
