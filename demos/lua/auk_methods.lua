-- Methods of a world, made of the list in auk_cdef.lua. Each is written as Lua text once, with the number of arguments
-- that its function has, so that LuaJIT compiles it as if it were written by hand.
local ffi = require 'ffi'

-- Arrays and structs that others point to live as long as these.
local anchors = setmetatable({}, { __mode = 'k' })

return function(auk, library, cdef)
  local methods = {}

  -- The error is that of the line that called the method. Calls that change a world leave a note there, which says what
  -- was wrong with which argument.
  local function fail(status, name, level, world)
    local text = ffi.string(library.auk_status_text(status))
    local noted = world and methods.last_error_text { pointer = world } or ''
    local note = noted:match '^[%w_]+: (.*)$' or text
    if note:sub(-#text) == text then -- the sentence of the status is not said twice
      note = note:sub(1, -#text - 3)
    end
    error(('%s: %s%s'):format(name, text, note ~= '' and ' (' .. note .. ')' or ''), level or 3)
  end

  -- The number of an enumerator: 'static' and 'AUK_MOTION_STATIC' are the same.
  local function enumerator(enum, word, level, method)
    local name = word:find '^AUK_' and word or cdef.enums[enum] .. word:upper()
    local found, value = pcall(ffi.new, enum, name)
    if not found then
      error(("%s'%s' is no %s"):format(method and method .. ': ' or '', word, enum), level)
    end
    return value
  end

  -- Structs are built within one pcall() for all of their members, which costs little. What LuaJIT says of a value that
  -- does not fit, with the line in this file, is said again at the line of the caller, with the call and the member.
  local at_type, at_key, at_item -- what is being set; no type: the message is one of this file
  local assign

  local function assign_member(to, ctype, key, value)
    at_type = nil
    if type(key) ~= 'string' or not ffi.offsetof(ctype, key) then
      error(("%s has no '%s'"):format(tostring(ctype):match 'Auk%w+', tostring(key)), 0)
    end
    if type(value) == 'string' and cdef.fields[key] then
      value = enumerator(cdef.fields[key], value, 0)
    end
    at_type, at_key = ctype, key
    local old = type(value) == 'table' and value[1] == nil and to[key]
    if type(old) == 'cdata' then
      assign(old, ffi.typeof(old), value)
    else
      to[key] = value
    end
  end

  function assign(to, ctype, members)
    for key, value in pairs(members) do
      assign_member(to, ctype, key, value)
    end
  end

  local function build(ctype, members)
    if type(members) ~= 'table' then
      return members
    end
    at_type, at_key = ctype, nil
    if members[1] ~= nil then
      return ctype(members)
    end
    local made = ctype()
    assign(made, ctype, members)
    anchors[made] = members
    return made
  end

  local function refuse(message, method, item, level)
    if at_type then
      local name = tostring(at_type):match 'Auk%w+' or tostring(at_type):match '^ctype<(.*)>$'
      message = ('%s%s: %s'):format(name, at_key and '.' .. at_key or '', message:match '^.-:%d+: (.*)$' or message)
    end
    error((method and method .. ': ' or '') .. (item and ('item %d: '):format(item) or '') .. message, level + 1)
  end

  -- A struct of a table: of its members by name, or of numbers in order. Names that it does not have are errors.
  local function make(ctype, members, level, method)
    local fine, made = pcall(build, ffi.typeof(ctype), members)
    if not fine then
      refuse(made, method, nil, level or 3)
    end
    return made
  end

  local arrays = setmetatable({}, { __index = function(types, item)
    types[item] = ffi.typeof(item .. '[?]')
    return types[item]
  end })

  local function fill(array, item, items, count)
    local ctype = ffi.typeof(item)
    for i = 1, count do
      at_type, at_key, at_item = ctype, nil, i
      array[i - 1] = build(ctype, items[i])
    end
  end

  -- An array of a table, or the array that was given, and the number of its items.
  local function array(item, items, level, method)
    if ffi.istype(arrays[item], items) then
      return items, ffi.sizeof(items) / ffi.sizeof(item)
    elseif type(items) ~= 'table' then
      local name = method and method .. ': ' or ''
      error(("%s%s is no array of %s: see auk.array()"):format(name, tostring(items), item), level)
    end
    local count = #items
    if count == 0 and next(items) ~= nil and not items.n then -- `n` is the length that some lists have
      local name = method and method .. ': ' or ''
      error(('%sone %s where a list of them belongs: write { { ... } }'):format(name, item), level)
    end
    local made = arrays[item](count)
    local fine, message = pcall(fill, made, item, items, count)
    if not fine then
      refuse(message, method, at_item, level)
    end
    anchors[made] = items
    return made, count
  end

  local function array_of(item, items, wanted, name)
    local made, count = array(item, items, 4, name)
    if count < wanted then
      error(('%s: an array has %d items, not %d'):format(name, count, wanted), 3)
    end
    return made
  end

  -- Buffers for lists whose length is not known, one for each type; they grow.
  local rooms = {}

  local function room(item, capacity)
    local found = rooms[item]
    if not found or found.capacity < capacity then
      found = { capacity = capacity, items = arrays[item](capacity) }
      rooms[item] = found
    end
    return found.items, found.capacity
  end

  local function copy_of(item, items, count)
    local made = arrays[item](count)
    ffi.copy(made, items, count * ffi.sizeof(item))
    return made
  end

  ---- the text of a method --------------------------------------------------------------------------------------------

  -- How an argument is given in Lua. Each gets its name, its type and the text so far.
  local GIVEN = {}

  function GIVEN.value(name, _, text)
    text.arguments[#text.arguments + 1] = name
    return name
  end

  function GIVEN.struct(name, ctype, text)
    text.before[#text.before + 1] =
      ("if type(%s) == 'table' then %s = make('%s', %s, 3, method) end"):format(name, name, ctype, name)
    return GIVEN.value(name, ctype, text)
  end

  function GIVEN.enum(name, ctype, text)
    text.before[#text.before + 1] =
      ("if type(%s) == 'string' then %s = enumerator('%s', %s, 3, method) end"):format(name, name, ctype, name)
    return GIVEN.value(name, ctype, text)
  end

  -- The first array says how many items the others must have. An outline has a second list with a length of its own.
  function GIVEN.array(name, ctype, text)
    if not text.counted or ctype == 'int' then
      text.counted = name .. '_count'
      text.before[#text.before + 1] =
        ("local %s %s, %s = array('%s', %s, 3, method)"):format(text.counted, name, text.counted, ctype, name)
    else
      text.before[#text.before + 1] =
        ("if %s ~= nil then %s = array_of('%s', %s, %s, method) end"):format(name, name, ctype, name, text.counted)
    end
    return GIVEN.value(name, ctype, text)
  end

  function GIVEN.count(_, _, text)
    return text.counted
  end

  function GIVEN.result(name, ctype, text)
    text.before[#text.before + 1] = ("local %s = %s()"):format(name, text:ctype(ctype))
    text.results[#text.results + 1] = name
    text.has_status = ffi.offsetof(ctype, 'status') ~= nil
    return name
  end

  -- An array for the results may be given as a last argument; else there is a new one.
  local function results(name, ctype, text, count)
    text.after[#text.after + 1] =
      ("%s = %s == nil and arrays['%s'](%s) or array_of('%s', %s, %s, method)"):format(
        name, name, ctype, count, ctype, name, count)
    text.last[#text.last + 1] = name
    text.results[#text.results + 1] = name
    return name
  end

  function GIVEN.results(name, ctype, text)
    return results(name, ctype, text, text.counted)
  end

  -- `capacity` items for each of the items asked about; the capacity is the next argument.
  function GIVEN.room(name, ctype, text)
    local capacity = 'a' .. tonumber(name:sub(2)) + 1
    text.before[#text.before + 1] =
      ("if type(%s) ~= 'number' then error(method .. ': the capacity is no number', 2) end"):format(capacity)
    return results(name, ctype, text, text.counted .. ' * ' .. capacity)
  end

  -- A sentence; its length is the result of the function.
  function GIVEN.text(name, _, text)
    text.sentence = name
    text.before[#text.before + 1] = ("local %s, capacity = room('char', 512)"):format(name)
    return name .. ', capacity'
  end

  function GIVEN.list(name, ctype, text)
    text.list = { name = name, ctype = ctype }
    text.before[#text.before + 1] = ("local %s, capacity = room('%s', 64)"):format(name, ctype)
    return name .. ', capacity'
  end

  local ANSWERS = {
    status = "local status = %s if status ~= 0 then fail(status, method, 3, noted) end return %s",
    count = "local count = %s if count < 0 then fail(-count, method, 3, noted) end return %scount",
    id = "local id = %s if id.generation == 0 then fail(last_status(world), method, 3, noted) end return id",
    plain = "return %s",
  }

  local FIND = [[
    if %s then return %s end
    %s
    return nil]]

  local LIST = [[
    local count = %s
    while count == capacity do
      %s, capacity = room('%s', 2 * capacity)
      count = %s
    end
    if count < 0 then fail(-count, method) end
    return copy_of('%s', %s, count), count]]

  local function answer(kind, call, text)
    local list, returned = text.list, table.concat(text.results, ', ')
    if text.sentence then
      return ("local length = %s if length < 0 then fail(-length, method) end return ffi.string(%s)"):format(
        call, text.sentence)
    elseif list then
      return LIST:format(call, list.name, list.ctype, call, list.ctype, list.name)
    elseif kind == 'find' then
      local refused = ('if %s.status ~= 0 then fail(%s.status, method) end'):format(returned, returned)
      return FIND:format(call, returned, text.has_status and refused or '')
    elseif kind == 'count' then
      return ANSWERS.count:format(call, returned == '' and '' or returned .. ', ')
    end
    return ANSWERS[kind]:format(call, returned)
  end

  local function source(kind, access, marks)
    local types = {}
    local text = { arguments = {}, before = {}, after = {}, last = {}, results = {}, types = types }
    function text:ctype(name)
      types[#types + 1] = ("local T%d = ffi.typeof '%s'"):format(#types + 1, name)
      return 'T' .. #types
    end
    local passed, i = { 'world' }, 0
    for mark in marks:gmatch '%S+' do
      i = i + 1
      local given, ctype = mark:match '^(%w+):?(.*)$'
      passed[#passed + 1] = GIVEN[given]('a' .. i, ctype, text)
    end
    for _, name in ipairs(text.last) do
      text.arguments[#text.arguments + 1] = name
    end
    local call = ('fn(%s)'):format(table.concat(passed, ', '))
    return table.concat({
      "local fn, method, ffi, fail, make, enumerator, arrays, array, array_of, room, copy_of, " ..
        "last_status, destroyed = ...",
      table.concat(types, '\n'),
      ("return function(%s)"):format(table.concat({ 'self', unpack(text.arguments) }, ', ')),
      "local world = self.pointer or destroyed()",
      table.concat(text.before, '\n'), table.concat(text.after, '\n'),
      (answer(kind, call, text):gsub('noted', access == 'changes' and 'world' or 'nil')),
      "end" }, '\n')
  end

  local function destroyed()
    error('the world was destroyed', 3)
  end

  for line in cdef.methods:gmatch '[^\n]+' do
    local kind, name, access, marks = line:match '^(%w+) ([%w_]+) (%w+) ?(.*)$'
    local method = name:gsub('^auk_', ''):gsub('^world_', '')
    local text = source(kind, access, marks)
    methods[method] = assert(loadstring(text, '=world:' .. method))(
      library[name], method, ffi, fail, make, enumerator, arrays, array, array_of, room, copy_of,
      library.auk_world_last_status, destroyed)
  end

  -- A struct with some of its members set, or a copy of one; and an array of so many items or of those of a table.
  function auk.new(ctype, members)
    if type(members) == 'cdata' then
      return ffi.new(ctype, members)
    end
    local made = make(ctype, members or {}, 3, 'new')
    return made
  end

  function auk.array(item, items)
    if type(items) == 'number' then
      return arrays[item](items)
    end
    local made = array(item, items, 3, 'array')
    return made
  end

  return { methods = methods, fail = fail, make = make, array = array, enumerator = enumerator, anchors = anchors,
           destroyed = destroyed }
end
