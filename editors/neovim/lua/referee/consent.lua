--- The server's question whether references may be looked up online. Neovim shows such a question as a menu, and one
--- that comes up while somebody is typing is answered by accident: it is shown when the author asks for it, and else
--- answered with "not now".
local M = {}

--- Until when a question is one that the author asked for, in milliseconds of the clock.
local expected = 0

local function now()
  return require("referee.compat").uv.now()
end

--- The author has just given a command that may lead to the question.
function M.expect()
  expected = now() + 10000
end

--- Answers `window/showMessageRequest`.
function M.answer(error, params, ...)
  if now() < expected then
    expected = 0
    return vim.lsp.handlers["window/showMessageRequest"](error, params, ...)
  end
  local question = type(params) == "table" and type(params.message) == "string" and params.message or ""
  local what = question:match("^May referee look up (.-) online") or "references"
  require("referee.server").notify(
    what .. ": nothing is looked up online. `:Referee allow` shows what would be sent, and asks."
  )
  return vim.NIL
end

return M
