-- Bad input: it raises an error that says what is wrong, at the line of the caller, and changes nothing. No array is
-- read beyond its end. Part of test.lua, which gives its functions.
local auk = require 'auk'
local ffi = require 'ffi'

return function(test, expect_error, shot)

test('bad input raises the text of the status, at the line of the caller', function()
  local world, wall, bullet = shot()
  local hash = world:hash()
  local line = debug.getinfo(1, 'l').currentline
  expect_error('input.lua:' .. line + 2 .. ': step: the time step .*there must be one %(dt is %-1%)$', function()
    world:step(-1)
  end)
  expect_error('input.lua:' .. line + 5 .. ': body_set_velocity: a number .*infinite %(velocity.x is nan%)$', function()
    world:body_set_velocity(bullet, { 0 / 0, 0 })
  end)
  expect_error('restore: .*changed %(buffer%)$', function() world:restore('nonsense') end)
  expect_error('body_set_velocity: .*static', function() world:body_set_velocity(wall, { 1, 0 }) end)
  expect_error('body_create: ', function() local _ = world:body_create { bounce_loss = 2, position = { 1 / 0, 0 } } end)
  expect_error("input.lua.*AukBodyDef has no 'positoin'", function() world:body_create { positoin = { 1, 2 } } end)
  expect_error("input.lua.*AukFilter has no 'mask'", function() world:body_create { filter = { mask = 1 } } end)
  expect_error("AukWorldDef has no '1", function() local _ = auk.world { [1.5] = 1, ['1'] = 2 } end)
  expect_error("'fast' is no AukMotion", function() world:body_create { motion = 'fast' } end)
  expect_error("'fast' is no AukMotion", function() world:body_set_motion(wall, 'fast') end)
  expect_error("'later' is no AukEventKind", function() world:events('later') end)
  expect_error('input.lua:%d+: world: a count is .* too large %(def.worker_count is %-1, outside 0..64%)$',
               function() local _ = auk.world { worker_count = -1 } end)
  expect_error('world: .*min > max %(def.wrap.max.x is 1, below 3%)$',
               function() local _ = auk.world { wrap = { { 3, 0 }, { 1, 0 } } } end)
  expect_error('cast_ray: a number is NaN', function() local _ = world:cast_ray({ 0 / 0, 0 }, { 1, 0 }) end)
  expect_error('overlap: ', function() local _ = world:overlap(auk.circle(1), auk.transform { 1 / 0, 0 }) end)
  expect_error('circle: ', function() local _ = auk.circle(-1) end)
  expect_error('polygon: ', function() local _ = auk.polygon { { 0, 0 }, { 1, 1 }, { 2, 2 } } end)
  expect_error('polygon: ', function() local _ = auk.polygon {} end)
  expect_error('regular_polygon: ', function() local _ = auk.regular_polygon(-5, 1) end)
  expect_error('restore: ', function() world:restore('nonsense') end)
  expect_error('restore: ', function() world:restore('') end)
  expect_error('snapshot: ', function() world:snapshot(auk.array('uint8_t', 8)) end)
  expect_error('move: ', function() world:move(auk.new('AukMover', { shape = auk.circle(1) }), -1) end)
  expect_error('body_walk: ', function() world:body_walk(wall, auk.new 'AukMover', 1) end)
  assert(world:hash() == hash, 'a call that failed changed the world')
end)

test('numbers of 64 bits are whole, and negative ones have all the bits on their left', function()
  local world = auk.world()
  local body = world:body_create { filter = { category = 2, ignore = bit.bnot(4) }, user_data = -1 }
  assert(world:body_get_filter(body).ignore == bit.bnot(4ULL) and world:body_get_user_data(body) == bit.bnot(0ULL))
  world:body_set_filter(body, { 2, -1, 5 })
  local filter = world:body_get_filter(body)
  assert(filter.category == 2 and filter.ignore == bit.bnot(0ULL) and filter.group == 5)
  for number = -300, -1 do
    world:body_set_user_data(body, number)
  end
  assert(world:body_get_user_data(body) == bit.bnot(0ULL))
  assert(auk.filter_mask(2, -1).ignore == 0 and auk.filter_mask(2, bit.bnot(4)).ignore == 4)
  assert(auk.new('AukFilter', { ignore = 2^63 + 2^40 }).ignore == bit.lshift(1ULL, 63) + bit.lshift(1ULL, 40))
  expect_error('AukFilter.category: 1.5 is no whole', function() auk.new('AukFilter', { category = 1.5 }) end)
  local function no_bits(text, run)
    expect_error('input.lua:%d+: ' .. text .. ' is no whole number from 0 to ', run)
  end
  no_bits('body_create: AukFilter.group: 4294967301',
          function() world:body_create { filter = { group = 2^32 + 5 } } end)
  no_bits('body_create: AukFilter.group: 4294967301', function() world:body_create { filter = { 1, 2, 2^32 + 5 } } end)
  no_bits('body_set_filter: AukFilter.group: %-1', function() world:body_set_filter(body, { group = -1 }) end)
  no_bits('body_set_filter: AukFilter.group: %-1', function() world:body_set_filter(body, { 0, 0, -1 }) end)
  no_bits('new: AukFilter.group: 1.5', function() auk.new('AukFilter', { group = 1.5 }) end)
  no_bits('new: AukFilter.group: nan', function() auk.new('AukFilter', { group = 0 / 0 }) end)
  no_bits('new: AukFilter.group: 4294967296ULL', function() auk.new('AukFilter', { group = 2^32 * 1ULL }) end)
  assert(auk.new('AukFilter', { group = 2^32 - 1 }).group == 2^32 - 1)
  assert(auk.new('AukFilter', { 0, 0, 7ULL }).group == 7)
  no_bits('body_get_pose: AukBodyId.index: 4294967297', function() world:body_get_pose { 2^32 + 1, 1 } end)
  no_bits('body_create: AukBodyId.generation: 4294967297', function() world:body_create { owner = { 0, 2^32 + 1 } } end)
  no_bits('body_create: AukBodyId.index: %-1', function() world:body_create { owner = { index = -1 } } end)
  no_bits('draw: AukDrawOptions.show: %-2', function() world:draw { show = bit.bnot(1) } end)
  no_bits('body_create: AukBodyDef.motion: 4294967297', function() world:body_create { motion = 2^32 + 1 } end)
  no_bits('array: item 2: unsigned int: 4294967296', function() auk.array('uint32_t', { 1, 2^32 }) end)
  assert(auk.array('uint64_t', { -1 })[0] == bit.bnot(0ULL))
  expect_error('AukBodyDef.user_data: nan is no whole', function() world:body_create { user_data = 0 / 0 } end)
  expect_error('input.lua.*body_set_user_data: 1e%+30', function() world:body_set_user_data(body, 1e30) end)
  for _, number in ipairs { 64, -1, 1.5, 0 / 0 } do
    expect_error('categories: .* is no whole number from 0 to 63', function() auk.categories(1, number) end)
  end
  assert(auk.categories(0, 63) == bit.lshift(1ULL, 63) + 1)
end)

test('a list in a struct counts itself, and no list is read beyond its end', function()
  local world = auk.world()
  local bodies = {}
  for i = 1, 3 do
    bodies[i] = world:body_create { shape = auk.circle(1) }
  end
  local function found(query)
    local _, count = world:overlap_point({ 0, 0 }, query)
    return count
  end
  local array = auk.array('AukBodyId', bodies)
  assert(found { excludes = { bodies[1], bodies[3] } } == 1 and found { excludes = array } == 0)
  assert(found { excludes = array, exclude_count = 1 } == 2 and found { excludes = {} } == 3)
  assert(found { excludes = ffi.cast('AukBodyId *', array), exclude_count = 2 } == 1)
  expect_error('exclude_count: 4 of 3 items', function() found { excludes = array, exclude_count = 4 } end)
  expect_error('exclude_count: %-1 of', function() found { excludes = array, exclude_count = -1 } end)
  local mover = auk.new('AukMover', { shape = auk.circle(1), query = { excludes = { bodies[1], bodies[2] } } })
  collectgarbage()
  collectgarbage()
  assert(mover.query.exclude_count == 2 and mover.query.excludes[1] == bodies[2])

  local corners = { { 0, 0 }, { 1, 0 }, { 1, 0.25 } }
  world:set_tile_kind(64, { points = corners })
  assert(world:get_tile_kind(64).count == 3)
  world:set_tile_kind(64, { points = corners, count = 2, one_way = { 0, 1 } })
  assert(world:get_tile_kind(64).count == 2)
  expect_error('at most 8', function() world:set_tile_kind(64, { points = auk.array('AukVec2', 9) }) end)

  local outline = { { 0, 0 }, { 4, 0 }, { 4, 1 }, { 1, 1 }, { 1, 4 }, { 0, 4 } }
  local thing = world:body_add_outline(world:body_create {}, outline) -- without holes
  world:shape_set_outline(thing, { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 }, { 1, 1 }, { 2, 1 }, { 2, 2 } }, { 4 })
  expect_error('hole_starts%[0%] is 9', function() world:shape_set_outline(thing, outline, { 9 }) end)

  expect_error('input.lua.*overlap_point: AukQuery.excludes: one AukBodyId where a list', function()
    found { excludes = bodies[1] }
  end)
  expect_error('overlap_point: AukQuery.excludes: one AukBodyId', function() found { excludes = array[0] } end)
  local poses = auk.array('AukTransform', 2)
  expect_error('input.lua.*crowd_separate: shapes: one AukShape where a list', function()
    auk.crowd_separate(auk.crowd(), { poses = poses, shapes = auk.circle(1) })
  end)
  expect_error('crowd_separate: bodies: one AukBodyId where a list', function()
    auk.crowd_separate(auk.crowd(), { poses = poses, shapes = auk.array('AukShape', 2), bodies = bodies[1] })
  end)
  expect_error('crowd_separate: poses: one AukTransform where', function()
    auk.crowd_separate(auk.crowd(), { poses = poses[0], shapes = auk.array('AukShape', 2) })
  end)
  expect_error('shapes has 1 items, not 2', function()
    auk.crowd_separate(auk.crowd(), { poses = poses, shapes = auk.array('AukShape', { auk.circle(1) }) })
  end)
  expect_error('poses has 2 items, not 9', function()
    auk.crowd_separate(auk.crowd(), { poses = poses, count = 9, shapes = auk.array('AukShape', 9) })
  end)
  local bytes = world:snapshot()
  expect_error('restore: there are 9 bytes', function() world:restore(bytes:sub(1, 9), #bytes) end)
  expect_error('restore: a nil is neither', function() world:restore(nil) end)
  expect_error('snapshot_delta: a number is neither', function() auk.snapshot_delta(bytes, 5) end)
  local forged = auk.snapshot_delta(bytes, bytes)
  expect_error('snapshot_apply: ', function() auk.snapshot_apply(bytes, forged:sub(1, -9)) end)
end)

test('what LuaJIT would take in silence is refused', function()
  local world = auk.world()
  local body, bytes = world:body_create { shape = auk.circle(1) }, world:snapshot()
  local hash = world:hash()
  for _, size in ipairs { -1, 0.5, 0 / 0, 'all', #bytes + 1 } do -- -1 was 2^64 - 1 bytes
    expect_error('input.lua:%d+: restore: there are %d+ bytes, not ', function() world:restore(bytes, size) end)
  end
  world:restore(bytes, #bytes)
  world:restore(ffi.cast('const uint8_t *', bytes), #bytes)
  expect_error('body_create: AukBodyDef.spin: false is no number', function() world:body_create { spin = false } end)
  expect_error('AukBodyDef.user_data: true is no', function() world:body_create { user_data = true } end)
  expect_error('array: item 2: float: false is no number', function() auk.array('float', { 1, false }) end)
  expect_error('input.lua.*body_add_chain: item 0 of a table, which begins at 1', function()
    world:body_add_chain(body, { [0] = { 0, 0 }, { 1, 0 }, { 2, 0 } }, false)
  end)
  for _, excludes in ipairs { { [0] = body, body }, { [2] = body }, { me = body } } do
    expect_error('input.lua.*AukQuery.excludes: ', function()
      world:overlap_point({ 0, 0 }, { excludes = excludes })
    end)
  end
  for _, cells in ipairs { 5, true } do
    expect_error('input.lua.*body_add_tiles: a %w+ is no cells', function()
      world:body_add_tiles(body, { width = 1, height = 1, cell = 1, cells = cells })
    end)
  end
  expect_error('body_add_tiles: item 2: unsigned char: false is no', function()
    world:body_add_tiles(body, { width = 3, height = 1, cell = 1, cells = { 1, false, 1 } })
  end)
  expect_error('input.lua.*new: .*AukBodyId.* is no AukHit to copy', function() auk.new('AukHit', body) end)
  expect_error('input.lua.*regular_polygon: .*regular_polygon%(nil, 1%)', function() auk.regular_polygon(nil, 1) end)
  assert(world:hash() == hash and auk.new('AukBodyId', body) == body and auk.array('bool', { true })[0] == true)
end)

test('cells are bytes, and those of a grid may be set again', function()
  local world = auk.world()
  local body = world:body_create { motion = 'static' }
  local map = world:body_add_tiles(body, { width = 6, height = 3, cell = 1, cells = ('\1'):rep(6) .. ('\0'):rep(12) })
  world:shape_set_tiles(map, 0, 1, 6, 2, world:shape_get_tiles(map).cells) -- scrolls
  assert(world:shape_get_tile(map, 5, 1) == 'AUK_TILE_FULL' and world:shape_get_tile(map, 5, 2) == 'AUK_TILE_EMPTY')
  for _, cell in ipairs { 256, -1, 1.5 } do
    expect_error('cell 2 is .* no whole number from 0 to 255', function()
      world:body_add_tiles(body, { width = 2, height = 1, cell = 1, cells = { 1, cell } })
    end)
  end
end)

test('what points into a world keeps it from being collected', function()
  local function made(alive, name)
    local world = auk.world()
    local body = world:body_create { shape = auk.polygon { { 0, 0 }, { 1, 0 }, { 1, 1 } } }
    local map = world:body_add_tiles(body, { width = 1, height = 1, cell = 1, cells = '\1' })
    local shapes = { shape_get_tiles = map, body_advance = body }
    alive[world] = true
    return (world[name](world, shapes[name] or world:body_get_shape(body, 0), 0))
  end
  for _, name in ipairs { 'shape_get', 'shape_get_pieces', 'shape_get_tiles', 'body_advance', 'contacts' } do
    local alive = setmetatable({}, { __mode = 'k' })
    local found = made(alive, name)
    collectgarbage()
    collectgarbage()
    assert(next(alive) and found, name)
    found = nil
    collectgarbage()
    collectgarbage()
    assert(not next(alive), name)
  end
end)

-- The message begins with the line of the caller, the call, the struct and its member.
test('values that do not fit name the call and the member, at the line of the caller', function()
  local world = auk.world()
  local body, hash = world:body_create { shape = auk.circle(1) }, world:hash()
  local function refused(text, run)
    local line = debug.getinfo(run, 'S').linedefined
    expect_error('input.lua:' .. line .. ': ' .. text, run)
  end
  local no_vector, no_float = ": cannot convert '%w+' to 'struct AukVec2'$", ": cannot convert 'string' to 'float'$"
  refused('body_create: AukBodyDef.position' .. no_vector, function() world:body_create { position = 'left' } end)
  refused('body_create: AukBodyDef.position' .. no_vector, function() world:body_create { position = 7 } end)
  refused('body_create: AukBodyDef.position' .. no_float, function() world:body_create { position = { 'a', 0 } } end)
  refused('body_create: AukVec2.x' .. no_float, function() world:body_create { position = { x = 'a' } } end)
  refused("body_create: AukVec2 has no 'z'$", function() world:body_create { position = { x = 1, z = 2 } } end)
  refused("body_create: 'fast' is no AukMotion$", function() world:body_create { motion = 'fast' } end)
  refused('body_create: AukBodyDef.position: 3 items where there are two$',
          function() world:body_create { position = { 1, 2, 3 } } end)
  refused("new: there is no type 'AukMovr'$", function() auk.new('AukMovr', {}) end)
  refused('new: a table of members belongs there, not a number$', function() auk.new('AukMover', 5) end)
  refused("array: there is no type 'AukVec'$", function() auk.array('AukVec', 3) end)
  refused('array: there are no %-1 items$', function() auk.array('AukVec2', -1) end)
  refused('regular_polygon: a count is .* %(regular_polygon%(1000000000, 1%)%)$',
          function() auk.regular_polygon(1e9, 1) end)
  refused('regular_polygon: a number .* is negative, .*%(regular_polygon%(5, %-1%)%)$',
          function() auk.regular_polygon(5, -1) end)
  refused('half_plane: the shape has no area: .* or a size or a normal is 0 %(half_plane%(%(0, 0%), 1%)%)$',
          function() auk.half_plane({ 0, 0 }, 1) end)
  refused('box: .* %(box%(1, %-2%)%)$', function() auk.box(1, -2) end)
  refused('capsule: .* %(capsule%(%(0, 0%), %(nan, 0%), 1%)%)$', function() auk.capsule({ 0, 0 }, { 0 / 0, 0 }, 1) end)
  refused('polygon: a count is .* %(polygon%(0 points%)%)$', function() auk.polygon {} end)
  refused("circle: cannot convert 'nil' to 'float' %(circle%(nil%)%)$", function() auk.circle() end)
  refused("capsule: cannot convert .* to 'struct AukVec2' %(capsule%(%(0, 0%), nil, 1%)%)$",
          function() auk.capsule({ 0, 0 }, nil, 1) end)
  refused('segment: AukVec2: 3 items where', function() auk.segment({ 0, 0 }, { 1, 1, 1 }) end)
  refused("half_plane: AukVec2.y" .. no_float, function() auk.half_plane({ x = 0, y = 'up' }, 1) end)
  assert(auk.half_plane({ x = 0, y = 2 }, 1).core.half_plane.normal.y == 2)
  refused('rounded: .* %(rounded%(shape, %-1%)%)$', function() auk.rounded(auk.circle(1), -1) end)
  refused('body_add_tiles: a count is negative.*tiles.width is 0',
          function() local _ = world:body_add_tiles(body, { cell = 1 }) end)
  refused("events: 'later' is no AukEventKind$", function() local _ = world:events 'later' end)
  refused('set_response_rules: one AukResponseRule where', function() world:set_response_rules { category = 1 } end)
  refused('body_add_chain: one AukVec2 where', function() world:body_add_chain(body, { x = 1, y = 2 }, false) end)
  refused("body_set_motion: 'fast' is no AukMotion$", function() world:body_set_motion(body, 'fast') end)
  refused('body_set_velocity: AukVec2' .. no_float, function() world:body_set_velocity(body, { 'a', 0 }) end)
  refused('cast_ray: AukQuery.exclude: cannot', function() world:cast_ray({ 0, 0 }, { 1, 0 }, { exclude = 3 }) end)
  local defs = { {}, { position = { 0, 'a' } } }
  refused('body_create_many: item 2: AukBodyDef.position' .. no_float, function() world:body_create_many(defs) end)
  refused('body_create_copies: item 1: AukVec2' .. no_vector, function() world:body_create_copies({}, { 'a' }) end)
  refused('new: AukMover.shape: cannot', function() auk.new('AukMover', { shape = 3 }) end)
  refused('world: AukWorldDef.wrap: cannot', function() auk.world { wrap = 3 } end)
  refused('array: item 2: float' .. no_float, function() auk.array('float', { 1, 'a' }) end)
  refused('polygon: item 2: AukVec2' .. no_float, function() auk.polygon { { 0, 0 }, { 'a', 1 } } end)
  refused('a method of a world is called with a colon', function() world.body_create { shape = auk.circle(1) } end)
  refused("results have no '0'", function() return world:hits()[0] end)
  refused("results have no 'cuont'", function() return world:contacts().cuont end)
  refused('move: the contacts are no', function() world:move(auk.new('AukMover', { shape = auk.circle(1) }), 1, {}) end)
  assert(world:hash() == hash, 'a call that failed changed the world')
end)

test('arrays that are too short or of another type raise an error', function()
  local world = auk.world()
  local bodies = world:body_create_copies({}, { { 0, 0 }, { 1, 0 }, { 2, 0 } })
  expect_error('an array has 2 items, not 3', function()
    world:body_set_velocity_many(bodies, { { 0, 0 }, { 1, 1 } })
  end)
  expect_error('no array of AukVec2', function() world:body_set_velocity_many(bodies, auk.array('AukRot', 3)) end)
  expect_error('no array of AukBodyId', function() world:body_destroy_many(bodies[0]) end)
  expect_error('no array of AukBodyId', function() world:body_destroy_many(ffi.cast('AukBodyId *', bodies)) end)
  expect_error('no array of AukBodyId', function() world:body_destroy_many(nil) end)
  expect_error('an array has 1 items, not 3', function()
    world:body_get_pose_many(bodies, auk.array('AukTransform', 1))
  end)
  local ground = world:body_create { motion = 'static' }
  expect_error('there are 3 cells, not 4', function()
    world:body_add_tiles(ground, { width = 2, height = 2, cell = 1, cells = { 1, 1, 1 } })
  end)
  expect_error("'fulll' is no AukTile", function()
    world:body_add_tiles(ground, { width = 1, height = 1, cell = 1, cells = { 'fulll' } })
  end)
  local grid = world:body_add_tiles(ground, { width = 2, height = 2, cell = 1, cells = '\1\0\0\1' })
  expect_error('there are 1 cells, not 2', function() world:shape_set_tiles(grid, 0, 0, 2, 1, '\1') end)
  world:shape_set_tiles(grid, 0, 0, 2, 1, { 'empty', 'full' })
  assert(world:shape_get_tile(grid, 1, 0) == auk.C.AUK_TILE_FULL)
  assert(world:shape_get_tile(grid, 0, 0) == 'AUK_TILE_EMPTY')
end)

end
