--- Every difference between Neovim 0.7 and the current one, in one place. The rest of the plugin asks here.
local M = {}

local has = function(version)
  return vim.fn.has("nvim-" .. version) == 1
end

--- Whether servers are configured by `vim.lsp.config` and started by `vim.lsp.enable` (0.11). To look at `vim.lsp`
--- itself would load it.
M.enables = has("0.11")

local uv = vim.uv or vim.loop

--- The clients with this name.
---@param name string
---@return table[]
function M.clients(name)
  if vim.lsp.get_clients then
    return vim.lsp.get_clients({ name = name })
  end
  return vim.tbl_filter(function(client)
    return client.name == name
  end, vim.lsp.get_active_clients())
end

--- The client with this name that looks after a buffer.
---@param name string
---@param buffer integer
---@return table?
function M.client_of(name, buffer)
  if buffer == 0 then
    buffer = vim.api.nvim_get_current_buf()
  end
  for _, client in ipairs(M.clients(name)) do
    if vim.lsp.buf_is_attached(buffer, client.id) then
      return client
    end
  end
end

--- Sends a request. `done(error, result)`; returns a function that takes it back.
---@param client table
---@param method string
---@param params table?
---@param done fun(error: table?, result: any)
---@param buffer integer?
---@return fun()
function M.request(client, method, params, done, buffer)
  local handler = function(error, result)
    done(error, result)
  end
  local ok, id
  if has("0.11") then
    ok, id = client:request(method, params, handler, buffer or 0)
  else
    ok, id = client.request(method, params, handler, buffer or 0)
  end
  if not ok then
    done({ code = -32603, message = "the server is not running" })
  end
  return function()
    if not ok then
      return
    end
    if has("0.11") then
      client:cancel_request(id)
    else
      client.cancel_request(id)
    end
  end
end

--- Sends a notification.
---@param client table
---@param method string
---@param params table?
---@return boolean
function M.notify(client, method, params)
  if has("0.11") then
    return client:notify(method, params)
  end
  return client.notify(method, params)
end

--- Stops a client; `force` does not wait for it.
---@param client table
---@param force boolean?
function M.stop(client, force)
  if has("0.11") then
    client:stop(force or false)
  else
    client.stop(force or false)
  end
end

--- Whether a client's process is gone.
---@param client table
---@return boolean
function M.is_stopped(client)
  if has("0.11") then
    return client:is_stopped()
  end
  return client.is_stopped()
end

---@param folder string
---@param name string
---@return boolean
local function contains(folder, name)
  return uv.fs_stat(folder .. "/" .. name) ~= nil
end

--- The nearest folder upwards of a buffer's file that holds one of the markers, else the file's own folder.
---@param buffer integer
---@param markers string[]
---@return string?
function M.root(buffer, markers)
  local name = vim.api.nvim_buf_get_name(buffer)
  if name == "" or name:match("^%a[%w+.-]+://") then
    return nil
  end
  local folder = vim.fn.fnamemodify(name, ":p:h")
  for _, marker in ipairs(markers) do
    local at, before = folder, nil
    while at ~= before do
      if contains(at, marker) then
        return at
      end
      before, at = at, vim.fn.fnamemodify(at, ":h")
    end
  end
  return folder
end

--- The clients of 0.7 by the root they were started for: those that are still starting are in no list of Neovim's.
local started = {}

--- Starts a server for a buffer, or lets a running one with the same root look after it. For versions without
--- `vim.lsp.enable`.
---@param config table
---@param buffer integer
---@return integer? id of the client
function M.start(config, buffer)
  config = vim.tbl_extend("force", config, { root_dir = M.root(buffer, config.root_markers) })
  config.root_markers, config.filetypes = nil, nil
  if vim.lsp.start then
    local id
    vim.api.nvim_buf_call(buffer, function()
      id = vim.lsp.start(config)
    end)
    return id
  end
  local root = config.root_dir or ""
  local before = started[root] and vim.lsp.get_client_by_id(started[root])
  if before and not before.is_stopped() then
    vim.lsp.buf_attach_client(buffer, before.id)
    return before.id
  end
  if config.root_dir then
    config.workspace_folders = { { uri = vim.uri_from_fname(config.root_dir), name = config.root_dir } }
  end
  local id = vim.lsp.start_client(config)
  started[root] = id
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
  return id
end

--- A position as the protocol counts it, for the cursor of the current window.
---@param client table
---@return table
function M.position(client)
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  return params.position
end

--- The last visual selection as the protocol counts it.
---@param client table
---@return table
function M.selection(client)
  local params = vim.lsp.util.make_given_range_params(nil, nil, 0, client.offset_encoding)
  return params.range
end

--- Goes to a place of the protocol.
---@param location table
---@param encoding string
---@return boolean?
function M.go_to(location, encoding)
  if vim.lsp.util.show_document then
    return vim.lsp.util.show_document(location, encoding, { focus = true })
  end
  return vim.lsp.util.jump_to_location(location, encoding)
end

--- A place of the protocol as an entry of the quickfix list.
---@param locations table[]
---@param encoding string
---@return table[]
function M.quickfix_items(locations, encoding)
  return vim.lsp.util.locations_to_items(locations, encoding)
end

--- Opens an address outside of the editor.
---@param address string
function M.open_address(address)
  if vim.ui.open then
    return vim.ui.open(address)
  end
  local opener = vim.fn.has("mac") == 1 and "open" or vim.fn.has("win32") == 1 and "explorer" or "xdg-open"
  if vim.fn.executable(opener) == 1 then
    vim.fn.jobstart({ opener, address }, { detach = true })
  else
    vim.notify("referee: " .. address)
  end
end

--- Shows or hides author and year behind the keys; `nil` where Neovim has no inlay hints (before 0.10).
---@param buffer integer
---@return boolean?
function M.toggle_hints(buffer)
  if not (vim.lsp.inlay_hint and vim.lsp.inlay_hint.enable and has("0.10")) then
    return nil
  end
  local on = not vim.lsp.inlay_hint.is_enabled({ bufnr = buffer })
  vim.lsp.inlay_hint.enable(on, { bufnr = buffer })
  return on
end

--- The functions that write a health report.
---@return table<string, fun(...)>
function M.health()
  local health = vim.health or require("health")
  return {
    start = health.start or health.report_start,
    ok = health.ok or health.report_ok,
    info = health.info or health.report_info,
    warn = health.warn or health.report_warn,
    error = health.error or health.report_error,
  }
end

--- Where Neovim keeps the log of language servers.
---@return string
function M.log_file()
  if vim.lsp.log and vim.lsp.log.get_filename then
    return vim.lsp.log.get_filename()
  end
  return vim.lsp.get_log_path()
end

--- Runs a program and calls `done(status, output, errors)` when it has ended.
---@param command string[]
---@param done fun(status: integer, output: string, errors: string)
function M.run(command, done)
  local output, errors = {}, {}
  local take = function(into)
    return function(_, lines)
      vim.list_extend(into, lines or {})
    end
  end
  local job = vim.fn.jobstart(command, {
    stdout_buffered = true,
    stderr_buffered = true,
    on_stdout = take(output),
    on_stderr = take(errors),
    on_exit = function(_, status)
      vim.schedule(function()
        done(status, table.concat(output, "\n"), table.concat(errors, "\n"))
      end)
    end,
  })
  if job <= 0 then
    done(-1, "", command[1] .. " cannot be started")
  end
end

M.uv = uv

return M
