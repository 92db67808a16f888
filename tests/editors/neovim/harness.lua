-- The test harness: labelled steps, waiting, and an exit that never hangs.
local M = {}

--- The longest wait for a result, in milliseconds: two slow processors may be shared with other
--- editors.
local PATIENCE = 60000

local has = function(version)
  return vim.fn.has("nvim-" .. version) == 1
end

M.has = has
M.compat = require("referee.compat")

function M.say(...)
  io.stdout:write(table.concat(vim.tbl_map(tostring, { ... }), " ") .. "\n")
  io.stdout:flush()
end

function M.check(condition, message)
  if not condition then
    local said = {}
    for _, told in ipairs(_G.messages or {}) do
      table.insert(said, told.text)
    end
    error((message or "a check failed") .. "\nmessages: " .. table.concat(said, " | "), 2)
  end
end

function M.wait(what, condition, patience)
  local value
  local met = vim.wait(patience or PATIENCE, function()
    value = condition()
    return value
  end, 20)
  M.check(met, "waited in vain for: " .. what)
  return value
end

function M.line(number, buffer)
  return vim.api.nvim_buf_get_lines(buffer or 0, number - 1, number, false)[1]
end

--- Returns keys in the form that `nvim_feedkeys` accepts.
function M.keys(names)
  return vim.api.nvim_replace_termcodes(names, true, false, true)
end

--- Returns the diagnostics of a buffer with this rule.
function M.findings(rule, buffer)
  return vim.tbl_filter(function(diagnostic)
    local lsp = diagnostic.user_data and diagnostic.user_data.lsp or {}
    return (diagnostic.code or lsp.code) == rule
  end, vim.diagnostic.get(buffer or 0))
end

--- Sends a request and returns its answer.
function M.request(method, params)
  local client = M.compat.client_of("referee", 0)
  M.check(client, "no server is attached to this buffer")
  local answered, error, result
  M.compat.request(client, method, params, function(failed, value)
    answered, error, result = true, failed, value
  end)
  M.wait("the answer to " .. method, function()
    return answered
  end)
  M.check(not error, method .. ": " .. vim.inspect(error))
  return result, client
end

--- Moves the cursor to the first `text` in the buffer.
function M.cursor_on(text)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local at = line:find(text, 1, true)
    if at then
      vim.api.nvim_win_set_cursor(0, { number, at - 1 })
      return
    end
  end
  error("`" .. text .. "` is not in the buffer")
end

--- Returns the server processes that this editor has started.
function M.processes()
  return vim.fn.systemlist({ "pgrep", "-P", tostring(vim.fn.getpid()), "-x", "referee" })
end

function M.message_with(text)
  for _, told in ipairs(_G.messages) do
    if told.text:find(text, 1, true) then
      return told
    end
  end
end

--- Stops the clients and waits until their processes have ended, for at most `patience`
--- milliseconds: Neovim itself does not wait for them, and the order of its last writes differs
--- between machines.
function M.stop_servers(patience)
  if package.loaded["vim.lsp"] == nil then
    return
  end
  if package.loaded["referee.server"] then
    require("referee.server").disable()
  else
    for _, client in ipairs(M.compat.clients("referee")) do
      M.compat.stop(client)
    end
  end
  vim.wait(patience or 10000, function()
    return #M.processes() == 0
  end, 20)
end

--- Runs the steps when the editor has started, and exits with status 0, or 1 at the first failure.
function M.run(steps)
  local function all()
    local version = vim.version()
    M.say(("Neovim %d.%d.%d"):format(version.major, version.minor, version.patch))
    for _, step in ipairs(steps) do
      local name, work = step[1], step[2]
      local ok, why = xpcall(work, debug.traceback)
      if not ok then
        M.say("FAILED", name, why)
        vim.cmd("cquit 1")
        return
      end
      M.say("ok", name)
    end
    M.stop_servers()
    M.say("DONE")
    vim.cmd("qall!")
  end
  vim.api.nvim_create_autocmd("VimEnter", {
    callback = function()
      vim.defer_fn(all, 10)
    end,
  })
end

return M
