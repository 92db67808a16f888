--- The lifecycle of the server: find, start, restart after a crash, stop.
local compat = require("referee.compat")
local config = require("referee.config")

local M = {}

M.name = "referee"

local state = {
  --- The number of consecutive crashes.
  crashes = 0,
  --- Whether the author stopped it.
  stopped = false,
  --- Whether the missing program has been reported; it is reported once.
  said_missing = false,
  --- The last exit, for the health report.
  last_exit = nil,
}

M.state = state

local notify = require("referee.notices").notify

M.notify = notify

local function executable(path)
  return vim.fn.executable(path) == 1
end

--- Returns the path of the program, and every place searched.
function M.find()
  local looked = {}
  local function try(path, why)
    table.insert(looked, why .. ": " .. path)
    if executable(path) then
      return vim.fn.exepath(path) ~= "" and vim.fn.exepath(path) or path
    end
  end
  local set = config.current.cmd
  if set ~= "" then
    -- If the author set a command, no other place is tried.
    return try(vim.fn.expand(set), "option cmd"), looked
  end
  local exe = vim.fn.has("win32") == 1 and "referee.exe" or "referee"
  local found = try(exe, "PATH")
  if found then
    return found, looked
  end
  local cargo = vim.env.CARGO_HOME or vim.fn.expand("~/.cargo")
  return try(cargo .. "/bin/" .. exe, "cargo"), looked
end

--- Reports once that the program is missing, the places searched, and what to do.
function M.say_missing(looked)
  if state.said_missing then
    return
  end
  state.said_missing = true
  notify(
    "the program `referee` was not found ("
      .. table.concat(looked, "; ")
      .. "). Install it with `cargo install --path server/cli`, or set its path: "
      .. 'require("referee").setup({ cmd = "/path/to/referee" }). See :help referee-install',
    vim.log.levels.ERROR
  )
end

local function capabilities()
  local all = vim.lsp.protocol.make_client_capabilities()
  all.experimental = vim.tbl_deep_extend("force", all.experimental or {}, { refereeStatus = true })
  -- Messages of the server use the command that an author types here.
  local names = {}
  for word, command in pairs(require("referee.commands").of_server) do
    names[command] = ":Referee " .. word
  end
  all.experimental.refereeCommands = names
  if config.current.capabilities then
    all = vim.tbl_deep_extend("force", all, config.current.capabilities)
  end
  return all
end

--- Starts the server for every buffer that it handles.
local function start_everywhere()
  if compat.enables then
    -- Also attaches to the open buffers.
    vim.lsp.enable(M.name)
    return
  end
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) then
      M.start(buffer)
    end
  end
end

--- Handles the exit of the server. After an unexpected one it is restarted, each time after a
--- longer pause.
local function on_exit(code, signal)
  state.last_exit = { code = code, signal = signal }
  vim.schedule(function()
    require("referee.status").forget()
  end)
  if state.stopped or (code == 0 and signal == 0) or vim.v.exiting ~= vim.NIL then
    return
  end
  state.crashes = state.crashes + 1
  if state.crashes > config.current.restarts then
    notify(
      (
        "the server stopped %d times (status %d, signal %d) and will not restart. "
        .. ":Referee restart starts it; :Referee log shows what it said."
      ):format(state.crashes, code, signal),
      vim.log.levels.ERROR
    )
    return
  end
  local pause = math.min(250 * 2 ^ (state.crashes - 1), 8000)
  notify(
    ("the server stopped (status %d, signal %d) and is restarting"):format(code, signal),
    vim.log.levels.WARN
  )
  vim.defer_fn(function()
    if not state.stopped then
      start_everywhere()
    end
  end, pause)
end

local function on_init(client)
  local info = client.server_info or {}
  local experimental = client.server_capabilities.experimental
  if type(experimental) ~= "table" or not experimental.refereeReferences then
    notify(
      ("the program is too old (%s): the list of references and the status stay empty; install the current one"):format(
        info.version or "no version"
      ),
      vim.log.levels.WARN
    )
  end
  -- A server that has run for a minute does not count as crashing at start.
  vim.defer_fn(function()
    if not compat.is_stopped(client) then
      state.crashes = 0
    end
  end, 60000)
end

--- Converts an empty table to an object: Lua would send it as an empty list, which is not valid for
--- settings.
local function object(settings)
  return next(settings) == nil and vim.empty_dict() or settings
end

--- Returns the client configuration, for every version of Neovim.
function M.client_config(program)
  local settings = object(config.current.settings)
  return {
    name = M.name,
    cmd = { program, "lsp" },
    -- The server's allocator returns freed memory at once. Without the variable the server starts itself again to set it.
    cmd_env = { MIMALLOC_PURGE_DELAY = vim.env.MIMALLOC_PURGE_DELAY or "0" },
    filetypes = config.current.filetypes,
    root_markers = config.current.root_markers,
    settings = { referee = settings },
    init_options = { referee = settings },
    capabilities = capabilities(),
    get_language_id = config.standalone.get_language_id,
    before_init = config.standalone.before_init,
    handlers = {
      ["referee/status"] = function(_, params)
        require("referee.status").take(params)
      end,
      ["window/showMessage"] = function(_, params)
        require("referee.notices").of_server(params)
      end,
      ["window/showMessageRequest"] = function(...)
        return require("referee.consent").answer(...)
      end,
    },
    on_init = on_init,
    on_exit = on_exit,
    on_attach = function(client, buffer)
      require("referee.completion").attach(buffer)
      if config.current.on_attach then
        config.current.on_attach(client, buffer)
      end
    end,
  }
end

local function is_wanted(buffer)
  local filetype = vim.api.nvim_buf_get_option(buffer, "filetype")
  local kind = vim.api.nvim_buf_get_option(buffer, "buftype")
  return kind == "" and vim.tbl_contains(config.current.filetypes, filetype)
end

--- Starts the server for one buffer, if Neovim does not do so itself.
function M.start(buffer)
  if state.stopped or not is_wanted(buffer) then
    return
  end
  local program, looked = M.find()
  if not program then
    M.say_missing(looked)
    return
  end
  compat.start(M.client_config(program), buffer)
end

--- Whether a draft is open.
local function has_draft()
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and is_wanted(buffer) then
      return true
    end
  end
  return false
end

--- Runs the commands of code actions through the plugin, which shows their results.
local function register_commands()
  for _, name in ipairs({ "referee.allowNetwork", "referee.verifyAll" }) do
    vim.lsp.commands[name] = function(command, context)
      local client = vim.lsp.get_client_by_id(context.client_id)
      if client then
        require("referee.commands").execute(client, name, (command.arguments or {})[1] or vim.empty_dict())
      end
    end
  end
end

--- Starts the server for all drafts, now and when they are opened. Neovim's LSP modules are loaded
--- with the first draft.
function M.enable()
  state.stopped = false
  if not has_draft() then
    M.watch_for_drafts(M.enable)
    return
  end
  register_commands()
  if not compat.enables then
    M.watch_for_drafts(M.start)
    start_everywhere()
    return
  end
  M.watch_for_drafts(nil)
  local program, looked = M.find()
  if not program then
    M.say_missing(looked)
    return
  end
  vim.lsp.config(M.name, M.client_config(program))
  start_everywhere()
end

--- Calls `work(buffer)` for each opened draft, replacing the previous function; nil removes it.
---@param work? fun(buffer: integer)
function M.watch_for_drafts(work)
  local group = vim.api.nvim_create_augroup("referee", { clear = true })
  if not work then
    return
  end
  vim.api.nvim_create_autocmd("FileType", {
    group = group,
    pattern = config.current.filetypes,
    callback = function(event)
      work(event.buf)
    end,
  })
end

--- Stops the server in all buffers.
function M.disable()
  state.stopped = true
  M.watch_for_drafts(nil)
  if compat.enables then
    vim.lsp.enable(M.name, false)
  end
  for _, client in ipairs(compat.clients(M.name)) do
    -- A server answers a second shutdown request with an error, and Neovim kills it for that.
    if not compat.is_stopped(client) then
      compat.stop(client)
    end
  end
end

--- Restarts the server.
function M.restart()
  M.disable()
  state.crashes, state.said_missing = 0, false
  local tries = 0
  local function again()
    tries = tries + 1
    local left = compat.clients(M.name)
    if #left > 0 and tries < 100 then
      if tries == 40 then
        for _, client in ipairs(left) do
          compat.stop(client, true)
        end
      end
      vim.defer_fn(again, 50)
      return
    end
    M.enable()
  end
  again()
end

return M
