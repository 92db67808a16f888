--- Counts of each buffer's references by state, for a status line.
local M = {}

---@class referee.Counts
---@field verified integer
---@field to_look_at integer
---@field unchecked integer
---@field uncovered integer
---@field network? "ask"|"allow"|"deny"

--- The latest counts from the server, by buffer number.
---@type table<integer, referee.Counts>
local counts = {}

--- Stores a status notification of the server.
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

--- Drops the counts, which are outdated once the server has ended.
function M.forget()
  counts = {}
end

--- Returns the counts of a buffer, or nil if they are unknown.
---@param buffer? integer
---@return referee.Counts?
function M.of(buffer)
  if not buffer or buffer == 0 then
    buffer = vim.api.nvim_get_current_buf()
  end
  return counts[buffer]
end

--- Returns a component for a status line; empty without counts.
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
    -- An undecided question stays visible until the author answers it.
    table.insert(parts, "?" .. count.unchecked .. (count.network == "ask" and " :Referee allow" or ""))
  end
  return table.concat(parts, " ")
end

return M
