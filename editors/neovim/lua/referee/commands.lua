--- `:Referee` and its subcommands.
local compat = require("referee.compat")
local server = require("referee.server")

local M = {}

--- Pending requests, each with its cancel function.
local running = {}

---@return table?
local function here()
  local client = compat.client_of(server.name, 0)
  if not client then
    server.notify("no server is attached to this buffer (:checkhealth referee)", vim.log.levels.WARN)
  end
  return client
end

--- Shows a text in a split window.
---@param text string
---@param filetype string?
---@param title string?
local function show(text, filetype, title)
  vim.cmd("botright new")
  local buffer = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_option(buffer, "buftype", "nofile")
  vim.api.nvim_buf_set_option(buffer, "bufhidden", "wipe")
  vim.api.nvim_buf_set_option(buffer, "swapfile", false)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text, "\n", { plain = true }))
  vim.api.nvim_buf_set_option(buffer, "modifiable", false)
  if title then
    pcall(vim.api.nvim_buf_set_name, buffer, "referee://" .. title)
  end
  vim.api.nvim_buf_set_option(buffer, "filetype", filetype or "markdown")
end

--- The sections of a report in order.
local sections = {
  "summary",
  "question",
  "methodology",
  "hypotheses",
  "mechanistic",
  "clinical",
  "candidates",
  "limitations",
  "conclusion",
  "references",
}

---@param value any
---@return string?
local function text_of(value)
  return type(value) == "string" and value ~= "" and value or nil
end

--- The commands that may lead to the question whether references may be looked up online.
M.asks = { ["referee.allowNetwork"] = true, ["referee.verifyAll"] = true }

--- Executes a command of the server. It edits the text itself and returns a message, or answers
--- with a text to read or with candidates to choose from: the choice is sent back with the same
--- command.
---@param client table
---@param command string
---@param argument table
function M.execute(client, command, argument)
  local params = { command = command, arguments = { argument } }
  if M.asks[command] then
    require("referee.consent").expect()
  end
  local ended = require("referee.consent").begin()
  local take_back = compat.request(client, "workspace/executeCommand", params, function(error, result)
    running[command] = nil
    ended()
    if error then
      -- A cancellation was already reported; newer clients do not even pass this error on.
      if error.code ~= -32800 then
        server.notify(error.message or "the command failed", vim.log.levels.ERROR)
      end
      return
    end
    if type(result) == "string" then
      result = { message = result }
    end
    if type(result) ~= "table" then
      return
    end
    if type(result.candidates) == "table" then
      M.choose(client, command, argument, result)
      return
    end
    if type(result.hypotheses) == "table" then
      M.choose_hypothesis(client, command, argument, result)
      return
    end
    if type(result.unknown) == "table" then
      M.why_not(client, command, argument, result)
      return
    end
    if text_of(result.text) then
      show(result.text, text_of(result.language), text_of(result.question))
    end
    local removed = type(result.removed) == "number" and ("%d comments were removed"):format(result.removed)
    local message = text_of(result.message) or text_of(result.title) or text_of(result.stop) or removed
    if message then
      server.notify(message)
    end
  end)
  running[command] = function()
    ended()
    take_back()
  end
end

--- The maximum number of characters of a passage in a list entry.
local MAX_PASSAGE = 300

---@param candidate table
---@return string
local function candidate_line(candidate)
  local parts = { text_of(candidate.label) or text_of(candidate.title) or candidate.id }
  for _, notice in ipairs(type(candidate.notices) == "table" and candidate.notices or {}) do
    table.insert(parts, "[" .. notice .. "]")
  end
  -- The label already contains the kind of study.
  if text_of(candidate.label) == nil then
    table.insert(parts, text_of(candidate.study))
  end
  local passage = type(candidate.passage) == "table" and text_of(candidate.passage.text)
  if passage then
    local long = vim.fn.strchars(passage) > MAX_PASSAGE
    table.insert(parts, long and vim.fn.strcharpart(passage, 0, MAX_PASSAGE) .. " …" or passage)
  end
  return table.concat(parts, "  ")
end

--- Returns a buffer with the details of a work, for pickers with a preview.
---@param candidate table
---@return { buf: integer }
local function preview(candidate)
  local lines = { "# " .. (text_of(candidate.title) or candidate.id), "" }
  local function add(text)
    if text_of(text) then
      -- A line break in a record would split the line.
      vim.list_extend(lines, { (text:gsub("%s+", " ")), "" })
    end
  end
  add(type(candidate.authors) == "table" and table.concat(candidate.authors, ", "))
  local year = type(candidate.year) == "number" and (" %d"):format(candidate.year) or ""
  add((text_of(candidate.journal) or "") .. year)
  add(candidate.study)
  add(type(candidate.notices) == "table" and table.concat(candidate.notices, ", "))
  add(
    type(candidate.passage) == "table" and text_of(candidate.passage.text) and "> " .. candidate.passage.text
  )
  add(candidate.url)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.api.nvim_buf_set_option(buffer, "bufhidden", "wipe")
  vim.api.nvim_buf_set_option(buffer, "filetype", "markdown")
  return { buf = buffer }
end

--- The entry after the works: a Neovim list cannot grow, so online results are a separate list.
local SEARCH_ONLINE = { id = "search-online", title = "Search online for these words" }

--- Lets the author choose a work.
---@param client table
---@param command string
---@param argument table
---@param result table
function M.choose(client, command, argument, result)
  local candidates = result.candidates
  if #candidates == 0 then
    server.notify(text_of(result.message) or "no work was found that fits this sentence")
    return
  end
  -- An identifier has exactly one work: skip the choice.
  if result.exact == true and #candidates == 1 then
    M.execute(client, command, vim.tbl_extend("force", argument, { id = candidates[1].id }))
    return
  end
  local listed = vim.list_extend({}, candidates)
  if result.online ~= true then
    -- The entry describes what it would send, so choosing it is the author's consent.
    local sent = type(result.search) == "table" and text_of(result.search.sent)
    local line = vim.tbl_extend("force", {}, SEARCH_ONLINE)
    if sent then
      line.title = "Search online: " .. sent
      line.consent = "once"
    end
    table.insert(listed, line)
  end
  vim.ui.select(listed, {
    prompt = "Which work?",
    kind = command,
    format_item = candidate_line,
    -- Pickers of Neovim 0.12 and newer show it; older ones ignore it.
    preview_item = preview,
  }, function(candidate)
    if candidate and candidate.id == SEARCH_ONLINE.id then
      M.execute(client, command, vim.tbl_extend("force", argument, { online = true, consent = candidate.consent }))
    elseif candidate then
      M.execute(client, command, vim.tbl_extend("force", argument, { id = candidate.id }))
    end
  end)
end

--- Returns a chain with its outcome, its papers and its tier.
---@param chain table
---@return string
local function chain_line(chain)
  local outcome = text_of(chain.outcome) and (": " .. chain.outcome) or ""
  local papers = type(chain["for"]) == "number" and chain["for"] or 0
  local against = type(chain.against) == "number" and chain.against or 0
  local tier = ("stated: %d for, %d against"):format(papers, against)
  if chain.tier == "named-together" then
    tier = (papers == 1 and "named together: 1 paper" or "named together: %d papers"):format(papers)
  end
  return (text_of(chain.chain) or tostring(chain.id)) .. outcome .. "  " .. tier
end

--- Returns a buffer with the quotations of a chain, for pickers with a preview.
---@param chain table
---@return { buf: integer }
local function chain_preview(chain)
  local lines = { "# " .. chain_line(chain), "" }
  for _, quote in ipairs(type(chain.quotes) == "table" and chain.quotes or {}) do
    vim.list_extend(lines, { "> " .. (tostring(quote):gsub("%s+", " ")), "" })
  end
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.api.nvim_buf_set_option(buffer, "bufhidden", "wipe")
  vim.api.nvim_buf_set_option(buffer, "filetype", "markdown")
  return { buf = buffer }
end

--- The kinds of an entity with their labels, in the order of a mechanism.
local KINDS = {
  { kind = "drug", words = "as a drug" },
  { kind = "target", words = "as a molecule" },
  { kind = "process", words = "as a process" },
  { kind = "condition", words = "as a condition" },
}

--- Lists what is missing and lets the author add an unknown name or search online.
---@param client table
---@param command string
---@param argument table
---@param result table
function M.why_not(client, command, argument, result)
  local listed = {}
  for _, unknown in ipairs(type(result.unknown) == "table" and result.unknown or {}) do
    for _, one in ipairs(KINDS) do
      local line = ("Add “%s” %s"):format(tostring(unknown.name), one.words)
      table.insert(listed, { line = line, add = { uri = argument.uri, name = unknown.name, kind = one.kind } })
    end
  end
  if result.online ~= true then
    table.insert(listed, { line = "Search online", online = true })
  end
  if text_of(result.question) then
    table.insert(listed, { line = "Show evidence", evidence = { uri = argument.uri, question = result.question } })
  end
  for _, gap in ipairs(type(result.gaps) == "table" and result.gaps or {}) do
    table.insert(listed, { line = tostring(gap) })
  end
  if #listed == 0 then
    server.notify(text_of(result.message) or "no hypothesis was found in the evidence")
    return
  end
  vim.ui.select(listed, {
    prompt = text_of(result.message) or "What is missing, and what can be done",
    kind = command .. ".why",
    format_item = function(item)
      return item.line
    end,
  }, function(item)
    if not item then
      return
    elseif item.online then
      M.execute(client, command, vim.tbl_extend("force", argument, { online = true, choose = true }))
    elseif item.add then
      M.execute(client, "referee.addName", item.add)
    elseif item.evidence then
      M.execute(client, "referee.showEvidence", item.evidence)
    else
      server.notify(item.line)
    end
  end)
end

--- The entries of the list after the chains.
local INSERT_ALL = { all = true }
local WHY_NOT = { why = true }

--- Lets the author choose one chain or all of them, or ask why others are missing. `vim.ui.select`
--- returns one entry.
---@param client table
---@param command string
---@param argument table
---@param result table
function M.choose_hypothesis(client, command, argument, result)
  local chains = result.hypotheses
  if #chains == 0 then
    M.why_not(client, command, argument, result)
    return
  end
  local listed = vim.list_extend({}, chains)
  if #chains > 1 then
    table.insert(listed, INSERT_ALL)
  end
  table.insert(listed, WHY_NOT)
  vim.ui.select(listed, {
    prompt = "Which hypothesis?",
    kind = command,
    format_item = function(item)
      return item.all and "All of them" or item.why and "Why not?" or chain_line(item)
    end,
    preview_item = function(item)
      return item.id and chain_preview(item) or nil
    end,
  }, function(item)
    if not item then
      return
    elseif item.why then
      M.why_not(client, command, argument, result)
      return
    end
    local ids = {}
    for _, chain in ipairs(item.all and chains or { item }) do
      table.insert(ids, chain.id)
    end
    local chosen = vim.tbl_extend("force", argument, { chains = ids })
    chosen.choose = nil
    M.execute(client, command, chosen)
  end)
end

--- Returns the argument of a command: the cursor position, the selection, and the author's words.
---@param client table
---@param arguments string[]
---@param selected boolean
---@return table
local function argument_for(client, arguments, selected)
  local argument = { uri = vim.uri_from_bufnr(0), position = compat.position(client) }
  if selected then
    argument.range = compat.selection(client)
  end
  if #arguments > 0 then
    argument.question = table.concat(arguments, " ")
  end
  return argument
end

--- Inserts a section: the first word is its id; by default the author chooses.
---@param client table
---@param command string
---@param arguments string[]
---@param selected boolean
local function insert_section(client, command, arguments, selected)
  local function go(section)
    if section then
      local argument = argument_for(client, arguments, selected)
      M.execute(client, command, vim.tbl_extend("force", argument, { section = section }))
    end
  end
  if vim.tbl_contains(sections, arguments[1]) then
    go(table.remove(arguments, 1))
  else
    vim.ui.select(sections, { prompt = "Which section?", kind = "referee.section" }, go)
  end
end

--- The commands of the server by subcommand. Only those that the server advertises are available.
M.of_server = {
  cite = "referee.insertCitation",
  hypothesize = "referee.hypothesize",
  section = "referee.insertReportSection",
  report = "referee.insertReport",
  research = "referee.research",
  evidence = "referee.showEvidence",
  verify = "referee.verifyAll",
  support = "referee.checkSupport",
  paper = "referee.openPaper",
  allow = "referee.allowNetwork",
  strip = "referee.stripProvenance",
  refresh = "referee.refreshSection",
  recommend = "referee.writeRecommendation",
}

--- The completions after a command of the server.
local words_of = { section = sections, refresh = { "apply" } }

---@param client table
---@param command string
---@return boolean
local function offers(client, command)
  local provider = client.server_capabilities.executeCommandProvider
  return type(provider) == "table" and vim.tbl_contains(provider.commands or {}, command)
end

--- Applies every fix that does not change the meaning.
local function fix_all()
  local client = here()
  if not client then
    return
  end
  local last = vim.api.nvim_buf_line_count(0)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(0) },
    range = { start = { line = 0, character = 0 }, ["end"] = { line = last, character = 0 } },
    context = { diagnostics = {}, only = { "source.fixAll.referee" } },
  }
  local function apply(action)
    vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
  end
  compat.request(client, "textDocument/codeAction", params, function(error, actions)
    local action = not error and type(actions) == "table" and actions[1]
    if not action then
      server.notify(error and error.message or "nothing can be fixed without your decision")
    elseif action.edit then
      apply(action)
    else
      compat.request(client, "codeAction/resolve", action, function(failed, resolved)
        if failed then
          server.notify(failed.message, vim.log.levels.ERROR)
        else
          apply(resolved)
        end
      end)
    end
  end)
end

---@param arguments string[]
---@param filetype string?
---@param title string?
local function run_program(arguments, filetype, title)
  local program, looked = server.find()
  if not program then
    server.state.said_missing = false
    return server.say_missing(looked)
  end
  local command = { program, "--color", "never" }
  vim.list_extend(command, arguments)
  compat.run(command, function(status, output, errors)
    if output ~= "" then
      show(vim.trim(output), filetype, title)
    end
    if status ~= 0 and errors ~= "" then
      server.notify(vim.trim(errors), vim.log.levels.ERROR)
    end
  end)
end

--- Returns the rule of the finding under the cursor.
---@return string?
local function rule_here()
  local cursor = vim.api.nvim_win_get_cursor(0)
  local line, column = cursor[1] - 1, cursor[2]
  -- The finding at the cursor, else the nearest one on the line.
  local nearest, distance
  for _, diagnostic in ipairs(vim.diagnostic.get(0, { lnum = line })) do
    if diagnostic.source == "referee" then
      local last = diagnostic.end_lnum == line and diagnostic.end_col - 1 or math.huge
      local away = math.max(diagnostic.col - column, column - last, 0)
      if not distance or away < distance then
        nearest, distance = diagnostic, away
      end
    end
  end
  if nearest then
    local lsp = nearest.user_data and nearest.user_data.lsp
    return nearest.code or (lsp and lsp.code)
  end
end

--- Subcommands without server support: `run(arguments, selected)`, one line of help, and
--- completions.
M.own = {
  references = {
    help = "pick a reference: go to its citations, its entry, its DOI",
    run = function()
      require("referee.references").pick()
    end,
  },
  quickfix = {
    help = "references that need attention, in the quickfix list; `all` for every one",
    words = { "all" },
    run = function(arguments)
      require("referee.references").quickfix(arguments[1] == "all")
    end,
  },
  fix = { help = "apply the fixes that change no meaning", run = fix_all },
  explain = {
    help = "explain a rule, or that of the finding on this line",
    run = function(arguments)
      local rule = arguments[1] or rule_here()
      if not rule then
        server.notify("there is no finding on this line; name a rule: :Referee explain citation/differs")
        return
      end
      run_program({ "explain", rule }, "markdown", "rule/" .. rule)
    end,
  },
  findings = {
    help = "what was found in this draft, in the quickfix list, a short sentence each; `location` for that of the window",
    words = { "location" },
    run = function(arguments)
      require("referee.references").findings(arguments[1] == "location")
    end,
  },
  messages = {
    help = "show what was said, whole",
    run = function()
      local lines = vim.tbl_map(function(kept)
        return kept.text
      end, require("referee.notices").kept)
      show(#lines == 0 and "No messages yet." or table.concat(lines, "\n\n"), "text", "messages")
    end,
  },
  rules = {
    help = "list the rules",
    run = function()
      run_program({ "rules", "--format", "markdown" }, "markdown", "rules")
    end,
  },
  config = {
    help = "show the settings in force and where each comes from",
    run = function()
      run_program({ "config" }, "text", "config")
    end,
  },
  hints = {
    help = "show or hide author and year behind the keys",
    run = function()
      local on = compat.toggle_hints(vim.api.nvim_get_current_buf())
      if on == nil then
        server.notify("this Neovim has no inlay hints (0.10 has them)", vim.log.levels.WARN)
      end
    end,
  },
  status = {
    help = "say how the references of this draft stand",
    run = function()
      local count = require("referee.status").of(0)
      if not count then
        server.notify("nothing is known about this buffer yet")
      else
        local line = ("%d verified, %d needing attention, %d unchecked"):format(
          count.verified,
          count.to_look_at,
          count.unchecked
        )
        if count.uncovered > 0 then
          line = line .. (", %d of a kind no source lists"):format(count.uncovered)
        end
        if count.network == "ask" and count.unchecked > 0 then
          line = line .. "; :Referee allow looks them up"
        end
        server.notify(line)
      end
    end,
  },
  cancel = {
    help = "cancel what is running",
    run = function()
      local names = vim.tbl_keys(running)
      table.sort(names)
      for _, name in ipairs(names) do
        running[name]()
      end
      running = {}
      server.notify(#names == 0 and "nothing is running" or "cancelled " .. table.concat(names, ", "))
    end,
  },
  start = {
    help = "start the server",
    run = function()
      server.state.crashes, server.state.said_missing = 0, false
      server.enable()
    end,
  },
  stop = { help = "stop the server", run = server.disable },
  restart = { help = "stop the server and start it again", run = server.restart },
  log = {
    help = "open the log of language servers",
    run = function()
      vim.cmd("tabedit " .. vim.fn.fnameescape(compat.log_file()))
    end,
  },
  health = {
    help = "check the installation",
    run = function()
      vim.cmd("checkhealth referee")
    end,
  },
}

--- Returns every available subcommand, in alphabetical order.
---@return string[]
function M.available()
  local names = vim.tbl_keys(M.own)
  local client = compat.client_of(server.name, 0)
  if client then
    for name, command in pairs(M.of_server) do
      if offers(client, command) then
        table.insert(names, name)
      end
    end
  end
  table.sort(names)
  return names
end

--- Runs `:Referee name arguments`.
---@param options table the argument of a Neovim user command
function M.run(options)
  local arguments = vim.deepcopy(options.fargs)
  local name = table.remove(arguments, 1)
  if not name then
    require("referee.references").pick()
    return
  end
  local own = M.own[name]
  if own then
    own.run(arguments, options.range > 0)
    return
  end
  local command = M.of_server[name]
  if not command then
    server.notify(
      ("there is no `:Referee %s`; there are: %s"):format(name, table.concat(M.available(), ", ")),
      vim.log.levels.ERROR
    )
    return
  end
  local client = here()
  if not client then
    return
  end
  if not offers(client, command) then
    server.notify(("this version of the server has no %s"):format(command), vim.log.levels.WARN)
    return
  end
  if name == "section" then
    insert_section(client, command, arguments, options.range > 0)
    return
  end
  local apply = name == "refresh" and arguments[1] == "apply"
  local argument = argument_for(client, apply and {} or arguments, options.range > 0)
  argument.apply = apply or nil
  -- A server without support for a choice inserts its result.
  argument.choose = name == "hypothesize" or nil
  M.execute(client, command, argument)
end

--- Completes `:Referee`.
---@param lead string
---@param line string
---@return string[]
function M.complete(lead, line)
  local words = vim.split(line, "%s+", { trimempty = false })
  local candidates
  if #words <= 2 then
    candidates = M.available()
  else
    local own = M.own[words[2]]
    candidates = own and own.words or (#words == 3 and words_of[words[2]]) or {}
  end
  return vim.tbl_filter(function(candidate)
    return vim.startswith(candidate, lead)
  end, candidates)
end

return M
