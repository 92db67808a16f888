-- A typical session: five formats, a fix, a rename, completion, the pickers, a crash.
package.path = vim.env.EDITOR_TEST_TESTS .. "/?.lua;" .. package.path
local t = require("harness")
local check, wait = t.check, t.wait

local drafts = {
  { "paper.md", "markdown" },
  { "chapter.tex", "tex" },
  { "essay.typ", "typst" },
  { "notebook.qmd", "quarto" },
  { "analysis.Rmd", "rmd" },
}

local function open(name)
  vim.cmd("edit " .. vim.env.EDITOR_TEST_FOLDER .. "/" .. name)
end

t.run({
  {
    "the help has its tags",
    function()
      vim.cmd("help referee-commands")
      check(vim.fn.expand("%:t") == "referee.txt", "the help file is not shown")
      vim.cmd("close")
    end,
  },
  {
    "a wrong key is found in five formats, at the byte where it stands",
    function()
      for _, draft in ipairs(drafts) do
        open(draft[1])
        check(vim.bo.filetype == draft[2], draft[1] .. " has file type " .. vim.bo.filetype)
        local found = wait("the finding in " .. draft[1], function()
          local all = t.findings("citation/undefined-key")
          return #all == 1 and all[1]
        end)
        local line = t.line(found.lnum + 1)
        check(line:sub(found.col + 1, found.end_col) == "smiht2020", draft[1] .. ": " .. vim.inspect(found))
        check(found.source == "referee", found.source)
      end
    end,
  },
  {
    "every draft has colours and wrapped lines without another plugin",
    function()
      -- Neovim 0.12 highlights Markdown with tree-sitter instead of a syntax file.
      local highlighter = vim.treesitter and vim.treesitter.highlighter
      for _, draft in ipairs(drafts) do
        open(draft[1])
        local has_tree = highlighter and highlighter.active[vim.api.nvim_get_current_buf()]
        check(vim.b.current_syntax or has_tree, draft[1] .. " has no colours")
        check(vim.wo.wrap, draft[1] .. " is not wrapped")
      end
      open("essay.typ")
      t.cursor_on("@smiht2020")
      local place = vim.api.nvim_win_get_cursor(0)
      local name = vim.fn.synIDattr(vim.fn.synID(place[1], place[2] + 1, 1), "name")
      check(name:find("Citation") or name:find("Reference"), "a citation in Typst is shown as " .. name)
    end,
  },
  {
    "one server looks after them all",
    function()
      check(#t.compat.clients("referee") == 1, #t.compat.clients("referee") .. " clients")
      check(#t.processes() == 1, vim.inspect(t.processes()))
    end,
  },
  {
    "a fix is applied, undone in one step, and applied again",
    function()
      open("paper.md")
      local before = vim.api.nvim_buf_get_lines(0, 0, -1, false)
      t.cursor_on("smiht2020")
      local shown
      vim.ui.select = function(items, _, chosen)
        shown = items
        for index, item in ipairs(items) do
          local action = item.action or item[2]
          if action.title:find("smith2020", 1, true) then
            return chosen(item, index)
          end
        end
        chosen(items[1], 1)
      end
      vim.lsp.buf.code_action()
      wait("the fix", function()
        return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n"):find("smiht", 1, true) == nil
      end)
      check(#shown > 0, "nothing was offered")
      wait("the finding to go", function()
        return #t.findings("citation/undefined-key") == 0
      end)
      vim.cmd("undo")
      check(vim.deep_equal(vim.api.nvim_buf_get_lines(0, 0, -1, false), before), "one undo is not enough")
      wait("the finding to come back", function()
        return #t.findings("citation/undefined-key") == 1
      end)
      vim.cmd("redo")
    end,
  },
  {
    "a key is completed by the name of its author and by a word of its title",
    function()
      for _, typed in ipairs({ "okaf", "gluc" }) do
        local last = vim.api.nvim_buf_line_count(0)
        local line = "😀 again [@" .. typed
        vim.api.nvim_buf_set_lines(0, last, last, false, { "", line })
        vim.api.nvim_win_set_cursor(0, { last + 2, #line })
        local client = t.compat.client_of("referee", 0)
        local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
        -- In normal mode the cursor is on the last character; the protocol needs the position after
        -- it.
        params.position.character = params.position.character + 1
        -- Neovim debounces edits by scripts before it sends them.
        vim.wait(400)
        local result = t.request("textDocument/completion", params)
        local first = (result.items or result)[1]
        check(first and first.label == "okafor1998", vim.inspect(first))
        -- The built-in completion keeps items that start with the typed letters.
        check(vim.startswith(first.filterText, typed), first.filterText)
        vim.cmd("undo")
      end
    end,
  },
  {
    "the completion that is built in takes the first key that the server names",
    function()
      for _, typed in ipairs({ "okaf", "gluc", "1998" }) do
        local last = vim.api.nvim_buf_line_count(0)
        vim.api.nvim_buf_set_lines(0, last, last, false, { "", "😀 again [@" .. typed })
        vim.api.nvim_win_set_cursor(0, { last + 2, 0 })
        vim.wait(400)
        local line, tries = nil, 0
        local function look()
          tries = tries + 1
          line = t.line(last + 2)
          if line:find("@okafor1998", 1, true) or tries > 200 then
            vim.api.nvim_feedkeys(t.keys("<C-y><Esc>"), "n", false)
          else
            vim.defer_fn(look, 50)
          end
        end
        vim.defer_fn(look, 50)
        vim.api.nvim_feedkeys(t.keys("A<C-x><C-o>"), "n", false)
        -- Runs until the keys of `look` end it.
        vim.api.nvim_feedkeys("", "x!", false)
        check(line == "😀 again [@okafor1998", typed .. ": " .. tostring(line))
        vim.cmd("undo")
      end
    end,
  },
  {
    "the card of a citation is shown",
    function()
      t.cursor_on("okafor1998")
      local client = t.compat.client_of("referee", 0)
      local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
      local hover = t.request("textDocument/hover", params)
      check(hover.contents.value:find("Blood glucose", 1, true), vim.inspect(hover))
    end,
  },
  {
    "a key is renamed in the drafts and in the bibliography",
    function()
      t.cursor_on("okafor1998")
      vim.lsp.buf.rename("grace1998")
      wait("the key in this draft", function()
        return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n"):find("grace1998", 1, true)
      end)
      local bibliography = vim.fn.bufnr("refs.bib")
      check(bibliography > 0, "the bibliography was not edited")
      local text = table.concat(vim.api.nvim_buf_get_lines(bibliography, 0, -1, false), "\n")
      check(text:find("@book{grace1998", 1, true), text)
      open("chapter.tex")
      local chapter = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
      check(chapter:find("grace1998", 1, true), chapter)
      vim.cmd("silent! wall")
      open("paper.md")
    end,
  },
  {
    "a citation leads to its entry",
    function()
      t.cursor_on("smith2020")
      vim.lsp.buf.definition()
      wait("the entry", function()
        return vim.fn.expand("%:t") == "refs.bib"
      end)
      check(t.line(vim.api.nvim_win_get_cursor(0)[1]):find("smith2020", 1, true), "the cursor is elsewhere")
      open("paper.md")
    end,
  },
  {
    "the status line counts the references",
    function()
      wait("the counts", function()
        local count = require("referee").counts()
        return count and count.verified == 1 and count.unchecked == 0 and count.uncovered == 1
      end)
      -- The counts of the state before the rename may arrive once more; wait for the final ones.
      wait("the line: " .. require("referee").statusline(), function()
        return require("referee").statusline() == "✓1"
      end)
    end,
  },
  {
    "a reference is picked, and the cursor goes to its citation",
    function()
      vim.api.nvim_win_set_cursor(0, { 1, 0 })
      local seen = {}
      vim.ui.select = function(items, options, chosen)
        for index, item in ipairs(items) do
          local line = options.format_item(item)
          table.insert(seen, line)
          if line:find("grace1998", 1, true) or line:find("Go to citation 1", 1, true) then
            return chosen(item, index)
          end
        end
        chosen(nil)
      end
      vim.cmd("Referee references")
      wait("the cursor on the citation", function()
        local at = vim.api.nvim_win_get_cursor(0)
        return t.line(at[1]):sub(at[2] + 1, at[2] + 9) == "grace1998"
      end)
      -- No source on this machine lists books, and the verified entry is the last.
      check(seen[1]:find("grace1998  [", 1, true), vim.inspect(seen))
    end,
  },
  {
    "the references fill the quickfix list",
    function()
      vim.cmd("Referee quickfix all")
      wait("the list", function()
        return #vim.fn.getqflist() == 2
      end)
      vim.cmd("cclose")
    end,
  },
  {
    "the command line completes what works, and names it when a word is unknown",
    function()
      local names = vim.fn.getcompletion("Referee ", "cmdline")
      check(vim.tbl_contains(names, "references") and vim.tbl_contains(names, "restart"), vim.inspect(names))
      local client = t.compat.client_of("referee", 0)
      local offered = client.server_capabilities.executeCommandProvider.commands
      for name, command in pairs(require("referee.commands").of_server) do
        check(
          vim.tbl_contains(names, name) == vim.tbl_contains(offered, command),
          name .. " is completed if and only if the server offers it"
        )
      end
      vim.cmd("Referee nonsense")
      wait("the message", function()
        return t.message_with("there is no `:Referee nonsense`")
      end)
    end,
  },
  {
    "a citation for a sentence is chosen and inserted, with its key, in one step",
    function()
      if not vim.tbl_contains(vim.fn.getcompletion("Referee ", "cmdline"), "cite") then
        t.say("this server does not offer it")
        return
      end
      open("paper.md")
      local last = vim.api.nvim_buf_line_count(0)
      vim.api.nvim_buf_set_lines(0, last, last, false, { "", "Metformin has an effect on mortality." })
      local before = vim.api.nvim_buf_get_lines(0, 0, -1, false)
      vim.api.nvim_win_set_cursor(0, { last + 2, 5 })
      -- Break the undo sequence here.
      vim.cmd("let &g:undolevels = &g:undolevels")
      vim.wait(400)
      local seen, shown
      vim.ui.select = function(items, options, chosen)
        seen = vim.tbl_map(options.format_item, items)
        local buffer = options.preview_item(items[1]).buf
        shown = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")
        vim.api.nvim_buf_delete(buffer, { force = true })
        chosen(items[1], 1)
      end
      vim.cmd("Referee cite")
      wait("the citation", function()
        return t.line(last + 2):find("@smith2020", 1, true)
      end)
      check(seen and seen[1]:lower():find("metformin", 1, true), vim.inspect(seen))
      check(seen[#seen]:find("Search online", 1, true), vim.inspect(seen))
      check(
        shown:find("# Effect of Metformin on mortality", 1, true) and shown:find("Smith A", 1, true),
        shown
      )
      vim.cmd("undo")
      check(vim.deep_equal(vim.api.nvim_buf_get_lines(0, 0, -1, false), before), "one undo is not enough")
      -- A command with an identifier shows no list.
      seen = nil
      for named, key in pairs({
        ["10.5555/example.1"] = "@smith2020",
        ["https://doi.org/10.5555/example.1"] = "@smith2020",
        ["arXiv:2401.90001"] = "@brandt2024",
        ["https://arxiv.org/abs/2401.90001"] = "@brandt2024",
      }) do
        vim.cmd("let &g:undolevels = &g:undolevels")
        -- The server receives an undo after a delay.
        vim.wait(400)
        vim.cmd("Referee cite " .. named)
        wait("the citation of " .. named, function()
          return t.line(last + 2):find(key, 1, true)
        end)
        check(seen == nil, vim.inspect(seen))
        vim.cmd("undo")
      end
      vim.cmd("silent! edit!")
    end,
  },
  {
    "a section of a report is inserted and undone, and the evidence is shown beside the draft",
    function()
      open("paper.md")
      local before = vim.api.nvim_buf_get_lines(0, 0, -1, false)
      local function text()
        return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
      end
      vim.cmd("Referee section limitations metformin mortality")
      wait("the section", function()
        return text():find("Limitations", 1, true) and text():find("referee:written", 1, true)
      end)
      vim.cmd("undo")
      check(vim.deep_equal(vim.api.nvim_buf_get_lines(0, 0, -1, false), before), "one undo is not enough")
      vim.cmd("redo")
      check(
        vim.deep_equal(vim.fn.getcompletion("Referee refresh ", "cmdline"), { "apply" }),
        "refresh completes its word"
      )
      t.cursor_on("Limitations")
      vim.wait(400)
      vim.cmd("Referee refresh")
      wait("the passage as it would be now", function()
        return t.message_with("The passage is up to date.")
      end)
      -- A passage that the author edited is kept.
      local at = vim.api.nvim_win_get_cursor(0)[1]
      vim.api.nvim_buf_set_lines(0, at, at, false, { "", "My own sentence." })
      vim.wait(400)
      local edited = text()
      vim.cmd("Referee refresh apply")
      wait("the comparison", function()
        return t.message_with("was edited by hand")
      end)
      check(vim.bo.filetype == "diff", "what it would say now is shown beside it")
      vim.cmd("close")
      check(text() == edited, "an edited passage was written over")
      -- The server offers the section, and reports what is missing.
      vim.cmd("Referee recommend")
      wait("what a recommendation needs", function()
        return t.message_with("A recommendation is written for a clinical note")
      end)
      vim.cmd("Referee evidence metformin mortality")
      wait("the evidence", function()
        return vim.bo.buftype == "nofile" and text():find("Effect of Metformin on mortality", 1, true)
      end)
      vim.cmd("close")
      vim.cmd("silent! edit!")
    end,
  },
  {
    "a bibliography with unsaved edits counts as it is in the editor",
    function()
      open("refs.bib")
      vim.api.nvim_buf_set_lines(
        0,
        0,
        0,
        false,
        { "@book{nowhere2020, author = {Nowhere, A}, title = {New}, year = {2020}}" }
      )
      open("paper.md")
      vim.api.nvim_buf_set_lines(0, -1, -1, false, { "", "See [@nowhere2020; @elsewhere2020]." })
      wait("one finding of two keys", function()
        local all = t.findings("citation/undefined-key")
        return #all == 1 and all[1].message:find("elsewhere2020", 1, true)
      end)
      check(vim.bo[vim.fn.bufnr("refs.bib")].modified, "the bibliography was saved")
      vim.cmd("silent! edit!")
      vim.cmd("silent! buffer refs.bib | silent! edit!")
      open("paper.md")
    end,
  },
  {
    "a virtual file is reviewed by itself, and nothing is said of what cannot be read",
    function()
      vim.cmd("enew")
      vim.api.nvim_buf_set_name(0, "remote://host/paper.md")
      vim.api.nvim_buf_set_lines(0, 0, -1, false, {
        "---",
        "bibliography: refs.bib",
        "---",
        "",
        "# Results",
        "",
        "A difference (p = 1.7), as was shown [@smith2020].",
      })
      vim.bo.filetype = "markdown"
      wait("the finding", function()
        return #t.findings("statistics/impossible-p") == 1
      end)
      vim.wait(300)
      check(#vim.diagnostic.get(0) == 1, vim.inspect(vim.diagnostic.get(0)))
      vim.cmd("bwipeout!")
    end,
  },
  {
    "nobody is asked in the middle of typing whether references may be looked up, and on request they are",
    function()
      open("unknown.md")
      wait("the message", function()
        return t.message_with(":Referee allow looks them up")
      end)
      local question
      vim.lsp.handlers["window/showMessageRequest"] = function(_, params)
        question = params
        return vim.NIL
      end
      -- The request may need the network: the question appears, and nothing is written before it is
      -- answered.
      local before = vim.api.nvim_buf_get_lines(0, 0, -1, false)
      vim.cmd("Referee hypothesize quasars in dwarf galaxies")
      wait("the question of the command", function()
        return question
      end)
      check(question.message:find("api.crossref.org", 1, true), question.message)
      wait("the end of the command", function()
        return t.message_with("nothing was written")
      end)
      check(vim.deep_equal(vim.api.nvim_buf_get_lines(0, 0, -1, false), before), "something was written")
      question = nil
      vim.cmd("Referee allow")
      wait("the question", function()
        return question
      end)
      check(question.message:find("api.crossref.org", 1, true), question.message)
      check(question.message:find("never your text", 1, true), question.message)
      check(question.actions[1].title == "Allow", vim.inspect(question.actions))
      open("paper.md")
    end,
  },
  {
    "a rule is explained beside the draft",
    function()
      vim.cmd("Referee explain citation/undefined-key")
      wait("the explanation", function()
        return vim.bo.buftype == "nofile" and vim.api.nvim_buf_line_count(0) > 3
      end)
      vim.cmd("close")
    end,
  },
  {
    "the health report has no error",
    function()
      vim.cmd("checkhealth referee")
      local report = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
      check(report:find("running, project root", 1, true), report)
      check(not report:find("ERROR", 1, true), report)
      vim.cmd("bwipeout!")
      open("paper.md")
    end,
  },
  {
    "a server that is killed comes back, and knows the unsaved text",
    function()
      open("paper.md")
      vim.api.nvim_buf_set_lines(0, -1, -1, false, { "", "Unsaved [@smiht2020]." })
      wait("the finding", function()
        return #t.findings("citation/undefined-key") == 1
      end)
      local before = t.processes()
      vim.fn.system({ "kill", "-9", before[1] })
      wait("another process", function()
        local now = t.processes()
        return #now == 1 and now[1] ~= before[1]
      end)
      wait("the server for this buffer", function()
        local client = t.compat.client_of("referee", 0)
        return client and client.initialized ~= false and client.server_capabilities
      end)
      vim.api.nvim_buf_set_lines(0, -1, -1, false, { "More [@smiht2020]." })
      wait("the findings of the unsaved text", function()
        return #t.findings("citation/undefined-key") == 2
      end)
      check(t.message_with("is restarting"), "the author was not told")
    end,
  },
  {
    "it is stopped and started by command, and stays stopped between",
    function()
      vim.cmd("Referee stop")
      wait("the end of the process", function()
        return #t.processes() == 0
      end)
      vim.wait(600)
      check(#t.processes() == 0, "it came back unasked")
      vim.cmd("Referee start")
      wait("the findings", function()
        return #t.findings("citation/undefined-key") == 2
      end)
      vim.cmd("Referee restart")
      vim.wait(300)
      wait("one server again", function()
        return #t.compat.clients("referee") == 1 and #t.processes() == 1
      end)
    end,
  },
})
