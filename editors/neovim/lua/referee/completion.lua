--- `<C-x><C-o>` before Neovim 0.11. Its built-in completion keeps only keys that start with the
--- typed text; the server also finds them by a word of the title, an author or a year, and sorts
--- them.
local compat = require("referee.compat")

local M = {}

local NAME = "v:lua.require'referee.completion'.omnifunc"

--- Converts a column of the protocol to a byte index in a line, counted from 0.
---@param line string
---@param column integer
---@param encoding string
---@return integer
local function byte_of(line, column, encoding)
  if encoding == "utf-8" then
    return math.min(column, #line)
  end
  local ok, byte = pcall(vim.str_byteindex, line, column, encoding ~= "utf-32")
  return ok and byte or #line
end

--- Converts items of the protocol to Vim's, in the order of the server, with the byte at which they
--- start.
---@param result table?
---@param line string
---@param encoding string
---@return table[] items as `complete()` takes them
---@return integer? start
local function matches(result, line, encoding)
  local items = vim.deepcopy((result or {}).items or result or {})
  table.sort(items, function(one, other)
    return (one.sortText or one.label) < (other.sortText or other.label)
  end)
  local start
  local out = {}
  for _, item in ipairs(items) do
    local edit = item.textEdit or {}
    local range = edit.range or edit.insert
    if range then
      start = byte_of(line, range.start.character, encoding)
      table.insert(out, {
        word = edit.newText,
        abbr = item.label,
        menu = (item.labelDetails or {}).description or item.detail or "",
        info = item.detail or "",
        -- The server has selected the items: do not filter them by prefix.
        equal = 1,
        icase = 1,
        dup = 1,
        empty = 1,
        user_data = item.command and { referee = item.command } or nil,
      })
    end
  end
  return out, start
end

--- Queries the server and shows its list when it arrives.
local function request()
  local buffer = vim.api.nvim_get_current_buf()
  local client = compat.client_of("referee", buffer)
  if not client then
    return
  end
  local before = vim.api.nvim_win_get_cursor(0)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    position = compat.position(client),
  }
  compat.request(client, "textDocument/completion", params, function(failed, result)
    local now = vim.api.nvim_win_get_cursor(0)
    local is_here = vim.api.nvim_get_current_buf() == buffer and vim.deep_equal(before, now)
    if failed or not is_here or not vim.startswith(vim.fn.mode(), "i") then
      return
    end
    local found, start = matches(result, vim.api.nvim_get_current_line(), client.offset_encoding)
    if start and #found > 0 then
      vim.fn.complete(start + 1, found)
    end
  end, buffer)
end

--- Vim's `omnifunc`: the list is shown later, asynchronously.
---@param find_start 0|1
---@return integer|table
function M.omnifunc(find_start)
  if find_start == 1 then
    request()
    return -2
  end
  return {}
end

--- Runs the command of an accepted item, which adds the entry of a work from Zotero.
local function taken()
  local data = (vim.v.completed_item or {}).user_data
  local command = type(data) == "table" and data.referee
  local client = command and compat.client_of("referee", vim.api.nvim_get_current_buf())
  if client then
    local params = { command = command.command, arguments = command.arguments }
    compat.request(client, "workspace/executeCommand", params, function(failed)
      if failed then
        require("referee.notices").notify(failed.message, vim.log.levels.ERROR)
      end
    end)
  end
end

--- Makes `<C-x><C-o>` in a buffer show the list of the server, unless the author has set another
--- `omnifunc`. A value from Neovim or its filetype plugins is replaced.
---@param buffer integer
function M.attach(buffer)
  if compat.enables then
    return
  end
  local set = vim.api.nvim_buf_get_option(buffer, "omnifunc")
  if set ~= "" and set ~= "v:lua.vim.lsp.omnifunc" and not set:find("complete#Complete", 1, true) then
    return
  end
  vim.api.nvim_buf_set_option(buffer, "omnifunc", NAME)
  local group = vim.api.nvim_create_augroup("referee_completion_" .. buffer, { clear = true })
  vim.api.nvim_create_autocmd("CompleteDone", { group = group, buffer = buffer, callback = taken })
end

return M
