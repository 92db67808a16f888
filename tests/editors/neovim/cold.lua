-- An undecided question remains visible; after consent the references are looked up, and the
-- results appear without an edit, also for changes by another program.
package.path = vim.env.EDITOR_TEST_TESTS .. "/?.lua;" .. package.path
local t = require("harness")
local check, wait = t.check, t.wait
local folder = vim.env.EDITOR_TEST_FOLDER

local function number_of(rule)
  return #t.findings(rule)
end

local function report()
  vim.cmd("silent checkhealth referee")
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
  vim.cmd("bwipeout!")
  return text
end

t.run({
  {
    "a question that is not answered leaves its sign in the status line and in the health report",
    function()
      vim.cmd("edit " .. folder .. "/cold.md")
      wait("the sign in the status line", function()
        return require("referee").statusline():find("?5 :Referee allow", 1, true)
      end)
      wait("the notice", function()
        return t.message_with("unchecked. :Referee allow looks them up")
      end)
      local text = report()
      check(text:find("references are not looked up online until you decide", 1, true), text)
      check(number_of("citation/retracted") == 0, "something was looked up")
    end,
  },
  {
    ":Referee allow says what came of it, and takes the sign away",
    function()
      vim.cmd("buffer " .. vim.fn.bufnr("cold.md"))
      local ask = vim.lsp.handlers["window/showMessageRequest"]
      vim.lsp.handlers["window/showMessageRequest"] = function(_, params)
        check(params.actions[1].title == "Allow", vim.inspect(params.actions))
        return params.actions[1]
      end
      vim.cmd("Referee allow")
      wait("what came of it", function()
        return t.message_with("References: 3 verified, 3 need attention, 0 unchecked.")
      end)
      vim.lsp.handlers["window/showMessageRequest"] = ask
      wait("the sign to go", function()
        return require("referee").statusline() == "✓3 !3"
      end)
      local text = report()
      check(text:find("references may be looked up online", 1, true), text)
      check(not text:find("nobody has said", 1, true), text)
    end,
  },
  {
    "with a cold cache, findings appear without an edit, and agree with the status",
    function()
      vim.cmd("buffer " .. vim.fn.bufnr("cold.md"))
      local tick = vim.api.nvim_buf_get_changedtick(0)
      wait("the fabricated reference", function()
        return number_of("citation/not-found") == 1
      end)
      wait("the retracted reference", function()
        return number_of("citation/retracted") == 1
      end)
      wait("the status", function()
        local count = require("referee").counts()
        return count and count.unchecked == 0 and count.to_look_at == 3
      end)
      check(vim.api.nvim_buf_get_changedtick(0) == tick, "the draft was edited")
    end,
  },
  {
    "they are there again after :e!",
    function()
      vim.cmd("edit!")
      wait("the fabricated reference", function()
        return number_of("citation/not-found") == 1
      end)
      vim.wait(1000)
      check(number_of("citation/not-found") == 1, "the findings went")
    end,
  },
  {
    "a bibliography that another program rewrites is noticed",
    function()
      wait("the undefined key", function()
        return number_of("citation/undefined-key") == 1
      end)
      local bib = io.open(folder .. "/cold.bib", "a")
      bib:write("\n@book{later2020, author = {Roe, J.}, title = {A book}, year = {2020}}\n")
      bib:close()
      wait("the key to be known", function()
        return number_of("citation/undefined-key") == 0
      end)
    end,
  },
  {
    "nothing was complained of",
    function()
      check(not t.message_with("no setting"), "the plugin sends a setting that is none")
      local log = io.open(vim.lsp.get_log_path and vim.lsp.get_log_path() or "", "r")
      if log then
        check(not log:read("*a"):find("no setting", 1, true), "the log complains of a setting")
        log:close()
      end
    end,
  },
})
