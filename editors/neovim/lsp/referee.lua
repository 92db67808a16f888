-- For `vim.lsp.enable("referee")` (Neovim 0.11 and newer). It may be copied alone, so it requires nothing of the plugin;
-- the plugin reads file types, language ids and root markers from here.

--- The language ids of the protocol for Neovim's file types, where the two differ.
local languages = {
  bib = "bibtex",
  pandoc = "markdown",
  plaintex = "tex",
  rst = "restructuredtext",
  tex = "latex",
  text = "plaintext",
}

--- The language in which the author is spoken to, as the protocol writes it: `es-CL` for `es_CL.UTF-8`. `nil` where the
--- author has chosen none.
---@return string?
local function locale()
  local function language_of(name)
    local language = (name or ""):gsub("[.@].*", ""):gsub("_", "-")
    return language ~= "C" and language ~= "POSIX" and language ~= "" and language or nil
  end
  -- Neovim's own language is "C" where the system lacks the files of the one that was asked for.
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
    -- Whether references may be looked up online: a menu that comes up while one is typing is answered by accident.
    -- Say `network = "allow"` in your own ~/.config/referee/config.toml, or use the plugin and `:Referee allow`.
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
