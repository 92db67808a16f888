--- Messages of the plugin and the server, shortened to one line so that no key has to be pressed to
--- continue.
local M = {}

--- The maximum number of notices stored for `:Referee messages`.
local KEPT = 100

--- The latest notices, in full.
---@type { text: string, level: integer }[]
M.kept = {}

--- Whether `vim.notify` is Neovim's own, which writes to the command line. Replacements have more
--- room.
local function writes_into_command_line()
  local source = debug.getinfo(vim.notify, "S").source
  -- Neovim 0.12 lacks a file name for built-in functions; a plugin's function always has that of its
  -- file.
  return source:match("^@?vim/") ~= nil or source:match("^=?%?$") ~= nil
end

--- Returns the text on one line of at most `room` cells; a shortened text ends with the command for
--- the full one.
---@param text string
---@param room integer
---@return string
function M.fitted(text, room)
  local line = (text:gsub("%s+", " "))
  if vim.fn.strdisplaywidth(line) <= room then
    return line
  end
  -- Show only the first sentence if it fits, and always the command for the full text.
  local remedy = line:match(":Referee %l+")
  local sentence = line:match("^(.-[.!?]) ")
  local more = " … " .. (remedy or ":Referee messages")
  if sentence and vim.fn.strdisplaywidth(sentence .. more) <= room then
    return sentence .. more
  end
  local most = room - vim.fn.strdisplaywidth(more)
  local cut = vim.fn.strcharpart(line, 0, math.max(most, 1))
  while vim.fn.strdisplaywidth(cut) > most and cut ~= "" do
    cut = vim.fn.strcharpart(cut, 0, vim.fn.strchars(cut) - 1)
  end
  return cut .. more
end

--- Shows a message on one line, prefixed with `referee: `, and stores it in full for `:Referee
--- messages`.
---@param message string
---@param level? integer
function M.notify(message, level)
  level = level or vim.log.levels.INFO
  table.insert(M.kept, { text = message, level = level })
  if #M.kept > KEPT then
    table.remove(M.kept, 1)
  end
  vim.schedule(function()
    local text = "referee: " .. message
    if writes_into_command_line() then
      -- A second notice below the first would need a key press.
      vim.cmd("redraw")
      text = M.fitted(text, math.max(vim.v.echospace, 20))
    end
    vim.notify(text, level)
  end)
end

--- Shows a `window/showMessage` of the server; ignores its log messages.
function M.of_server(params)
  if type(params) ~= "table" or type(params.message) ~= "string" then
    return
  end
  local levels = { vim.log.levels.ERROR, vim.log.levels.WARN, vim.log.levels.INFO }
  local level = levels[params.type]
  if level then
    M.notify((params.message:gsub("^referee: ", "")), level)
  end
end

return M
