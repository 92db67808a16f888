-- The program is missing: the author gets one message with the places searched, and can keep
-- writing.
package.path = vim.env.EDITOR_TEST_TESTS .. "/?.lua;" .. package.path
local t = require("harness")

t.run({
  {
    "a missing program is said once, with what to do",
    function()
      for _, name in ipairs({ "paper.md", "chapter.tex" }) do
        vim.cmd("edit " .. vim.env.EDITOR_TEST_FOLDER .. "/" .. name)
      end
      local told = t.wait("a message", function()
        return t.message_with("was not found")
      end)
      t.check(told.level == vim.log.levels.ERROR, "it is an error")
      t.check(told.text:find("/no/such/referee", 1, true), told.text)
      t.check(told.text:find("cargo install", 1, true), told.text)
      vim.wait(200)
      t.check(#_G.messages == 1, vim.inspect(_G.messages))
    end,
  },
  {
    "the health report says so too",
    function()
      vim.cmd("checkhealth referee")
      local report = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
      t.check(report:find("ERROR", 1, true) and report:find("/no/such/referee", 1, true), report)
    end,
  },
})
