--- How many references of each buffer stand how, for a status line.
local M = {}

---@class referee.Counts
---@field verified integer
---@field to_look_at integer
---@field unchecked integer
---@field uncovered integer
---@field network? "ask"|"allow"|"deny"

--- The counts of each buffer that the server spoke of, by its number.
---@type table<integer, referee.Counts>
local counts = {}

--- What the server said last of a file.
function M.take(params)
  if type(params) ~= "table" or type(params.uri) ~= "string" then
    return
  end
  local buffer = vim.uri_to_bufnr(params.uri)
  counts[buffer] = {
    verified = params.verified,
    to_look_at = params.toLookAt,
    unchecked = params.unchecked,
    uncovered = params.uncovered or 0,
    network = params.network,
  }
  vim.api.nvim_exec_autocmds("User", { pattern = "RefereeStatus", modeline = false })
  vim.cmd("redrawstatus!")
end

--- The server is gone: what it said does not hold any more.
function M.forget()
  counts = {}
end

--- The counts of a buffer, or nil where nothing is known.
---@param buffer? integer
---@return referee.Counts?
function M.of(buffer)
  if not buffer or buffer == 0 then
    buffer = vim.api.nvim_get_current_buf()
  end
  return counts[buffer]
end

--- A component for a status line: empty where there is nothing to say.
---@param buffer? integer
---@return string
function M.line(buffer)
  local count = M.of(buffer)
  if not count then
    return ""
  end
  local parts = {}
  if count.verified > 0 then
    table.insert(parts, "✓" .. count.verified)
  end
  if count.to_look_at > 0 then
    table.insert(parts, "!" .. count.to_look_at)
  end
  if count.unchecked > 0 then
    -- What the author has not decided stays in sight until it is decided.
    table.insert(parts, "?" .. count.unchecked .. (count.network == "ask" and " :Referee allow" or ""))
  end
  return table.concat(parts, " ")
end

return M
