-- Cancels a command that searches a large library: the draft is unchanged, and the server keeps
-- running.
package.path = vim.env.EDITOR_TEST_TESTS .. "/?.lua;" .. package.path
local t = require("harness")
local check, wait = t.check, t.wait

t.run({
  {
    "a long command is cancelled, leaves the draft as it is, and the server goes on",
    function()
      vim.cmd("edit " .. vim.env.EDITOR_TEST_FOLDER .. "/paper.md")
      wait("the server, and its library", function()
        local count = require("referee").counts()
        return count and count.verified == 1
      end, 60000)
      local before = vim.api.nvim_buf_get_lines(0, 0, -1, false)
      local processes = t.processes()
      vim.cmd("Referee cancel")
      wait("the message", function()
        return t.message_with("nothing is running")
      end)
      vim.cmd("Referee report metformin mortality patients")
      vim.wait(50)
      vim.cmd("Referee cancel")
      wait("the message", function()
        return t.message_with("cancelled referee.insertReport")
      end)
      vim.wait(1500)
      check(vim.deep_equal(vim.api.nvim_buf_get_lines(0, 0, -1, false), before), "the draft was changed")
      check(vim.deep_equal(t.processes(), processes), "another process runs")
      check(t.request("referee/references", { textDocument = { uri = vim.uri_from_bufnr(0) } }), "no answer")
      -- A second request without cancellation succeeds.
      vim.cmd("Referee report metformin mortality patients")
      wait("the report", function()
        return #vim.api.nvim_buf_get_lines(0, 0, -1, false) > #before + 10
      end, 60000)
    end,
  },
})
