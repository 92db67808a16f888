-- What is looked up online is shown when it comes, without an edit, and what another program writes as well.
package.path = vim.env.EDITOR_TEST_TESTS .. "/?.lua;" .. package.path
local t = require("harness")
local check, wait = t.check, t.wait
local folder = vim.env.EDITOR_TEST_FOLDER

local function number_of(rule)
  return #t.findings(rule)
end

t.run({
  {
    "with a cold cache, findings appear without an edit, and agree with the status",
    function()
      vim.cmd("edit " .. folder .. "/cold.md")
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
