--- `:checkhealth referee`
local compat = require("referee.compat")
local config = require("referee.config")
local server = require("referee.server")

local M = {}

local function version_of(program)
  local said = vim.fn.system({ program, "--version" })
  if vim.v.shell_error ~= 0 then
    return nil, vim.trim(said)
  end
  return vim.trim(said)
end

--- Returns the draft that the author came from, because the report itself is the current buffer.
---@return integer
local function draft()
  local before = vim.fn.bufnr("#")
  local buffers = vim.list_extend({ vim.api.nvim_get_current_buf(), before }, vim.api.nvim_list_bufs())
  for _, buffer in ipairs(buffers) do
    if buffer > 0 and vim.api.nvim_buf_is_loaded(buffer) and compat.client_of(server.name, buffer) then
      return buffer
    end
  end
  return before > 0 and before or 0
end

--- Reports the library, whether references may be looked up, and the rejected options and settings.
local function about_settings(health, program)
  for _, complaint in ipairs(config.complaints) do
    health.error("option refused: " .. complaint, { ":help referee-options" })
  end
  if not program then
    return
  end
  local name = vim.api.nvim_buf_get_name(draft())
  local place = vim.fn.filereadable(name) == 1 and name or vim.fn.getcwd()
  local said = vim.fn.systemlist({ program, "--color", "never", "config", place })
  if vim.v.shell_error > 1 then
    health.warn("the settings cannot be read", said)
    return
  end
  for _, line in ipairs(said) do
    local key, value = line:match("^(%S+)%s+= (.*)$")
    if key == "network" or key == "library.path" or key == "library.files" then
      health.info(key .. " = " .. value)
    elseif not key and line:match("^referee: ") then
      health.error("setting refused: " .. line:gsub("^referee: ", ""))
    end
  end
end

--- Reports the bibliographies of the author's current draft.
local function about_bibliographies(health)
  local buffer = draft()
  local client = compat.client_of(server.name, buffer)
  if not client then
    return
  end
  local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) } }
  local answers = vim.lsp.buf_request_sync(buffer, "referee/references", params, 2000) or {}
  local answer = answers[client.id]
  if type(answer) ~= "table" or type(answer.result) ~= "table" then
    return
  end
  local names = {}
  for _, item in ipairs(answer.result.references or {}) do
    local location = item.location
    local uri = type(location) == "table" and location.uri
    if type(uri) == "string" and uri ~= params.textDocument.uri then
      names[vim.fn.fnamemodify(vim.uri_to_fname(uri), ":~:.")] = true
    end
  end
  local all = vim.tbl_keys(names)
  table.sort(all)
  if #all == 0 then
    health.info("no bibliography has an entry for what this draft cites")
  else
    health.ok("bibliography: " .. table.concat(all, ", "))
  end
end

function M.check()
  local health = compat.health()
  health.start("referee")
  local version = vim.version()
  health.ok(("Neovim %d.%d.%d"):format(version.major, version.minor, version.patch))
  if not compat.enables then
    health.info("vim.lsp.enable comes with Neovim 0.11; until then the plugin starts the server itself")
  end

  local program, looked = server.find()
  if not program then
    health.error("referee is not installed", {
      "looked at " .. table.concat(looked, "; "),
      "install it: cargo install --path server/cli",
      'or set its path: require("referee").setup({ cmd = "/path/to/referee" })',
    })
  else
    local said, problem = version_of(program)
    if said then
      health.ok(said .. " at " .. program)
    else
      health.error(program .. " does not run: " .. problem)
    end
  end

  local clients = compat.clients(server.name)
  if #clients == 0 then
    local filetypes = table.concat(config.current.filetypes, ", ")
    health.info("not running; starts with a file of type " .. filetypes)
  end
  for _, client in ipairs(clients) do
    local root = client.config.root_dir
    local encoding = (client.offset_encoding or "utf-16"):upper()
    health.ok(("running, %s; positions in %s"):format(root and "project root " .. root or "no project root", encoding))
  end
  local count = require("referee.status").of(draft())
  if count then
    health.info(
      ("this draft: %d verified, %d needing attention, %d unchecked"):format(
        count.verified,
        count.to_look_at,
        count.unchecked
      )
    )
    if count.network == "ask" then
      health.warn("references are not looked up online until you decide", { ":Referee allow asks you" })
    elseif count.network == "deny" then
      health.info("references are not looked up online: the setting `network` is `deny`")
    elseif count.network == "allow" then
      health.ok("references may be looked up online; `referee egress` shows what was sent")
    end
  end
  about_settings(health, program)
  about_bibliographies(health)
  if server.state.crashes > 0 then
    health.warn(("the server stopped unexpectedly %d times; see :Referee log"):format(server.state.crashes))
  end
  health.info("log: " .. compat.log_file())
end

return M
