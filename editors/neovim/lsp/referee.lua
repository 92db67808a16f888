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
  get_language_id = function(_, filetype)
    return languages[filetype] or filetype
  end,
}
