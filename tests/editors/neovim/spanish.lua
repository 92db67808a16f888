-- In a Neovim with Spanish as its language, the server's messages are in Spanish.
package.path = vim.env.EDITOR_TEST_TESTS .. "/?.lua;" .. package.path
local t = require("harness")
local check, wait = t.check, t.wait

local function open(name)
  vim.cmd("edit " .. vim.env.EDITOR_TEST_FOLDER .. "/" .. name)
end

t.run({
  {
    "the line above an entry says in Spanish how often it is cited",
    function()
      open("paper.md")
      wait("the finding", function()
        return t.findings("citation/undefined-key")[1]
      end)
      open("refs.bib")
      local titles
      wait("the lenses", function()
        if not t.compat.client_of("referee", 0) then
          return false
        end
        local params = { textDocument = vim.lsp.util.make_text_document_params() }
        local lenses = t.request("textDocument/codeLens", params) or {}
        titles = vim.tbl_map(function(lens)
          return lens.command.title
        end, lenses)
        return #titles > 0
      end)
      check(table.concat(titles, "\n"):find("citada", 1, true), vim.inspect(titles))
    end,
  },
  {
    "that something could be looked up is said in Spanish",
    function()
      open("unknown.md")
      wait("the notice", function()
        return t.message_with(":Referee allow las consulta en línea")
      end)
    end,
  },
  {
    "what a command answers is Spanish",
    function()
      open("paper.md")
      vim.cmd("Referee refresh")
      wait("the answer", function()
        return t.message_with("Aquí no hay")
      end)
    end,
  },
})
