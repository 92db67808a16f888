--- The server's question whether references may be looked up online. Neovim shows such a question
--- as a menu, and one that appears while the author is typing is answered by accident. It is
--- therefore shown only after a command of the author, and otherwise answered with "not now".
local M = {}

--- The time until which a question results from a command, in milliseconds of the clock.
local expected = 0

--- The number of running commands of the author; questions of the server during that time belong to
--- them.
local under_way = 0

---@return integer milliseconds
local function now()
  return require("referee.compat").uv.now()
end

--- Records that the author has just run a command that may lead to the question.
function M.expect()
  expected = now() + 10000
end

--- Records the start of an author's command; returns the function to call when it has ended.
---@return fun()
function M.begin()
  under_way = under_way + 1
  local ended = false
  return function()
    if not ended then
      ended = true
      under_way = under_way - 1
    end
  end
end

--- Answers `window/showMessageRequest`.
---@param error table?
---@param params table
---@return any
function M.answer(error, params, ...)
  if under_way > 0 or now() < expected then
    expected = 0
    return vim.lsp.handlers["window/showMessageRequest"](error, params, ...)
  end
  local question = type(params) == "table" and type(params.message) == "string" and params.message or ""
  local english = question:match("^Look up (%d+ references?) online")
  local spanish = question:match("^¿Consultar en línea (%d+ referencias?) de ")
    or question:find("¿Consultar", 1, true) and "Referencias"
  local said = spanish
      and spanish .. " sin comprobar. :Referee allow las consulta en línea (pregunta antes)."
    or (english or "References") .. " unchecked. :Referee allow looks them up online (asks first)."
  require("referee.server").notify(said)
  return vim.NIL
end

return M
