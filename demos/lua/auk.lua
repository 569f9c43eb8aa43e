-- auk for LuaJIT and LÖVE: a thin layer over the C library. README.md says how to use it; include/auk/ of the
-- repository documents every function, and auk_cdef.lua lists all of them.
--
--     local auk = require 'auk'
--     local world = auk.world()
--     local body = world:body_create { shape = auk.circle(0.5), velocity = { 1, 0 } }
--     world:step(1 / 60)
--
-- A method of a world is the C function of that name without auk_world_ or auk_: auk_world_step() is world:step(),
-- auk_body_get_pose() is world:body_get_pose(). It takes tables for structs and arrays, leaves out counts and
-- capacities, and raises the text of a status that is an error. auk.C has all functions and constants as they are.
local ffi = require 'ffi'
local folder = (...) and (...):match '^(.*)%.[^.]+$'
local beside = folder and folder .. '.' or ''

local cdef = require(beside .. 'auk_cdef')
ffi.cdef(cdef.declarations)

---- the library -------------------------------------------------------------------------------------------------------

-- The library is looked for where AUK_LIBRARY says, beside the game, beside this file, and where the system looks.
local function places()
  local name = ({ OSX = 'libauk.dylib', Windows = 'auk.dll' })[ffi.os] or 'libauk.so'
  local list = { os.getenv 'AUK_LIBRARY' }
  if love and love.filesystem then
    list[#list + 1] = love.filesystem.getSource() .. '/' .. name
    list[#list + 1] = love.filesystem.getSourceBaseDirectory() .. '/' .. name
  end
  local here = debug.getinfo(1, 'S').source:match '^@(.*[/\\])'
  list[#list + 1] = (here or './') .. name
  list[#list + 1] = 'auk'
  return list
end

local function load_library()
  local tried = {}
  for _, place in ipairs(places()) do
    local found, library = pcall(ffi.load, place)
    if found then
      return library
    end
    tried[#tried + 1] = tostring(library)
  end
  error('the library of auk is not found; README.md of demos/lua says how to build it:\n  ' ..
        table.concat(tried, '\n  '), 0)
end

-- A patch version changes no header; before 1.0 a minor version may, later it only adds.
local function check_version(library)
  local version = ffi.string(library.auk_version())
  local major, minor = version:match '^(%d+)%.(%d+)%.'
  local of = cdef.version
  major, minor = tonumber(major), tonumber(minor)
  if major ~= of[1] or minor < of[2] or (major == 0 and minor ~= of[2]) then
    error(('the library is auk %s, but auk_cdef.lua is of %s'):format(version, table.concat(of, '.')), 0)
  end
  return version
end

local C = load_library()
local auk = { C = C, version = check_version(C), numbers = cdef.numbers }
local functions, checks = require(beside .. 'auk_math')(C)
for name, value in pairs(functions) do
  auk[name] = value
end
local parts = require(beside .. 'auk_methods')(auk, C, cdef, checks)
local fail, make, array, anchors = parts.fail, parts.make, parts.array, parts.anchors

---- shapes and other values -------------------------------------------------------------------------------------------

-- The call of a constructor as text, for its errors: a shape that is refused says no more than the status.
local function call_text(name, ...)
  local texts = {}
  for i = 1, select('#', ...) do
    local value = select(i, ...)
    local is_shape, is_list = ffi.istype('AukShape', value), ffi.istype('AukVec2[?]', value)
    texts[i] = is_shape and 'shape' or is_list and 'points' or tostring(value)
  end
  return ('%s(%s)'):format(name, table.concat(texts, ', '))
end

local function refuse(status, name, level, ...)
  fail(status, name, level + 1, name .. ': ' .. call_text(name, ...))
end

-- Calls a constructor. Its errors are those of the line that called the function around this one.
local function shape_of(name, construct, ...)
  local fine, shape = pcall(construct, ...)
  if not fine then
    error(('%s: %s (%s)'):format(name, shape:match "to '.-' %((.*)%)$" or shape, call_text(name, ...)), 3)
  elseif shape.kind == 'AUK_SHAPE_NONE' then
    refuse(shape.status, name, 4, ...)
  end
  return shape
end

function auk.circle(radius)
  local shape = shape_of('circle', C.auk_shape_circle, radius)
  return shape
end

function auk.capsule(p, q, radius)
  p, q = make('AukVec2', p, 3, 'capsule'), make('AukVec2', q, 3, 'capsule')
  local shape = shape_of('capsule', C.auk_shape_capsule, p, q, radius)
  return shape
end

function auk.segment(p, q)
  p, q = make('AukVec2', p, 3, 'segment'), make('AukVec2', q, 3, 'segment')
  local shape = shape_of('segment', C.auk_shape_segment, p, q)
  return shape
end

function auk.box(half_width, half_height)
  local shape = shape_of('box', C.auk_shape_box, half_width, half_height)
  return shape
end

function auk.ellipse(half_width, half_height)
  local shape = shape_of('ellipse', C.auk_shape_ellipse, half_width, half_height)
  return shape
end

function auk.half_plane(normal, offset)
  local shape = shape_of('half_plane', C.auk_shape_half_plane, make('AukVec2', normal, 3, 'half_plane'), offset)
  return shape
end

function auk.rounded(shape, radius)
  local rounded = shape_of('rounded', C.auk_shape_rounded, shape, radius)
  anchors[rounded] = shape
  return rounded
end

-- The convex hull of points in any order. The shape keeps its vertices alive, a copy of its struct does not.
function auk.polygon(points, radius)
  local from, count = array('AukVec2', points, 3, 'polygon')
  local hull = ffi.new('AukVec2[?]', math.max(count, 1))
  local found = C.auk_hull(from, count, hull)
  if found < 0 then
    refuse(-found, 'polygon', 3, count .. ' points')
  end
  local shape = shape_of('polygon', C.auk_shape_polygon, hull, found, radius or 0)
  anchors[shape] = hull
  return shape
end

function auk.regular_polygon(count, radius)
  if not (type(count) == 'number' and count >= 3 and count <= C.AUK_VERTEX_COUNT_MAX) then
    refuse(C.AUK_ERROR_COUNT, 'regular_polygon', 3, count, radius)
  end
  local vertices = ffi.new('AukVec2[?]', count)
  local status = C.auk_regular_polygon(count, radius, vertices)
  if status ~= 0 then
    refuse(status, 'regular_polygon', 3, count, radius)
  end
  local shape = shape_of('regular_polygon', C.auk_shape_polygon, vertices, count, 0)
  anchors[shape] = vertices
  return shape
end

-- The categories with these numbers, from 0 to 63, as AukFilter has them.
function auk.categories(...)
  local found = 0ULL
  for _, number in ipairs { ... } do
    if type(number) ~= 'number' or number % 1 ~= 0 or number < 0 or number > 63 then
      error(('categories: %s is no whole number from 0 to 63'):format(tostring(number)), 2)
    end
    found = bit.bor(found, bit.lshift(1ULL, number))
  end
  return found
end

-- Working memory for predictions, rays through shapes and crowds, released with the garbage.
local function work(name)
  return function()
    local status = ffi.new 'AukStatus[1]'
    local made = C['auk_' .. name .. '_create'](status)
    if made == nil then
      fail(status[0], name, 3)
    end
    return ffi.gc(made, C['auk_' .. name .. '_destroy'])
  end
end

auk.predict_work, auk.span_work, auk.crowd = work 'predict_work', work 'span_work', work 'crowd'

local function text_of(call, answer)
  local text = ffi.new('char[?]', 256)
  call(answer, text, 256)
  return ffi.string(text)
end

---- results of a step -------------------------------------------------------------------------------------------------

-- An array of the last step, where it lies in the library: nothing is copied. Items are counted from 0, as in C, since
-- events name contacts by their number. After the next step, a restore or the end of the world it raises an error, but
-- for `items`.
local View = {}

local function view(world, found)
  return setmetatable({ world = world, stamp = world.stamp, items = found.items, length = found.count }, View)
end

local function check_stamp(self, level)
  if self.world.stamp ~= self.stamp then
    error('these results are of an earlier step: ask the world anew after each one', level)
  end
end

local methods = {}

function View:__index(key)
  if key == 'count' then
    check_stamp(self, 3)
    return self.length
  elseif not methods[key] then
    error(("results have no '%s', but count, items, get(i) and each()"):format(tostring(key)), 2)
  end
  return methods[key]
end

function methods:get(i)
  check_stamp(self, 3)
  if not (i >= 0 and i < self.length) then
    error(('there is no item %s of %d'):format(tostring(i), self.length), 2)
  end
  return self.items[i]
end

local function following(self, i)
  i = i + 1
  check_stamp(self, 3)
  if i < self.length then
    return i, self.items[i]
  end
end

-- for i, hit in world:hits():each() do
function methods:each()
  check_stamp(self, 3)
  return following, self, -1
end

---- worlds ------------------------------------------------------------------------------------------------------------

local World = parts.methods
World.__index = World

-- A world, of the members of AukWorldDef. It is destroyed with the garbage, or by world:destroy().
function auk.world(def)
  local status = ffi.new 'AukStatus[1]'
  local made = make('AukWorldDef', def, 3, 'world')
  local pointer = C.auk_world_create(made, status)
  if pointer == nil then
    local text = ffi.new('char[?]', C.AUK_ERROR_TEXT_SIZE)
    C.auk_world_create_error_text(made, status[0], text, C.AUK_ERROR_TEXT_SIZE)
    fail(status[0], 'world', 3, ffi.string(text))
  end
  return setmetatable({ pointer = ffi.gc(pointer, C.auk_world_destroy), stamp = 0 }, World)
end

function World:destroy()
  if self.pointer then
    C.auk_world_destroy(ffi.gc(self.pointer, nil))
    self.pointer, self.stamp = nil, self.stamp + 1
  end
end

function World:step(dt)
  local status = C.auk_world_step(self.pointer or parts.destroyed(), dt)
  if status ~= 0 then
    fail(status, 'step', 3, self.pointer)
  end
  self.stamp = self.stamp + 1
end

local shift_origin = World.shift_origin

function World:shift_origin(dx, dy)
  local applied = shift_origin(self, dx, dy)
  self.stamp = self.stamp + 1
  return applied
end

for _, name in ipairs { 'contacts', 'overlaps', 'hits', 'events', 'shape_overlaps' } do
  local plain = World[name]
  World[name] = function(self, what)
    return view(self, plain(self, what))
  end
end

-- What these return points into the world, which lives as long.
for _, name in ipairs { 'shape_get', 'shape_get_pieces', 'shape_get_tiles', 'body_advance' } do
  local plain = World[name]
  World[name] = function(self, id, dt)
    local found, count = plain(self, id, dt)
    anchors[found] = self
    return found, count
  end
end

-- Bytes of cells: a string, a table of numbers and names of tiles, an array, or the cells of a grid of the world.
local function cells(items, count, level, method)
  if type(items) == 'table' then
    local numbers = {}
    for i, tile in ipairs(items) do
      numbers[i] = type(tile) == 'string' and parts.enumerator('AukTile', tile, level + 1, method) or tile
      if type(numbers[i]) == 'number' and not (tile % 1 == 0 and tile >= 0 and tile <= 255) then
        error(('%s: cell %d is %g, no whole number from 0 to 255'):format(method, i, tile), level)
      end
    end
    items = array('uint8_t', numbers, level + 1, method)
  end
  if items ~= nil and type(items) ~= 'string' and type(items) ~= 'cdata' then
    error(('%s: a %s is no cells: a string, a table or an array has them'):format(method, type(items)), level)
  end
  local pointer = type(items) == 'cdata' and ffi.istype('const uint8_t *', items) -- knows no size
  local size = type(items) == 'string' and #items or items ~= nil and not pointer and ffi.sizeof(items) or count
  if size < count then
    error(('%s: there are %d cells, not %d'):format(method, size, count), level)
  end
  return items
end

-- def.cells as for shape_set_tiles().
local add_tiles = World.body_add_tiles

function World:body_add_tiles(body, tiles, def)
  local grid = tiles
  if type(tiles) == 'table' then
    local members = {}
    for key, value in pairs(tiles) do
      members[key] = key ~= 'cells' and value or nil
    end
    grid = make('AukTilesDef', members, 3, 'body_add_tiles')
    local bytes = cells(tiles.cells, grid.width * grid.height, 3, 'body_add_tiles')
    grid.cells = bytes
    anchors[grid] = bytes
  end
  local id = add_tiles(self, body, grid, def)
  return id
end

local set_tiles = World.shape_set_tiles

function World:shape_set_tiles(shape, x, y, width, height, tiles)
  set_tiles(self, shape, x, y, width, height, cells(tiles, width * height, 3, 'shape_set_tiles'))
end

local function length(items, ctype)
  return ffi.sizeof(items) / ffi.sizeof(ctype)
end

-- Moves a character. Contacts go to the array that is given, which is auk.array('AukMoverContact', n); the result is
-- how many were written, or, without an array, how many there are.
function World:move(mover, dt, contacts)
  if contacts ~= nil and type(contacts) ~= 'cdata' then
    error("move: the contacts are no auk.array('AukMoverContact', n)", 2)
  end
  local room = contacts and length(contacts, 'AukMoverContact') or 0
  local count = C.auk_world_move(self.pointer or parts.destroyed(), mover, dt, contacts, room)
  if count < 0 then
    fail(-count, 'move', 3)
  end
  return count
end

-- What moves met: report.contacts[0 .. report.contact_count - 1], and sensors so too.
function auk.move_report(contacts, sensors)
  contacts = auk.array('AukMoverContact', contacts or C.AUK_MOVER_CONTACT_MAX)
  sensors = auk.array('AukMoverSensor', sensors or C.AUK_MOVER_SENSOR_MAX)
  local report = ffi.new('AukMoveReport', contacts, length(contacts, 'AukMoverContact'), sensors,
                         length(sensors, 'AukMoverSensor'))
  anchors[report] = { contacts, sensors }
  return report
end

-- Pushes the members of a crowd apart. `def` is a table of the members of AukCrowdDef: `world` is what auk.world()
-- made, shapes, weights and bodies are tables or arrays, and poses, which change, are auk.array('AukTransform', n); n is
-- the count, unless that is given. Returns how many pairs overlapped before.
local CROWD_LISTS = { shapes = 'AukShape', weights = 'float', bodies = 'AukBodyId', poses = 'AukTransform' }

function auk.crowd_separate(crowd, def)
  if type(def) ~= 'table' then
    error(('crowd_separate: a table of members belongs there, not a %s'):format(type(def)), 2)
  elseif type(def.poses) == 'table' then
    error("crowd_separate: poses change, so they are an auk.array('AukTransform', ...)", 2)
  end
  local members = {}
  for key, value in pairs(def) do
    members[key] = value
  end
  if getmetatable(def.world) == World then
    members.world = def.world.pointer or parts.destroyed()
  end
  if def.count == nil and ffi.istype('AukTransform[?]', def.poses) then
    members.count = length(def.poses, 'AukTransform')
  end
  for key, item in pairs(CROWD_LISTS) do
    if type(def[key]) == 'table' or ffi.istype(item .. '[?]', def[key]) then
      local items, count = array(item, def[key], 3, 'crowd_separate: ' .. key)
      if count < (members.count or 0) then
        error(('crowd_separate: %s has %d items, not %d'):format(key, count, members.count), 2)
      end
      members[key] = items
    elseif def[key] ~= nil then
      local fine, message = pcall(parts.refuse_one, item, def[key])
      if not fine then
        error(('crowd_separate: %s: %s'):format(key, message), 2)
      end
    end
  end
  local overlaps = C.auk_crowd_separate(crowd, make('AukCrowdDef', members, 3, 'crowd_separate'))
  if overlaps < 0 then
    fail(-overlaps, 'crowd_separate', 3)
  end
  return overlaps
end

-- The arrays of the answer are in `work`, and are those of its last use.
local predict = World.predict

function World:predict(memory, body, question)
  local predicted = predict(self, memory, body, question)
  anchors[predicted] = memory
  return predicted
end

-- Why two bodies touch or do not, as a sentence, and the AukWhy.
local why = World.why

function World:why(a, b)
  local answer = why(self, a, b)
  return text_of(C.auk_why_text, answer), answer
end

---- snapshots ---------------------------------------------------------------------------------------------------------

-- Snapshots and deltas are strings of bytes. With a buffer of one's own, auk.array('uint8_t', n), the snapshot is
-- written there and nothing is made: world:snapshot(buffer) returns the buffer and the size.
function World:snapshot(buffer)
  local pointer = self.pointer or parts.destroyed()
  if buffer ~= nil and type(buffer) ~= 'cdata' then
    error("snapshot: the buffer is no auk.array('uint8_t', n)", 2)
  end
  local size = C.auk_world_snapshot_size(pointer)
  local bytes = buffer or ffi.new('uint8_t[?]', size)
  local status = C.auk_world_snapshot(pointer, bytes, ffi.sizeof(bytes))
  if status ~= 0 then
    fail(status, 'snapshot', 3)
  end
  if buffer then
    return buffer, tonumber(size)
  end
  return ffi.string(bytes, size)
end

-- Of a pointer nobody knows the size: what is said is believed.
local function size_of(bytes, method, said)
  local size = type(bytes) == 'string' and #bytes or type(bytes) == 'cdata' and ffi.sizeof(bytes)
  if not size then
    error(('%s: a %s is neither a string nor an array of bytes'):format(method, type(bytes)), 3)
  elseif said == nil then
    return size
  end
  local is_pointer = ffi.istype('uint8_t *', bytes) or ffi.istype('const uint8_t *', bytes)
  local number = tonumber(said)
  if not (number and number >= 0 and number % 1 == 0 and (is_pointer or number <= size)) then
    error(('%s: there are %d bytes, not %s'):format(method, size, tostring(said)), 3)
  end
  return number
end

function World:restore(bytes, size)
  local room = size_of(bytes, 'restore', size)
  local status = C.auk_world_restore(self.pointer or parts.destroyed(), bytes, room)
  if status ~= 0 then
    fail(status, 'restore', 3, self.pointer)
  end
  self.stamp = self.stamp + 1
end

-- A delta that was changed may claim any size.
local function bytes_for(size, method)
  local fine, made = pcall(ffi.new, 'uint8_t[?]', size)
  if not fine then
    fail(C.AUK_ERROR_OUT_OF_MEMORY, method, 4)
  end
  return made
end

function auk.snapshot_delta(base, target)
  local base_size, target_size = size_of(base, 'snapshot_delta'), size_of(target, 'snapshot_delta')
  local room = C.auk_snapshot_delta_bound(target_size)
  local bytes, written = bytes_for(room, 'snapshot_delta'), ffi.new 'uint64_t[1]'
  local status = C.auk_snapshot_delta(base, base_size, target, target_size, bytes, room, written)
  if status ~= 0 then
    fail(status, 'snapshot_delta', 3)
  end
  return ffi.string(bytes, written[0])
end

function auk.snapshot_apply(base, delta)
  local base_size, delta_size = size_of(base, 'snapshot_apply'), size_of(delta, 'snapshot_apply')
  local room = C.auk_snapshot_delta_target_size(delta, delta_size)
  local bytes, written = bytes_for(room, 'snapshot_apply'), ffi.new 'uint64_t[1]'
  local status = C.auk_snapshot_apply(base, base_size, delta, delta_size, bytes, room, written)
  if status ~= 0 then
    fail(status, 'snapshot_apply', 3)
  end
  return ffi.string(bytes, written[0])
end

-- The first difference of two snapshots as a sentence, and the AukSnapshotDifference; nil if there is none.
function auk.snapshot_compare(a, b)
  local difference = ffi.new 'AukSnapshotDifference'
  local a_size, b_size = size_of(a, 'snapshot_compare'), size_of(b, 'snapshot_compare')
  local status = C.auk_snapshot_compare(a, a_size, b, b_size, difference)
  if status ~= 0 then
    fail(status, 'snapshot_compare', 3)
  end
  if ffi.string(difference.array) == '' then
    return nil
  end
  return text_of(C.auk_snapshot_difference_text, difference), difference
end

return auk
