--- The references of a draft: a picker, and a quickfix list.
local compat = require("referee.compat")
local server = require("referee.server")

local M = {}

--- The order of importance for an author.
local order = {
  undefined = 1,
  misidentified = 1,
  ["not-found"] = 2,
  differs = 3,
  unchecked = 5,
  uncovered = 6,
  verified = 7,
}

local words = {
  verified = "verified",
  differs = "differs from the record",
  misidentified = "points to another work",
  ["not-found"] = "not found",
  undefined = "cited without an entry",
  uncovered = "no source lists this kind",
  unchecked = "unchecked",
}

local announced = {
  retraction = "RETRACTED",
  withdrawal = "WITHDRAWN",
  removal = "REMOVED",
  concern = "expression of concern",
}

local function rank(item)
  local base = order[item.verdict] or 8
  if item.needsALook and base > 3 then
    return 0
  end
  return base
end

--- Returns a reference on one line.
function M.line(item)
  local parts = {}
  for _, notice in ipairs(item.notices) do
    if announced[notice] then
      table.insert(parts, announced[notice])
    end
  end
  table.insert(parts, words[item.verdict] or item.verdict)
  local line = item.label .. "  [" .. table.concat(parts, ", ") .. "]"
  if item.title ~= "" and item.title ~= item.label then
    line = line .. "  " .. item.title
  end
  return line
end

--- Requests the references of the current buffer, the most important first, and calls `done(items,
--- client)`.
function M.ask(done)
  local client = compat.client_of(server.name, 0)
  if not client then
    server.notify("no server is attached to this buffer (:checkhealth referee)", vim.log.levels.WARN)
    return
  end
  local params = { textDocument = { uri = vim.uri_from_bufnr(0) } }
  compat.request(client, "referee/references", params, function(error, result)
    if error then
      server.notify(error.message or "the references cannot be listed", vim.log.levels.ERROR)
      return
    end
    local items = type(result) == "table" and result.references or {}
    for index, item in ipairs(items) do
      item.index = index
    end
    table.sort(items, function(a, b)
      local first, second = rank(a), rank(b)
      if first ~= second then
        return first < second
      end
      return a.index < b.index
    end)
    done(items, client)
  end)
end

--- Returns the location to jump to: the citation in the text, otherwise the entry.
local function place(item)
  return item.citations[1] or (item.location ~= vim.NIL and item.location) or nil
end

local function choose_what(item, client)
  local choices = {}
  local draft = vim.uri_from_bufnr(0)
  for number, location in ipairs(item.citations) do
    local chapter = location.uri ~= draft and " of " .. vim.fn.fnamemodify(vim.uri_to_fname(location.uri), ":t") or ""
    table.insert(choices, {
      text = ("Go to citation %d, line %d%s"):format(number, location.range.start.line + 1, chapter),
      run = function()
        compat.go_to(location, client.offset_encoding)
      end,
    })
  end
  if item.location and item.location ~= vim.NIL then
    table.insert(choices, {
      text = "Go to the entry",
      run = function()
        compat.go_to(item.location, client.offset_encoding)
      end,
    })
  end
  for _, link in ipairs(item.links) do
    table.insert(choices, {
      text = "Open " .. link.title .. ": " .. link.target,
      run = function()
        compat.open_address(link.target)
      end,
    })
  end
  vim.ui.select(choices, {
    prompt = M.line(item),
    kind = "referee.reference.action",
    format_item = function(choice)
      return choice.text
    end,
  }, function(choice)
    if choice then
      choice.run()
    end
  end)
end

--- Lets the author choose a reference and an action for it.
function M.pick()
  M.ask(function(items, client)
    if #items == 0 then
      server.notify("nothing is cited here")
      return
    end
    vim.ui.select(items, {
      prompt = "References",
      kind = "referee.reference",
      format_item = M.line,
    }, function(item)
      if item then
        choose_what(item, client)
      end
    end)
  end)
end

--- Returns the first sentence of a message, which describes the problem; the advice follows it.
---@param message string
---@return string
function M.first_sentence(message)
  local line = (message:gsub("%s+", " "))
  return line:match("^(.-[%w%)”’»][.!?])%s+[“‘«¿¡%u]")
    or line:match("^(.-[%w%)”’»][.!?])%s+[^%l%s]")
    or line
end

--- Puts the findings of this buffer into the quickfix list, each as a short sentence; with
--- `location` into the location list of this window.
---@param location? boolean
function M.findings(location)
  local buffer = vim.api.nvim_get_current_buf()
  local entries = {}
  for _, diagnostic in ipairs(vim.diagnostic.get(buffer)) do
    if diagnostic.source == "referee" then
      table.insert(entries, {
        bufnr = buffer,
        lnum = diagnostic.lnum + 1,
        col = diagnostic.col + 1,
        type = ({ "E", "W", "I", "N" })[diagnostic.severity],
        text = M.first_sentence(diagnostic.message),
      })
    end
  end
  table.sort(entries, function(a, b)
    return a.lnum < b.lnum or (a.lnum == b.lnum and a.col < b.col)
  end)
  local list = { title = "Findings", items = entries }
  if location then
    vim.fn.setloclist(0, {}, " ", list)
  else
    vim.fn.setqflist({}, " ", list)
  end
  if #entries == 0 then
    server.notify("nothing was found here")
  else
    vim.cmd(location and "lopen" or "copen")
  end
end

--- Puts the references into the quickfix list; with `all` also the verified ones.
function M.quickfix(all)
  M.ask(function(items, client)
    local entries = {}
    for _, item in ipairs(items) do
      local location = place(item)
      if location and (all or item.needsALook) then
        local entry = compat.quickfix_items({ location }, client.offset_encoding)[1]
        if entry then
          entry.text = M.line(item)
          entry.type = item.needsALook and "W" or "I"
          table.insert(entries, entry)
        end
      end
    end
    vim.fn.setqflist({}, " ", { title = "References", items = entries })
    if #entries == 0 then
      server.notify("no reference needs attention")
    else
      vim.cmd("copen")
    end
  end)
end

return M
