-- The simulation of tests/embed/lua_simulation.c, through Lua: prints the hash of every tenth step.
local auk = require 'auk'
local ffi = require 'ffi'

local state = 12345

local function random(low, high)
  state = (state * 1664525 + 1013904223) % 2^32
  return low + (high - low) * math.floor(state / 256) / 16777216
end

return function(print_line)
  local world = auk.world { history = 4, up = { 0, -1 } }
  local ground = world:body_create { motion = 'static' }
  world:body_add_chain(ground, { { -60, -20 }, { -20, -22 }, { 20, -18 }, { 60, -20 } }, false)
  world:body_add_tiles(ground, { width = 4, height = 2, cell = 2, cells = { 'full', 'slope_right_low', 0, 1, 1, 1, 0, 1 } },
                       { position = { -4, 6 } })
  world:set_response_rules { { category = auk.categories(3), response = 'bounce', bounce_loss = 0.25 } }

  local movers, walkers = {}, {}
  for i = 1, 200 do
    local shape = i % 3 == 0 and auk.box(0.5, 0.25) or i % 3 == 1 and auk.circle(0.5) or
      auk.polygon { { -0.5, -0.5 }, { 0.5, -0.5 }, { 0, 0.75 }, { 0, 0 } }
    movers[i] = world:body_create {
      position = { random(-30, 30), random(-15, 15) }, velocity = { random(-9, 9), random(-9, 9) }, spin = random(-2, 2),
      shape = shape, motion = i % 4 == 0 and 'swept' or 'moving', response = i % 4 == 0 and 'slide' or 'cross',
      filter = { category = auk.categories(i % 5) }, user_data = i,
    }
  end
  local bodies = auk.array('AukBodyId', movers)
  for i = 1, 5 do
    local body = world:body_create { shape = auk.capsule({ 0, -0.5 }, { 0, 0.5 }, 0.4), position = { 8 * i - 24, -12 } }
    walkers[i] = { body = body, mover = auk.new('AukMover', { up = { 0, 1 }, step_height = 0.3 }) }
  end

  local saved
  for step = 1, 120 do
    local velocities = world:body_get_velocity_many(bodies)
    for i = 0, #movers - 1 do
      velocities[i] = velocities[i]:add_scaled(1 / 64, auk.vec(0, -10))
    end
    world:body_set_velocity_many(bodies, velocities)
    for _, walker in ipairs(walkers) do
      walker.mover.velocity = walker.mover.velocity + auk.vec(0.5, -0.25)
      world:body_walk(walker.body, walker.mover, 1 / 64)
    end
    world:step(1 / 64)
    if step == 40 then
      saved = world:snapshot()
      world:step(1 / 64)
      world:restore(saved)
    end
    if step % 10 == 0 then
      print_line(('%d %s %d %d'):format(step, bit.tohex(world:hash()), world:contacts().count, world:hits().count))
    end
  end
end
