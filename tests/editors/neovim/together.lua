-- Two Neovims in one workspace review the draft at the same time without disturbing each other.
package.path = vim.env.EDITOR_TEST_TESTS .. "/?.lua;" .. package.path
local t = require("harness")
local folder = vim.env.EDITOR_TEST_FOLDER
local mine = folder .. "/seen-by-" .. vim.fn.getpid()

local function found()
  return t.findings("citation/undefined-key")[1]
end

t.run({
  {
    "the draft is reviewed while another Neovim has it open",
    function()
      vim.cmd("edit " .. folder .. "/paper.md")
      t.wait("the finding", found)
      vim.fn.writefile({ "" }, mine)
      t.wait("the other Neovim", function()
        return #vim.fn.glob(folder .. "/seen-by-*", true, true) >= 2
      end, 60000)
      vim.api.nvim_buf_set_lines(0, -1, -1, false, { "", "Unsaved [@nobody1999]." })
      t.wait("the finding of the unsaved text", function()
        return #t.findings("citation/undefined-key") == 2
      end)
      vim.fn.writefile({ "" }, mine .. "-twice")
      t.wait("the other Neovim to be as far", function()
        return #vim.fn.glob(folder .. "/seen-by-*-twice", true, true) >= 2
      end, 60000)
      t.check(#t.findings("citation/undefined-key") == 2, "a finding was lost")
      t.check(not t.message_with("ended"), "the server ended")
    end,
  },
})
