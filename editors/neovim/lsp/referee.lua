-- For `vim.lsp.enable("referee")` (Neovim 0.11 and newer). The file may be copied alone, so it does
-- not require the plugin; the plugin reads file types, language ids and root markers from here.

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
    -- The question whether references may be looked up online: a menu that appears while the author
    -- is typing is answered by accident. Set `network = "allow"` in your own
    -- ~/.config/referee/config.toml, or use the plugin and `:Referee allow`.
    ["window/showMessageRequest"] = function()
      return vim.NIL
    end,
  },
  before_init = function(params)
    params.locale = params.locale or locale()
  end,
  get_language_id = function(_, filetype)
    return languages[filetype] or filetype
  end,
}
