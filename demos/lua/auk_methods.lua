-- Methods of a world, made of the list in auk_cdef.lua. Each is written as Lua text once, with the number of arguments
-- that its function has, so that LuaJIT compiles it as if it were written by hand.
local ffi = require 'ffi'

-- Arrays and structs that others point to live as long as these.
local anchors = setmetatable({}, { __mode = 'k' })

-- Members that are lists: of which struct, the type of an item, the member that counts them; for an array within the
-- struct how many it has room for.
local LISTS = {
  excludes = { 'AukQuery', 'AukBodyId', 'exclude_count' },
  points = { 'AukTileKind', 'AukVec2', 'count', 8 },
}

-- Structs of two members, which are written as lists. LuaJIT would leave out a third item in silence.
local PAIRS = { AukVec2 = true, AukRot = true, AukTransform = true, AukBox = true, AukBodyId = true, AukShapeId = true }

return function(auk, library, cdef, checks)
  local methods, fields, Filter = {}, cdef.fields, ffi.typeof 'AukFilter'
  local BodyId, ShapeId = ffi.typeof 'AukBodyId', ffi.typeof 'AukShapeId'

  -- The error is that of the line that called the method. Calls that change a world leave a note there, which says what
  -- was wrong with which argument; `noted` is that world, or a text of the same kind.
  local function fail(status, name, level, noted)
    local text = ffi.string(library.auk_status_text(status))
    if type(noted) == 'cdata' then
      noted = methods.last_error_text { pointer = noted }
    end
    local note = (noted or ''):match '^[%w_]+: (.*)$' or text
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
  local kept -- arrays made for members that are lists
  local assign, build

  local function struct_name(ctype)
    return tostring(ctype):match '^ctype<struct (Auk%w+)[ &]*>$'
  end

  local function check_length(ctype, items)
    if PAIRS[struct_name(ctype)] then
      error(('%d items where there are two'):format(#items), 0)
    end
  end

  -- Structs of whole numbers that are written as lists: LuaJIT would not check the numbers.
  local function named_items(items, is_filter, is_id)
    if is_filter then
      return { category = items[1], ignore = items[2], group = items[3] }
    elseif is_id then
      return { index = items[1], generation = items[2] }
    end
  end

  local function assign_member(to, ctype, key, value)
    at_type = nil
    if type(key) ~= 'string' or not ffi.offsetof(ctype, key) then
      error(("%s has no '%s'"):format(tostring(ctype):match 'Auk%w+', tostring(key)), 0)
    end
    local field = fields[key]
    if field and type(value) == 'string' and not checks[field] then
      value = enumerator(field, value, 0)
    end
    at_type, at_key = ctype, key
    if field then
      value = (checks[field] or checks.enum)(value)
    end
    local old = type(value) == 'table' and to[key]
    if type(old) == 'cdata' then
      local inner, is_id = ffi.typeof(old), ffi.istype(BodyId, old) or ffi.istype(ShapeId, old)
      if value[3] ~= nil then
        check_length(inner, value)
      end
      local named = value[1] == nil and value or named_items(value, ffi.istype(Filter, old), is_id)
      if named then
        return assign(old, inner, named)
      end
    elseif type(value) == 'boolean' and type(to[key]) ~= 'boolean' then -- LuaJIT would take 0 and 1
      error(('%s is no number'):format(value and 'true' or 'false'), 0)
    end
    to[key] = value
  end

  -- The number of items of a table. What it has by names, as members, or from 0 on would be left out in silence.
  local function length_of(items, item)
    local count = #items
    if items[0] ~= nil then
      error('item 0 of a table, which begins at 1', 0)
    elseif count == 0 and next(items) ~= nil and not items.n then -- `n` is the length that some lists have
      error(('one %s where a list of them belongs: write { { ... } }'):format(item), 0)
    end
    return count
  end

  -- A list counts itself; of an array the first items may be meant.
  local function assign_list(to, ctype, members, key)
    local _, item, counter, limit = unpack(LISTS[key])
    local items = members[key]
    if type(items) == 'table' then
      at_type, at_key = ctype, key
      local made = ffi.new(item .. '[?]', length_of(items, item))
      for i = 1, #items do
        made[i - 1] = build(ffi.typeof(item), items[i])
      end
      kept = kept or {}
      kept[#kept + 1], items = made, made
    end
    local room = ffi.sizeof(items) / ffi.sizeof(item)
    local count = members[counter] or room
    at_type, at_key = ctype, counter
    if not (count >= 0 and count <= room and count <= (limit or room)) then
      error(('%d of %d items%s'):format(count, room, limit and ', at most ' .. limit or ''), 0)
    end
    if limit then
      ffi.copy(to[key], items, count * ffi.sizeof(item))
    else
      to[key] = items
    end
    to[counter] = count
  end

  -- LuaJIT takes a struct where a pointer belongs: as a list of which nobody knows the length. istype() also says yes
  -- to pointers, which those may give who know it.
  local function refuse_one(item, value)
    if ffi.istype(item, value) and not tostring(ffi.typeof(value)):find('*', 1, true) then
      error(('one %s where a list of them belongs: write { ... }'):format(item), 0)
    end
  end

  function assign(to, ctype, members)
    for key, value in pairs(members) do
      local list = LISTS[key]
      local is_list = list and list[1] == struct_name(ctype)
      if is_list and (type(value) == 'table' or ffi.istype(list[2] .. '[?]', value)) then
        assign_list(to, ctype, members, key)
      elseif is_list then
        at_type, at_key = ctype, key
        refuse_one(list[2], value)
        assign_member(to, ctype, key, value)
      else
        assign_member(to, ctype, key, value)
      end
    end
  end

  function build(ctype, members)
    if type(members) ~= 'table' then
      return members
    end
    at_type, at_key = ctype, nil
    if members[1] ~= nil then
      if members[3] ~= nil then
        check_length(ctype, members)
      end
      local named_members = named_items(members, ctype == Filter, ctype == BodyId or ctype == ShapeId)
      if not named_members then
        return ctype(members)
      end
      members = named_members
    end
    local made, outer = ctype(), kept
    kept = nil
    assign(made, ctype, members)
    anchors[made] = kept and { members, kept } or members
    kept = outer
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
    local ctype, check = ffi.typeof(item), checks[item]
    for i = 1, count do
      at_type, at_key, at_item = ctype, nil, i
      local value = items[i]
      if type(value) == 'boolean' and item ~= 'bool' then
        error(('%s is no number'):format(value and 'true' or 'false'), 0)
      end
      array[i - 1] = check and check(value) or build(ctype, value)
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
    local counted, count = pcall(length_of, items, item)
    if not counted then
      error((method and method .. ': ' or '') .. count, level)
    end
    local made = arrays[item](count)
    local fine, message = pcall(fill, made, item, items, count)
    if not fine then
      refuse(message, method, at_item, level)
    end
    anchors[made] = items
    return made, count
  end

  local function array_of(item, items, wanted, name, level)
    local made, count = array(item, items, level + 1, name)
    if count < wanted then
      error(('%s: an array has %d items, not %d'):format(name, count, wanted), level)
    end
    return made
  end

  local function bits_of(number, method, level)
    local fine, made = pcall(checks.uint64_t, number)
    if not fine then
      error(('%s: %s'):format(method, made), level)
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

  -- Methods that auk.lua has as functions around these, so that the line of the caller is one level further up.
  local WRAPPED = {}
  for name in ('body_add_tiles shape_set_tiles shift_origin contacts overlaps hits events shape_overlaps predict ' ..
               'why shape_get shape_get_pieces shape_get_tiles body_advance'):gmatch '%S+' do
    WRAPPED[name] = true
  end

  -- How an argument is given in Lua. Each gets its name, its type and the text so far.
  local GIVEN = {}

  function GIVEN.value(name, ctype, text)
    if ctype == 'uint64_t' then
      text.before[#text.before + 1] = ('%s = bits_of(%s, method, level)'):format(name, name)
    end
    text.arguments[#text.arguments + 1] = name
    return name
  end

  function GIVEN.struct(name, ctype, text)
    text.before[#text.before + 1] =
      ("if type(%s) == 'table' then %s = make('%s', %s, level, method) end"):format(name, name, ctype, name)
    return GIVEN.value(name, ctype, text)
  end

  function GIVEN.enum(name, ctype, text)
    text.before[#text.before + 1] =
      ("if type(%s) == 'string' then %s = enumerator('%s', %s, level, method) end"):format(name, name, ctype, name)
    return GIVEN.value(name, ctype, text)
  end

  -- The first array says how many items the others must have. An outline has a second list with a length of its own,
  -- which may be left out.
  function GIVEN.array(name, ctype, text)
    if not text.counted or ctype == 'int' then
      text.counted = name .. '_count'
      text.before[#text.before + 1] =
        ("local %s = 0 if %s then %s, %s = array('%s', %s, level, method) end"):format(
          text.counted, ctype == 'int' and name .. ' ~= nil' or 'true', name, text.counted, ctype, name)
    else
      text.before[#text.before + 1] =
        ("if %s ~= nil then %s = array_of('%s', %s, %s, method, level) end"):format(name, name, ctype, name,
                                                                                    text.counted)
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
      ("%s = %s == nil and arrays['%s'](%s) or array_of('%s', %s, %s, method, level)"):format(
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
      ("if type(%s) ~= 'number' then error(method .. ': the capacity is no number', level - 1) end"):format(capacity)
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
    status = "local status = %s if status ~= 0 then fail(status, method, level, noted) end return %s",
    count = "local count = %s if count < 0 then fail(-count, method, level, noted) end return %scount",
    id = "local id = %s if id.generation == 0 then fail(last_status(world), method, level, noted) end return id",
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
    if count < 0 then fail(-count, method, level) end
    return copy_of('%s', %s, count), count]]

  local function answer(kind, call, text)
    local list, returned = text.list, table.concat(text.results, ', ')
    if text.sentence then
      return ("local length = %s if length < 0 then fail(-length, method, level) end return ffi.string(%s)"):format(
        call, text.sentence)
    elseif list then
      return LIST:format(call, list.name, list.ctype, call, list.ctype, list.name)
    elseif kind == 'find' then
      local refused = ('if %s.status ~= 0 then fail(%s.status, method, level) end'):format(returned, returned)
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
      "local fn, method, level, ffi, fail, make, enumerator, arrays, array, array_of, bits_of, room, copy_of, " ..
        "last_status, destroyed = ...",
      table.concat(types, '\n'),
      ("return function(%s)"):format(table.concat({ 'self', unpack(text.arguments) }, ', ')),
      "local world = self.pointer or destroyed(level, self)",
      table.concat(text.before, '\n'), table.concat(text.after, '\n'),
      (answer(kind, call, text):gsub('noted', access == 'changes' and 'world' or 'nil')),
      "end" }, '\n')
  end

  -- Who writes a dot for the colon passes the first argument as the world.
  local function destroyed(level, self)
    if self ~= nil and getmetatable(self) ~= methods then
      error('a method of a world is called with a colon, as world:step(dt)', level)
    end
    error('the world was destroyed', level or 3)
  end

  for line in cdef.methods:gmatch '[^\n]+' do
    local kind, name, access, marks = line:match '^(%w+) ([%w_]+) (%w+) ?(.*)$'
    local method = name:gsub('^auk_', ''):gsub('^world_', '')
    local text = source(kind, access, marks)
    methods[method] = assert(loadstring(text, '=world:' .. method))(
      library[name], method, WRAPPED[method] and 4 or 3, ffi, fail, make, enumerator, arrays, array, array_of, bits_of,
      room, copy_of, library.auk_world_last_status, destroyed)
  end

  local function check_type(ctype, method)
    if not pcall(ffi.typeof, ctype) then
      error(("%s: there is no type '%s'"):format(method, tostring(ctype)), 3)
    end
  end

  -- A struct with some of its members set, or a copy of one; and an array of so many items or of those of a table.
  function auk.new(ctype, members)
    check_type(ctype, 'new')
    if type(members) == 'cdata' then
      if not ffi.istype(ctype, members) then -- LuaJIT would take it for the first member
        error(('new: %s is no %s to copy'):format(tostring(ffi.typeof(members)), tostring(ctype)), 2)
      end
      return ffi.new(ctype, members)
    elseif type(members) ~= 'table' and members ~= nil then
      error(('new: a table of members belongs there, not a %s'):format(type(members)), 2)
    end
    local made = make(ctype, members or {}, 3, 'new')
    return made
  end

  function auk.array(item, items)
    check_type(item, 'array')
    if type(items) == 'number' then
      local fine, made = pcall(arrays[item], items)
      if not fine then
        error(('array: there are no %g items'):format(items), 2)
      end
      return made
    end
    local made = array(item, items, 3, 'array')
    return made
  end

  return { methods = methods, fail = fail, make = make, array = array, enumerator = enumerator, anchors = anchors,
           destroyed = destroyed, refuse_one = refuse_one }
end
