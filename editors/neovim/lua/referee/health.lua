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
    health.error("the program `referee` was not found", {
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
    health.info("the server is not running; it starts with a file of type " .. filetypes)
  end
  for _, client in ipairs(clients) do
    local root = client.config.root_dir or "no folder"
    health.ok(("running for %s, columns in %s"):format(root, client.offset_encoding or "utf-16"))
  end
  local count = require("referee.status").of(0)
  if count then
    health.info(
      ("this buffer: %d references verified, %d to look at, %d unchecked"):format(
        count.verified,
        count.to_look_at,
        count.unchecked
      )
    )
    if count.network == "ask" then
      health.warn("nobody has said whether references may be looked up online", { ":Referee allow asks you" })
    elseif count.network == "deny" then
      health.info("references are not looked up online: the setting `network` is `deny`")
    elseif count.network == "allow" then
      health.ok("references may be looked up online; `referee egress` shows what was sent")
    end
  end
  if server.state.crashes > 0 then
    health.warn(("it ended unasked %d times; :Referee log shows what it said"):format(server.state.crashes))
  end
  health.info("log: " .. compat.log_file())
end

return M
