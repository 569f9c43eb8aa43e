-- Tests of the Lua layer: answers against loops of their own, bad input, old results, garbage. Run by
-- tests/embed/check_lua.py, with luajit and within LÖVE. `seed` may be given.
local auk = require 'auk'
local ffi = require 'ffi'

local names, tests = {}, {}

local function test(name, run)
  names[#names + 1], tests[name] = name, run
end

local function random_from(seed)
  local state = seed % 2^32
  return function(low, high)
    state = (state * 1664525 + 1013904223) % 2^32
    return low + (high - low) * math.floor(state / 256) / 16777216
  end
end

local function expect_error(pattern, run)
  local fine, message = pcall(run)
  assert(not fine, 'no error')
  assert(tostring(message):find(pattern), ('the error is "%s", not "%s"'):format(tostring(message), pattern))
end

local function shot(def)
  local world = auk.world(def)
  local wall = world:body_create { motion = 'static', shape = auk.box(0.5, 4), user_data = 7 }
  local bullet = world:body_create { motion = 'swept', response = 'touch', shape = auk.circle(0.5),
                                     position = { -8, 1 }, velocity = { 840, 0 } }
  world:step(1 / 60)
  return world, wall, bullet
end

---- results -----------------------------------------------------------------------------------------------------------

test('a bullet hits a thin wall', function()
  local world, wall, bullet = shot()
  local hits = world:hits()
  assert(hits.count == 1)
  local hit = hits:get(0)
  assert(hit.body_a == bullet and hit.body_b == wall and hit.user_data_b == 7 and hit.first)
  assert(math.abs(hit.fraction - 0.5) < 1e-6 and hit.point == auk.vec(-0.5, 1) and hit.normal == auk.vec(1, 0))
  assert(world:body_get_position(bullet) == auk.vec(-1, 1))
  assert(world:contacts().count == 1 and world:events('begin'):get(0).contact == 0)
  assert(world:events('end').count == 0 and world:events(auk.C.AUK_EVENT_ENTER).count == 0)
  assert(world:why(wall, bullet):find '^they touch')
end)

test('a copy of a result outlives the step', function()
  local world, _, bullet = shot()
  local hit = auk.new('AukHit', world:hits():get(0))
  world:body_set_velocity(bullet, { -100, 0 })
  world:step(1)
  assert(world:hits().count == 0 and hit.point == auk.vec(-0.5, 1) and hit.first)
  world:destroy()
  assert(hit.body_a == bullet and hit.velocity_a == auk.vec(840, 0))
end)

test('results of an earlier step raise an error', function()
  local world = shot()
  local hits, contacts = world:hits(), world:contacts()
  for _ in contacts:each() do
    world:step(1 / 60)
    break
  end
  expect_error('test.lua.*earlier step', function() hits:get(0) end)
  expect_error('test.lua.*earlier step', function() return hits.count end)
  expect_error('earlier step', function() contacts:each() end)
  expect_error('earlier step', function()
    for _ in world:contacts():each() do
      world:step(1 / 60)
    end
  end)
  expect_error('there is no item 1 of 1', function() world:contacts():get(1) end)
  expect_error('there is no item %-1', function() world:contacts():get(-1) end)
  local last, bytes = world:contacts(), world:snapshot()
  world:restore(bytes)
  expect_error('earlier step', function() last:get(0) end)
  last = world:contacts()
  world:destroy()
  expect_error('earlier step', function() last:get(0) end)
  expect_error('earlier step', function() return last.count end)
  expect_error('destroyed', function() world:step(1) end)
  expect_error('destroyed', function() world:hits() end)
  expect_error('destroyed', function() world:body_count() end)
  world:destroy()
end)

test('contacts agree with a loop over all pairs of circles', function(seed)
  local random = random_from(seed)
  local world, places = auk.world(), {}
  for i = 1, 300 do
    places[i] = { random(-8, 8), random(-8, 8) }
  end
  local bodies = world:body_create_copies({ shape = auk.circle(0.4) }, places)
  local velocities = auk.array('AukVec2', 300)
  for i = 0, 299 do
    velocities[i].x, velocities[i].y = random(-3, 3), random(-3, 3)
  end
  assert(world:body_set_velocity_living(bodies, velocities) == 0)
  local poses = auk.array('AukTransform', 300)
  for _ = 1, 20 do
    world:step(1 / 60)
    local same, living = world:body_get_pose_many(bodies, poses)
    assert(same == poses and living == 300)
    local touching = {}
    for _, contact in world:contacts():each() do
      touching[contact.body_a.index * 300 + contact.body_b.index] = true
    end
    for a = 0, 299 do
      for b = a + 1, 299 do
        local distance = (poses[a].p - poses[b].p):length() - 0.8
        if math.abs(distance) > 1e-5 then
          assert((touching[a * 300 + b] or false) == (distance < 0), 'a pair differs')
        end
      end
    end
  end
end)

---- queries -----------------------------------------------------------------------------------------------------------

test('queries return tables of results as long as they are', function(seed)
  local random = random_from(seed)
  local world, places = auk.world(), {}
  for i = 1, 500 do
    places[i] = { random(-4, 4), random(-4, 4) }
  end
  local bodies = world:body_create_copies({ shape = auk.circle(0.5) }, places)
  local found, count = world:overlap(auk.circle(20), auk.transform { 0, 0 })
  assert(count == 500 and ffi.sizeof(found) == 500 * ffi.sizeof 'AukFound')
  local _, fewer = world:overlap(auk.circle(20), auk.transform { 0, 0 }, { exclude = bodies[3] })
  assert(fewer == 499)
  local all, bodies_count = world:get_bodies()
  assert(bodies_count == 500 and all[499] == bodies[499])
  local near, many = world:nearest(nil, auk.transform { 1, 1 }, 2)
  local surely, perhaps = 0, 0 -- of 400 seeds one has a circle at the range itself, which rounding decides
  for i = 1, 500 do
    local distance = (auk.vec(places[i][1], places[i][2]) - auk.vec(1, 1)):length() - 0.5
    surely = surely + (distance < 2 - 1e-5 and 1 or 0)
    perhaps = perhaps + (distance < 2 + 1e-5 and 1 or 0)
  end
  assert(surely <= many and many <= perhaps and (many < 2 or near[0].distance <= near[1].distance))
  local none, zero = world:overlap_point({ 100, 0 })
  assert(zero == 0 and none ~= nil)
  assert(world:cast_ray({ 100, 0 }, { 0, 1 }) == nil)
  assert(world:cast_ray({ -20, places[1][2] }, { 40, 0 }).normal.x < 0)
  local rays, hits = world:cast_ray_many({ { -20, 0 }, { 100, 0 } }, { { 40, 0 }, { 0, 1 } })
  assert(hits == 1 and not rays[0].body:is_null() and rays[1].body:is_null())
  local blocked = world:cast_ray_any_many({ { -20, 0 }, { 100, 0 } }, { { 40, 0 }, { 0, 1 } })
  assert(blocked[0] == true and blocked[1] == false)
  local lists, counts, sum = world:overlap_many(auk.circle(1), { auk.transform { 0, 0 }, auk.transform { 90, 0 } }, nil,
                                                nil, 500)
  expect_error('overlap_many: the capacity', function()
    world:overlap_many(auk.circle(1), { auk.transform { 0, 0 } })
  end)
  local _, single = world:overlap(auk.circle(1), auk.transform { 0, 0 })
  assert(counts[0] == single and counts[1] == 0 and sum == single and lists[0].distance <= 0)
  local spans, span_count = world:cast_ray_spans(auk.span_work(), { -20, 0 }, { 40, 0 })
  assert(span_count > 0 and spans[0].enter <= spans[0].exit)
end)

test('a prediction is what the step does', function()
  local world = auk.world()
  world:body_create { motion = 'static', shape = auk.box(0.5, 10), position = { 5.5, 0 } }
  local ball = world:body_create { motion = 'swept', response = 'bounce', shape = auk.circle(0.5),
                                   velocity = { 300, 3 } }
  local predicted = world:predict(auk.predict_work(), ball, { dt = 1 / 60, steps = 2 })
  assert(predicted.hits.count == 1 and predicted['end'] == 'AUK_PREDICT_END_TIME')
  for _ = 1, 20 do -- the working memory has the hits, and lives as long as the answer
    collectgarbage()
    auk.predict_work()
  end
  assert(predicted.hits.items[0].hit.normal == auk.vec(1, 0))
  world:step(1 / 60)
  world:step(1 / 60)
  assert(world:body_get_position(ball) == predicted.pose.p)
end)

---- many --------------------------------------------------------------------------------------------------------------

test('calls for many bodies do as the single ones', function()
  local a, b = auk.world(), auk.world()
  local defs = {}
  for i = 1, 40 do
    defs[i] = { position = { i, 0 }, shape = auk.box(0.4, 0.4), angle = i / 10, spin = 1 }
  end
  local many, singles = a:body_create_many(defs), {}
  for i, def in ipairs(defs) do
    singles[i] = b:body_create(def)
  end
  assert(a:hash() == b:hash())
  local poses, spins = {}, {}
  for i = 1, 40 do
    poses[i], spins[i] = auk.transform({ 0.7 * i, 1 }, i), i
    b:body_set_pose(singles[i], poses[i])
    b:body_set_spin(singles[i], i)
  end
  a:body_set_pose_many(many, poses)
  a:body_set_spin_many(many, spins)
  a:step(0.1)
  b:step(0.1)
  assert(a:hash() == b:hash() and a:contacts().count > 0)
  a:body_destroy(many[5])
  assert(a:body_destroy_living(many) == 1 and a:body_count() == 0)
  expect_error('body_destroy_many: ', function() a:body_destroy_many(many) end)
end)

require 'input' (test, expect_error, shot)

---- snapshots ---------------------------------------------------------------------------------------------------------

test('snapshots, deltas and differences', function()
  local world = shot()
  local first, hash = world:snapshot(), world:hash()
  world:step(1)
  local second = world:snapshot()
  assert(auk.snapshot_compare(first, first) == nil)
  assert(type(auk.snapshot_compare(first, second)) == 'string')
  local delta = auk.snapshot_delta(first, second)
  assert(#delta < #second and auk.snapshot_apply(first, delta) == second)
  expect_error('snapshot_apply: ', function() auk.snapshot_apply(second, delta) end)
  world:restore(first)
  assert(world:hash() == hash)
  local buffer = auk.array('uint8_t', 2 * #second)
  local same, size = world:snapshot(buffer)
  assert(same == buffer and size == #first)
  world:step(1)
  world:restore(buffer, size)
  assert(world:hash() == hash and world:snapshot() == first)
end)

---- movers ------------------------------------------------------------------------------------------------------------

test('a mover walks to a wall and reports it', function()
  local world = auk.world()
  world:body_create { motion = 'static', shape = auk.box(10, 1), position = { 0, -1 } }
  local wall = world:body_create { motion = 'static', shape = auk.box(1, 5), position = { 5, 0 } }
  local zone = world:body_create { motion = 'static', shape = auk.circle(0.2), position = { 2, 0.5 }, sensor = true }
  local mover = auk.new('AukMover', { shape = auk.capsule({ 0, 0.4 }, { 0, 1 }, 0.4), pose = { p = { 0, 0.1 } },
                                      velocity = { 10, -1 } })
  local report = auk.move_report()
  world:move_report(mover, 1, report)
  assert(mover.floor and mover.wall and math.abs(mover.pose.p.x - 3.6) < 1e-4 and report.sensor_count == 1)
  assert(report.sensors[0].body == zone and report.contacts[report.contact_count - 1].body == wall)
  mover.velocity = auk.vec(10, -1)
  local contacts = auk.array('AukMoverContact', 8)
  assert(world:move(mover, 1, contacts) == 2 and contacts[1].kind == 'AUK_MOVER_WALL')
end)

test('a crowd is pushed apart, within walls and without a world', function()
  local world = auk.world()
  world:body_create { motion = 'static', shape = auk.box(1, 9), position = { -1.5, 0 } }
  local crowd, shapes, weights = auk.crowd(), {}, auk.array('float', { 1, 2, 3 })
  local poses = auk.array('AukTransform', { auk.transform { 0, 0 }, auk.transform { 0.5, 0 }, auk.transform { 9, 0 } })
  for i = 1, 3 do
    shapes[i] = auk.circle(0.5)
  end
  for i = 1, 100 do
    local overlaps = auk.crowd_separate(crowd, { shapes = shapes, poses = poses, weights = weights, world = world })
    assert(overlaps == 1 or i > 1)
  end
  assert(math.abs(poses[0].p.x) < 1e-3 and poses[1].p.x > 0.99 and poses[2].p == auk.vec(9, 0), 'the wall holds one')
  poses[1].p.x = 0.5
  assert(auk.crowd_separate(crowd, { shapes = shapes, poses = poses }) == 1 and poses[0].p.x < -0.1)
  assert(auk.crowd_separate(crowd, { shapes = { auk.circle(3) }, poses = poses, count = 1 }) == 0)
  expect_error('test.lua.*crowd_separate: shapes has 1 items, not 3', function()
    auk.crowd_separate(crowd, { shapes = { auk.circle(1) }, poses = poses })
  end)
  expect_error('crowd_separate: shapes: item 1: AukShape: cannot', function()
    auk.crowd_separate(crowd, { shapes = { 3, 3, 3 }, poses = poses })
  end)
  expect_error('crowd_separate: poses change', function()
    auk.crowd_separate(crowd, { shapes = shapes, poses = { auk.transform { 0, 0 } } })
  end)
  expect_error("crowd_separate: AukCrowdDef has no 'size'", function()
    auk.crowd_separate(crowd, { shapes = shapes, poses = poses, size = 3 })
  end)
  expect_error('crowd_separate: a .*negative', function()
    auk.crowd_separate(crowd, { shapes = shapes, poses = poses, strength = -1 })
  end)
  world:destroy()
  expect_error('destroyed', function() auk.crowd_separate(crowd, { shapes = shapes, poses = poses, world = world }) end)
end)

---- garbage -----------------------------------------------------------------------------------------------------------

local function resident_pages()
  local file = io.open '/proc/self/statm'
  if not file then
    return 0
  end
  local pages = file:read('*a'):match '%d+ (%d+)'
  file:close()
  return tonumber(pages)
end

test('worlds that nobody has any more are destroyed', function()
  local before
  for i = 1, 60 do
    local world = auk.world()
    world:body_create_copies({ shape = auk.circle(1) }, auk.array('AukVec2', 2000)) -- all at one place
    collectgarbage()
    before = before or i == 10 and resident_pages()
  end
  collectgarbage()
  assert(resident_pages() < before + 4000, 'memory grows') -- 60 of these worlds take about 12,000 pages
end)

test('vertices live as long as what was made with them', function()
  local world = auk.world()
  local shapes, defs = {}, {}
  for i = 1, 50 do
    shapes[i] = auk.rounded(auk.polygon { { 0, 0 }, { i, 0 }, { 0, i } }, 0.5)
    defs[i] = auk.new('AukBodyDef', { shape = auk.regular_polygon(5 + i, i) })
  end
  for _ = 1, 20 do
    collectgarbage()
    local _ = auk.array('AukVec2', 5000)
  end
  for i = 1, 50 do
    local bounds = world:body_get_bounds(world:body_create { shape = shapes[i] })
    assert((bounds.max - auk.vec(i + 0.5, i + 0.5)):length() < 1e-3)
    assert((bounds.min + auk.vec(0.5, 0.5)):length() < 1e-3)
    assert(math.abs(world:body_get_bounds(world:body_create(defs[i])).max.x - i) < 1e-3)
  end
end)

test('what points into a world keeps it alive', function()
  local made = {
    function(world, body) return world:shape_get(world:body_get_shapes(body)[0]) end,
    function(world, body) return world:body_advance(body, 0.1) end,
    function(world, body)
      local tiles = { width = 2, height = 1, cell = 1, cells = { 1, 0 } }
      return world:shape_get_tiles(world:body_add_tiles(body, tiles))
    end,
  }
  for i, make in ipairs(made) do
    local world = auk.world()
    local shape = auk.polygon { { 0, 0 }, { 1, 0 }, { 0, 1 } }
    local there = setmetatable({ world }, { __mode = 'v' })
    local found = make(world, world:body_create { motion = 'MOVING', shape = shape })
    world = nil
    collectgarbage()
    collectgarbage()
    assert(there[1], 'the world of result ' .. i .. ' is gone')
    assert(found)
    found = nil
    collectgarbage()
    collectgarbage()
    assert(not there[1], 'the world stays')
  end
end)

---- what is inline in C -----------------------------------------------------------------------------------------------

-- Each inline function of math2d.h, and what it is in Lua.
local INLINES = {
  auk_vec = auk.vec,
  auk_vec_add = function(a, b) return a + b end,
  auk_vec_sub = function(a, b) return a - b end,
  auk_vec_scale = function(k, v) return k * v end,
  auk_vec_neg = function(v) return -v end,
  auk_vec_lerp = function(a, b, t) return a:lerp(b, t) end,
  auk_vec_dot = function(a, b) return a:dot(b) end,
  auk_vec_cross = function(a, b) return a:cross(b) end,
  auk_vec_add_scaled = function(a, k, b) return a:add_scaled(k, b) end,
  auk_vec_perp = function(v) return v:perp() end,
  auk_vec_length = function(v) return v:length() end,
  auk_vec_length_squared = function(v) return v:length_squared() end,
  auk_vec_normalize = function(v) return v:normalize() end,
  auk_vec_angle = function(v) return v:angle() end,
  auk_rot_identity = auk.rot_identity,
  auk_rot_towards = auk.rot_towards,
  auk_rot_apply = function(q, v) return q:apply(v) end,
  auk_rot_apply_inverse = function(q, v) return q:apply_inverse(v) end,
  auk_rot_multiply = function(a, b) return a * b end,
  auk_rot_inverse = function(q) return q:inverse() end,
  auk_transform_identity = auk.transform_identity,
  auk_transform = auk.transform,
  auk_transform_apply = function(t, v) return t:apply(v) end,
  auk_transform_apply_inverse = function(t, v) return t:apply_inverse(v) end,
  auk_transform_multiply = function(a, b) return a * b end,
  auk_transform_inverse = function(t) return t:inverse() end,
  auk_box = auk.aabb,
  auk_box_overlap = function(a, b) return a:overlap(b) end,
  auk_box_contains = function(a, b) return a:contains(b) end,
  auk_box_contains_point = function(a, p) return a:contains_point(p) end,
  auk_box_union = function(a, b) return a:union(b) end,
  auk_filter_mask = auk.filter_mask,
  auk_filter_meets = function(a, b) return a:meets(b) end,
  auk_body_id_equal = function(a, b) return a == b end,
  auk_body_id_is_null = function(a) return a:is_null() end,
  auk_shape_id_equal = function(a, b) return a == b end,
  auk_shape_id_is_null = function(a) return a:is_null() end,
}

local function bytes_of(value, ctype)
  local box = ffi.new(ctype .. '[1]')
  box[0] = value
  -- The sign and payload of a NaN are nobody's business.
  local words = ffi.cast('uint32_t *', box)
  for i = 0, ffi.sizeof(box) / 4 - 1 do
    if bit.band(words[i], 0x7f800000) == 0x7f800000 and bit.band(words[i], 0x7fffff) ~= 0 and ctype ~= 'AukFilter' then
      words[i] = 0x7fc00000
    end
  end
  return ffi.string(box, ctype == 'AukFilter' and ffi.offsetof(ctype, 'group') + 4 or ffi.sizeof(box)) -- no padding
end

-- A float of any size, small ones and equal ones too.
local function float(random)
  local kind = math.floor(random(0, 6))
  if kind == 0 then
    return math.floor(random(-3, 3))
  elseif kind == 1 then
    return random(-1, 1) * 2 ^ math.floor(random(-148, 126))
  end
  return random(-100, 100)
end

local ARGUMENTS = {
  ['float'] = float,
  ['uint64_t'] = function(random) return bit.lshift(1ULL, math.floor(random(0, 64))) end,
  AukVec2 = function(random) return auk.vec(float(random), float(random)) end,
  AukRot = function(random) return ffi.new('AukRot', float(random), float(random)) end,
  AukTransform = function(random)
    return ffi.new('AukTransform', { float(random), float(random) }, { float(random), float(random) })
  end,
  AukBox = function(random) return auk.aabb({ random(-3, 1), random(-3, 1) }, { random(-1, 3), random(-1, 3) }) end,
  AukFilter = function(random)
    return ffi.new('AukFilter', math.floor(random(0, 5)), math.floor(random(0, 5)), math.floor(random(0, 3)))
  end,
  AukBodyId = function(random) return ffi.new('AukBodyId', math.floor(random(0, 3)), math.floor(random(0, 3))) end,
  AukShapeId = function(random) return ffi.new('AukShapeId', math.floor(random(0, 3)), math.floor(random(0, 3))) end,
}

-- AUK_INLINES is a library with the inline functions under names with a c_ before, AUK_INLINES_LIST their types.
if os.getenv 'AUK_INLINES' then
  test('every inline function of math2d.h gives the bits that it gives in C', function(seed)
    local random = random_from(seed)
    local count, declared = 0, {}
    for line in io.lines(os.getenv 'AUK_INLINES_LIST') do
      local result, name, list = line:match '^(%w+) ([%w_]+)%((.*)%)$'
      declared[#declared + 1] = { result = result, name = name, list = list ~= 'void' and list or '' }
      ffi.cdef(('%s c_%s(%s);'):format(result, name, list))
    end
    local library = ffi.load(os.getenv 'AUK_INLINES')
    for _, of in ipairs(declared) do
      local lua = assert(INLINES[of.name], of.name .. ' is missing in Lua')
      for _ = 1, 3000 do
        local given = {}
        for ctype in of.list:gmatch '[^, ]+' do
          local value = ARGUMENTS[ctype](random)
          given[#given + 1] = ctype == 'float' and tonumber(ffi.new('float[1]', value)[0]) or value
        end
        local expected, found = library['c_' .. of.name](unpack(given)), lua(unpack(given))
        assert(bytes_of(expected, of.result) == bytes_of(found, of.result), of.name .. ' differs from C')
      end
      count = count + 1
    end
    assert(count >= 35)
  end)
end

-- AUK_LAYOUT has a line "STRUCT FIELD OFFSET SIZE" for each member, from a C compiler.
if os.getenv 'AUK_LAYOUT' then
  test('structs are laid out as the C compiler lays them out', function()
    local count = 0
    for line in io.lines(os.getenv 'AUK_LAYOUT') do
      local struct, field, offset, size = line:match '^(%w+) (%S+) (%d+) (%d+)$'
      assert(ffi.sizeof(struct) == tonumber(size), struct .. ' has another size')
      assert(ffi.offsetof(struct, field) == tonumber(offset), struct .. '.' .. field .. ' is elsewhere')
      count = count + 1
    end
    assert(count > 300)
  end)
end

return function(seed, say)
  for _, name in ipairs(names) do
    local fine, message = xpcall(function() tests[name](seed) end, debug.traceback)
    if not fine then
      error(('%s (seed %d)\n%s'):format(name, seed, message), 0)
    end
  end
  say(('%d tests passed'):format(#names))
end
