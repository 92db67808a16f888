---@brief
---
--- https://github.com/referee-lsp/referee
---
--- Checks, while you write, that every citation is real and is the work it claims to be. Install the program `referee`:
--- `pip install referee-lsp`, `npm install --global referee-lsp`, or an archive of a release.
---
--- `:LspRefereeAllow` asks whether references may be looked up online; nothing leaves this machine before.

-- For `vim.lsp.enable("referee")` (Neovim 0.11 and newer). It may be copied alone, so it requires nothing of the plugin;
-- the plugin reads file types, language ids and root markers from here.

--- The language ids of the protocol that differ from Neovim's file types.
local languages = {
  bib = "bibtex",
  pandoc = "markdown",
  plaintex = "tex",
  rst = "restructuredtext",
  tex = "latex",
  text = "plaintext",
}

--- Returns the language of the author in the notation of the protocol: `es-CL` for `es_CL.UTF-8`.
--- `nil` if none is set.
---@return string?
local function locale()
  local function language_of(name)
    local language = (name or ""):gsub("[.@].*", ""):gsub("_", "-")
    return language ~= "C" and language ~= "POSIX" and language ~= "" and language or nil
  end
  -- Neovim's own language is "C" if the system lacks the locale files of the requested one.
  local asked = ""
  for _, name in ipairs({ "LC_ALL", "LC_MESSAGES", "LANG" }) do
    asked = asked == "" and vim.env[name] or asked
  end
  return language_of(vim.v.lang) or language_of(asked)
end

--- The time until which a question results from the author's command, in milliseconds of the clock.
local asked_until = 0

---@type vim.lsp.Config
return {
  cmd = { "referee", "lsp" },
  filetypes = {
    "markdown",
    "pandoc",
    "quarto",
    "rmd",
    "tex",
    "plaintex",
    "typst",
    "org",
    "rst",
    "bib",
    "text",
  },
  root_markers = { "referee.toml", "_quarto.yml", ".git" },
  handlers = {
    -- The question whether references may be looked up online. A menu that appears while the author types would be
    -- answered by accident, so it is shown only after `:LspRefereeAllow`; before that a notice announces it.
    ["window/showMessageRequest"] = function(error, params, context)
      if vim.uv.now() < asked_until then
        return vim.lsp.handlers["window/showMessageRequest"](error, params, context)
      end
      local count = tostring(params and params.message):match("(%d+) refer")
      vim.notify(("referee: %s references unchecked. :LspRefereeAllow asks to look them up online"):format(count or "some"))
      return vim.NIL
    end,
  },
  on_attach = function(client, buffer)
    vim.api.nvim_buf_create_user_command(buffer, "LspRefereeAllow", function()
      asked_until = vim.uv.now() + 10000
      client:exec_cmd({ title = "Look Up References Online", command = "referee.allowNetwork" }, { bufnr = buffer })
    end, { desc = "Ask whether references may be looked up online" })
  end,
  before_init = function(params)
    params.locale = params.locale or locale()
  end,
  get_language_id = function(_, filetype)
    return languages[filetype] or filetype
  end,
}
