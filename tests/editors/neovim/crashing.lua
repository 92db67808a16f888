-- A program that exits at once is restarted a few times, with pauses; then the author is asked.
package.path = vim.env.EDITOR_TEST_TESTS .. "/?.lua;" .. package.path
local t = require("harness")

t.run({
  {
    "a server that crashes at the start is given up with a message",
    function()
      vim.cmd("edit " .. vim.env.EDITOR_TEST_FOLDER .. "/paper.md")
      local told = t.wait("the last message", function()
        return t.message_with("will not restart")
      end)
      t.check(told.text:find("stopped 3 times (status 3", 1, true), told.text)
      local count = #_G.messages
      vim.wait(1500)
      t.check(#_G.messages == count, "it was started again after all")
    end,
  },
})
