--- What the author may set, and what holds where nothing is set.
local M = {}

M.defaults = {
  --- The program: a path or a name on PATH. Empty: `referee` on PATH, then in cargo's bin folder.
  cmd = "",
  --- Where it starts by itself.
  filetypes = { "markdown", "pandoc", "quarto", "rmd", "tex", "plaintex", "typst", "bib", "text" },
  --- What the root of a project is known by.
  root_markers = { "referee.toml", "_quarto.yml", ".git" },
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
  return complaints
end

return M
