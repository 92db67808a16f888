-- Secondary behaviour of the plugin: it loads late, writes messages on one line, keeps them,
-- reports the active settings, and a change to several files can be undone in each of them.
package.path = vim.env.EDITOR_TEST_TESTS .. "/?.lua;" .. package.path
local loaded_at_start = package.loaded["vim.lsp"] ~= nil
local t = require("harness")
local check, wait = t.check, t.wait

local function open(name)
  vim.cmd("edit " .. vim.env.EDITOR_TEST_FOLDER .. "/" .. name)
end

local function text_of(name)
  local buffer = vim.fn.bufnr(name)
  return buffer > 0 and table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") or ""
end

local function report()
  vim.cmd("silent checkhealth referee")
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
  vim.cmd("bwipeout!")
  return text
end

t.run({
  {
    "without a draft nothing of Neovim's part for language servers is loaded",
    function()
      check(not loaded_at_start and package.loaded["vim.lsp"] == nil, "vim.lsp was loaded")
      check(package.loaded["referee.commands"] == nil, "the commands were loaded")
    end,
  },
  {
    "the first draft that is opened starts the server",
    function()
      open("paper.md")
      wait("the finding", function()
        return t.findings("citation/undefined-key")[1]
      end)
    end,
  },
  {
    "a notice fits into the line, and is kept whole",
    function()
      local notices = require("referee.notices")
      local long = "The server was asked for something. " .. ("Every word of this counts. "):rep(20)
      for _, room in ipairs({ 20, 40, 79, 200 }) do
        local shown = notices.fitted(long .. "\nand a line more", room)
        check(vim.fn.strdisplaywidth(shown) <= room and not shown:find("\n"), shown)
      end
      check(notices.fitted("短い知らせ", 12) == "短い知らせ")
      check(vim.fn.strdisplaywidth(notices.fitted(("知"):rep(100), 41)) <= 41)
      check(notices.fitted(long, 79):find("^The server was asked for something%."), notices.fitted(long, 79))
      notices.notify(long)
      vim.cmd("Referee messages")
      local kept = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
      vim.cmd("bwipeout!")
      check(kept:find(long, 1, true), kept)
    end,
  },
  {
    "the quickfix list and the location list have a short sentence for each finding",
    function()
      vim.cmd("buffer " .. vim.fn.bufnr("paper.md"))
      wait("the finding", function()
        return t.findings("citation/undefined-key")[1]
      end)
      vim.cmd("Referee findings")
      local entries = vim.fn.getqflist()
      vim.cmd("cclose")
      check(#entries > 0, "nothing was listed")
      for _, entry in ipairs(entries) do
        check(vim.fn.strchars(entry.text) <= 91, entry.text)
      end
      check(entries[1].text:find("has no entry “smiht2020”", 1, true), entries[1].text)
      vim.cmd("Referee findings location")
      vim.cmd("lclose")
      local located = vim.fn.getloclist(0)
      check(#located == #entries and located[1].text == entries[1].text, vim.inspect(located))
      local first = require("referee.references").first_sentence
      check(first("It is of vol. 3 (2.5 mg). Write it so.") == "It is of vol. 3 (2.5 mg).")
      check(first("No end") == "No end")
    end,
  },
  {
    "the health report names bibliography, library, consent, and settings that were refused",
    function()
      open("paper.md")
      wait("the counts", function()
        return require("referee.status").of(0)
      end)
      local text = report()
      for _, named in ipairs({ "refs.bib", "library.files", "library.ris", "network", "0 verified, 1 needing attention" }) do
        check(text:find(named, 1, true), named .. " is not in\n" .. text)
      end
      check(not text:find("refused", 1, true), text)
      local toml = vim.env.EDITOR_TEST_FOLDER .. "/referee.toml"
      local before = vim.fn.readfile(toml)
      vim.fn.writefile(vim.list_extend({ "nonsense = 1" }, before), toml)
      text = report()
      vim.fn.writefile(before, toml)
      check(text:find("setting refused", 1, true) and text:find("nonsense", 1, true), text)
    end,
  },
  {
    "a renaming over two files is taken back in each",
    function()
      open("paper.md")
      local paper = text_of("paper.md")
      t.cursor_on("okafor1998")
      vim.lsp.buf.rename("grace1998")
      wait("the key in the draft", function()
        return text_of("paper.md"):find("grace1998", 1, true)
      end)
      check(text_of("refs.bib"):find("@book{grace1998", 1, true), text_of("refs.bib"))
      vim.cmd("silent undo")
      check(text_of("paper.md") == paper, text_of("paper.md"))
      vim.cmd("buffer " .. vim.fn.bufnr("refs.bib"))
      vim.cmd("silent undo")
      local bibliography = text_of("refs.bib")
      check(bibliography:find("@book{okafor1998", 1, true), bibliography)
      vim.cmd("buffer " .. vim.fn.bufnr("paper.md"))
      t.check(not t.message_with("ended"), "the server ended")
    end,
  },
})
