--- All differences between Neovim 0.7 and the current version. The rest of the plugin uses this
--- module.
local M = {}

local has = function(version)
  return vim.fn.has("nvim-" .. version) == 1
end

--- Whether servers are configured with `vim.lsp.config` and started with `vim.lsp.enable` (0.11).
--- Accessing `vim.lsp` itself would load it.
M.enables = has("0.11")

local uv = vim.uv or vim.loop

--- Returns the clients with this name.
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

--- Returns the client with this name that is attached to a buffer.
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

--- Sends a request and calls `done(error, result)`; returns a function that cancels it.
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

--- Stops a client; with `force` without waiting for it.
---@param client table
---@param force boolean?
function M.stop(client, force)
  if has("0.11") then
    client:stop(force or false)
  else
    client.stop(force or false)
  end
end

--- Whether a client's process has ended.
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

--- Returns the nearest ancestor folder of a buffer's file that contains one of the markers, or
--- otherwise the file's folder.
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

--- The clients of 0.7 by root: Neovim does not list those that are still starting.
local started = {}

--- Starts a server for a buffer, or attaches a running one with the same root. For versions without
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

--- Returns the cursor position of the current window in the protocol's encoding.
---@param client table
---@return table
function M.position(client)
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  return params.position
end

--- Returns the last visual selection in the protocol's encoding.
---@param client table
---@return table
function M.selection(client)
  local params = vim.lsp.util.make_given_range_params(nil, nil, 0, client.offset_encoding)
  return params.range
end

--- Jumps to a location of the protocol.
---@param location table
---@param encoding string
---@return boolean?
function M.go_to(location, encoding)
  if vim.lsp.util.show_document then
    return vim.lsp.util.show_document(location, encoding, { focus = true })
  end
  return vim.lsp.util.jump_to_location(location, encoding)
end

--- Converts locations of the protocol to entries of the quickfix list.
---@param locations table[]
---@param encoding string
---@return table[]
function M.quickfix_items(locations, encoding)
  return vim.lsp.util.locations_to_items(locations, encoding)
end

--- Opens an address outside the editor.
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

--- Shows or hides author and year after the keys; `nil` if Neovim lacks inlay hints (before 0.10).
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

--- Returns the functions that write a health report.
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

--- Returns the path of the log of language servers.
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
