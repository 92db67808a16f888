-- An untrusted workspace: it is read, no file of the user changes, and the output contains no
-- control sequences.
package.path = vim.env.EDITOR_TEST_TESTS .. "/?.lua;" .. package.path
local t = require("harness")
local check, wait = t.check, t.wait
local folder = vim.env.EDITOR_TEST_FOLDER

local function plain(text, what)
  local shown = text:gsub("[\n\t]", " ")
  check(not shown:find("%c"), what .. " holds a control character: " .. vim.inspect(text))
  for _, code in ipairs({ 0x202A, 0x202B, 0x202D, 0x202E, 0x2066, 0x2067, 0x200F }) do
    check(not shown:find(vim.fn.nr2char(code), 1, true), what .. " turns the direction of writing")
  end
end

t.run({
  {
    "the drafts of a stranger are reviewed",
    function()
      for _, name in ipairs({ "thesis.tex", "essay.typ", "refs.bib", "paper.md" }) do
        vim.cmd("edit " .. folder .. "/" .. name)
      end
      wait("the server", function()
        return require("referee").counts()
      end, 60000)
      wait("a finding", function()
        return #vim.diagnostic.get(0) > 0
      end, 60000)
      for _, diagnostic in ipairs(vim.diagnostic.get()) do
        plain(diagnostic.message, "a finding")
      end
    end,
  },
  {
    "what is shown of them is plain",
    function()
      t.cursor_on("@smith2020")
      local at = vim.api.nvim_win_get_cursor(0)
      local card = t.request("textDocument/hover", {
        textDocument = { uri = vim.uri_from_bufnr(0) },
        position = { line = at[1] - 1, character = at[2] + 2 },
      })
      local contents = card and card.contents or {}
      plain(contents.value or "", "a card")
      -- An escaped bracket does not end a link.
      check(not (contents.value or ""):find("[^\\]%]%(command:"), "a card links to a command")
      for _, told in ipairs(_G.messages) do
        plain(told.text, "a message")
      end
    end,
  },
})
