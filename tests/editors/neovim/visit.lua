-- A note is held against the conversation it was written from: the passage opens from the finding, and
-- both buffers are followed while they are edited.
package.path = vim.env.EDITOR_TEST_TESTS .. "/?.lua;" .. package.path
local t = require("harness")
local check, wait = t.check, t.wait

local function path(name)
  return vim.env.EDITOR_TEST_FOLDER .. "/" .. name
end

local note

local function dose()
  return t.findings("source/dose-differs", note)[1]
end

local function replace(buffer, before, after)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local at = line:find(before, 1, true)
    if at then
      local changed = line:sub(1, at - 1) .. after .. line:sub(at + #before)
      vim.api.nvim_buf_set_lines(buffer, number - 1, number, false, { changed })
      return
    end
  end
  error("`" .. before .. "` is not in the buffer")
end

t.run({
  {
    "the note has the finding, and the passage of the visit opens from it",
    function()
      vim.cmd("edit " .. path("visit-note.md"))
      note = vim.api.nvim_get_current_buf()
      local found = wait("the finding", dose)
      local related = found.user_data.lsp.relatedInformation
      check(related and #related > 0, vim.inspect(found))
      check(vim.uri_to_fname(related[1].location.uri):find("visit.txt", 1, true), related[1].location.uri)
      vim.cmd("edit " .. vim.uri_to_fname(related[1].location.uri))
      local range = related[1].location.range
      local passage = table.concat(vim.api.nvim_buf_get_lines(0, range.start.line, range["end"].line + 1, false), " ")
      check(passage:find("twenty milligrams", 1, true), passage)
    end,
  },
  {
    "an edit of the visit, not saved, changes the findings of the note",
    function()
      local visit = vim.api.nvim_get_current_buf()
      wait("the server in the visit", function()
        return t.compat.client_of("referee", visit)
      end)
      replace(visit, "twenty milligrams", "forty milligrams")
      wait("the finding to go", function()
        return not dose()
      end)
    end,
  },
  {
    "an edit of the note changes its findings",
    function()
      vim.api.nvim_set_current_buf(note)
      replace(note, "40 mg", "80 mg")
      wait("the new finding", function()
        local found = dose()
        return found and found.message:find("80", 1, true)
      end)
    end,
  },
})
