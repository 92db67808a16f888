--- What the author may set, and what holds where nothing is set.
local M = {}

--- `lsp/referee.lua`, which must do without the rest of this plugin: file types, language ids and root markers are
--- written down there, once. Reading it loads nothing of `vim.lsp`.
M.standalone =
  dofile(vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h:h") .. "/lsp/referee.lua")

---@class referee.Options
---@field cmd? string The program: a path or a name on PATH.
---@field filetypes? string[] Where it starts by itself.
---@field root_markers? string[] What the root of a project is known by.
---@field settings? table The settings of the server.
---@field autostart? boolean Start the server when a draft is opened.
---@field restarts? integer How often a server that crashed is started again.
---@field capabilities? table Further capabilities, as of a completion plugin.
---@field on_attach? fun(client: table, buffer: integer)

M.defaults = {
  --- The program: a path or a name on PATH. Empty: `referee` on PATH, then in cargo's bin folder.
  cmd = "",
  --- Where it starts by itself.
  filetypes = M.standalone.filetypes,
  --- What the root of a project is known by.
  root_markers = M.standalone.root_markers,
  --- The settings of the server, as below `referee` in docs/guide/settings.md.
  settings = {},
  --- Start the server when a draft is opened.
  autostart = true,
  --- How often a server that crashed is started again before the author is asked.
  restarts = 5,
  --- Further capabilities, as of a completion plugin.
  capabilities = nil,
  --- Called with the client and the buffer.
  on_attach = nil,
}

M.current = vim.deepcopy(M.defaults)

--- What was wrong with the options that the author gave last.
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

--- Takes the author's options. Returns what is wrong with them; the rest holds.
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
  -- Both `settings = { network = ... }` and `settings = { referee = { network = ... } }` are meant the same way.
  if type(M.current.settings.referee) == "table" then
    M.current.settings = M.current.settings.referee
  end
  table.sort(complaints)
  M.complaints = complaints
  return complaints
end

return M
