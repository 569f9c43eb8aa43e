-- Bank shot: only a shot that has bounced counts, and the more bounces the better; but then it may hit you as well.
-- WASD or the arrows walk, the mouse aims and shoots, R starts again, B lets the game play itself.
local auk = require 'auk'

local WIDTH, HEIGHT, DT = 64, 36, 1 / 120
local PLAYER, ENEMY, SHOT = auk.categories(1), auk.categories(2), auk.categories(3)
local SPEED, RELOAD, BOUNCES = 34, 0.22, 5
local PILLARS = { -- x, y, corners or 0 for a disc, radius
  { 16, 11, 6, 3 }, { 48, 25, 6, 3 }, { 32, 18, 4, 4 }, { 16, 26, 0, 2.5 }, { 48, 10, 0, 2.5 },
}

local game, bot, drawn, frames_wanted = nil, false, 0, nil
local work, report = auk.predict_work(), auk.move_report(8, 1)

local function add(kind, radius, def)
  local thing = { kind = kind, radius = radius, body = game.world:body_create(def) }
  game.things[thing.body.index] = thing
  return thing
end

local function remove(thing)
  if game.things[thing.body.index] == thing then
    game.things[thing.body.index] = nil
    game.world:body_destroy(thing.body)
  end
end

local function walker(kind, category, radius, x, y)
  local thing = add(kind, radius, { shape = auk.circle(radius), position = { x, y }, filter = { category = category } })
  thing.mover = auk.new('AukMover', { floating = true })
  return thing
end

-- What a shot is when it leaves: it bounces off walls and stops at walkers. The player cannot meet it yet.
local function shot_def(x, y, vx, vy)
  return { motion = 'swept', response = 'bounce', bounces = BOUNCES, shape = auk.circle(0.25), position = { x, y },
           velocity = { vx, vy }, filter = { category = SHOT, ignore = bit.bor(SHOT, PLAYER) } }
end

local function start()
  game = { world = auk.world(), things = {}, rings = {}, score = 0, lives = 3, time = 0, reload = 0, spawn = 0,
           seed = 7, angle = 0, left = 0 }
  game.world:set_response_rules { { category = SHOT, other = bit.bor(ENEMY, PLAYER), response = 'touch' } }
  for _, wall in ipairs { { -1, 18, 1, 20 }, { 65, 18, 1, 20 }, { 32, -1, 34, 1 }, { 32, 37, 34, 1 } } do
    add('wall', 0, { motion = 'static', position = { wall[1], wall[2] }, shape = auk.box(wall[3], wall[4]) })
  end
  for _, p in ipairs(PILLARS) do
    local shape = p[3] == 0 and auk.circle(p[4]) or auk.regular_polygon(p[3], p[4])
    add('wall', p[4], { motion = 'static', position = { p[1], p[2] }, shape = shape })
  end
  game.player = walker('player', PLAYER, 0.8, 32, 28)
  local ghost = shot_def(0, 0, 0, 0) -- never thrown: predictions ask where it would go
  ghost.disabled = true
  game.ghost = game.world:body_create(ghost)
end

local function random(low, high)
  game.seed = (game.seed * 1664525 + 1013904223) % 2^32
  return low + (high - low) * math.floor(game.seed / 256) / 16777216
end

-- The path of a shot at this angle, and the enemy that it would hit after a bounce.
local function aim(angle)
  local p, direction = game.world:body_get_position(game.player.body), auk.vec(math.cos(angle), math.sin(angle))
  local path = game.world:predict(work, game.ghost, {
    dt = DT, steps = 240, max_responses = 4, with_pose = true, with_velocity = true,
    pose = auk.transform(p + 0.9 * direction), velocity = SPEED * direction,
  })
  local last = path.hits.count > 1 and path.hits.items[path.hits.count - 1].hit
  local target = last and game.things[last.body_b.index]
  return path, target and target.kind == 'enemy' and target or nil
end

local function hurt()
  game.lives = game.lives - 1
  local p = game.world:body_get_position(game.player.body)
  game.rings[#game.rings + 1] = { x = p.x, y = p.y, age = 0, bad = true }
end

-- The hits of a step, in order of time. Bodies may go while the array is read.
local function read_hits()
  for _, hit in game.world:hits():each() do
    local shot, other = game.things[hit.body_a.index], game.things[hit.body_b.index]
    if shot and other and other.kind == 'wall' then
      shot.banked = shot.banked + 1
      game.world:body_set_filter(shot.body, { category = SHOT, ignore = SHOT })
      if hit.response == 'AUK_RESPONSE_TOUCH' then
        remove(shot)
      end
    elseif shot and other then
      remove(shot)
      if other.kind == 'player' then
        hurt()
      elseif shot.banked > 0 then
        game.score = game.score + shot.banked ^ 2
        game.rings[#game.rings + 1] = { x = hit.point.x, y = hit.point.y, age = 0, worth = shot.banked ^ 2 }
        remove(other)
      end
    end
  end
end

local function move_enemies()
  local goal = game.world:body_get_position(game.player.body)
  for _, enemy in pairs(game.things) do
    if enemy.kind == 'enemy' then
      local to = (goal - game.world:body_get_position(enemy.body)):normalize()
      enemy.mover.velocity = enemy.speed * (to + 0.4 * enemy.side * to:perp()):normalize()
      game.world:body_walk(enemy.body, enemy.mover, DT, report)
      for i = 0, report.contact_count - 1 do
        if report.contacts[i].body == game.player.body then
          hurt()
          remove(enemy)
          break
        end
      end
    end
  end
end

local function spawn()
  game.spawn = game.spawn - DT
  local x, y = random(0, 1) < 0.5 and 3 or WIDTH - 3, random(3, HEIGHT - 3)
  local _, near = game.world:overlap(auk.circle(2), auk.transform { x, y })
  if game.spawn < 0 and near == 0 then
    local enemy = walker('enemy', ENEMY, 0.9, x, y)
    enemy.speed, enemy.side = random(3, 5) + game.time / 30, random(-1, 1)
    game.spawn = math.max(0.6, 2 - game.time / 60)
  end
end

local function step(walk, angle, fire)
  local world, player = game.world, game.player
  game.time, game.reload, game.angle = game.time + DT, game.reload - DT, angle
  player.mover.velocity = 12 * walk:normalize()
  world:body_walk(player.body, player.mover, DT)
  move_enemies()
  spawn()
  if fire and game.reload < 0 then
    local p, direction = world:body_get_position(player.body), auk.vec(math.cos(angle), math.sin(angle))
    local from, velocity = p + 0.9 * direction, SPEED * direction
    add('shot', 0.25, shot_def(from.x, from.y, velocity.x, velocity.y)).banked = 0
    game.reload = RELOAD
  end
  world:step(DT)
  read_hits()
end

-- The game's own player: circles, and shoots where a shot would bounce into an enemy.
local function bot_step()
  local _, target = aim(game.angle)
  local angle = target and game.angle or random(-math.pi, math.pi)
  step(auk.vec(math.cos(game.time), math.sin(game.time * 1.3)), angle, target ~= nil)
end

-- Where the level is in the window: pixels for a unit, and the corner.
local function view()
  local w, h = love.graphics.getDimensions()
  local scale = math.min(w / (WIDTH + 2), (h - 60) / HEIGHT)
  return scale, (w - scale * WIDTH) / 2, 40 + (h - 60 - scale * HEIGHT) / 2
end

local function key(...)
  return love.keyboard.isDown(...) and 1 or 0
end

local function player_step()
  local scale, x, y = view()
  local mx, my = love.mouse.getPosition()
  local to = auk.vec((mx - x) / scale, (my - y) / scale) - game.world:body_get_position(game.player.body)
  local walk = auk.vec(key('d', 'right') - key('a', 'left'), key('s', 'down') - key('w', 'up'))
  step(walk, math.atan2(to.y, to.x), love.mouse.isDown(1))
end

function love.update(dt)
  game.left = math.min(game.left + dt, 0.1)
  while game.left > DT and game.lives > 0 do
    game.left = game.left - DT
    if bot then bot_step() else player_step() end
  end
  for i = #game.rings, 1, -1 do
    game.rings[i].age = game.rings[i].age + dt
    if game.rings[i].age > 0.8 then
      table.remove(game.rings, i)
    end
  end
end

function love.draw()
  local path, target
  if game.lives > 0 then
    path, target = aim(game.angle)
  end
  local scale, x, y = view()
  require 'draw' (game, bot, PILLARS, path, target, scale, x, y, WIDTH, HEIGHT)
  drawn = drawn + 1
  if drawn == frames_wanted then
    print(('drew %d frames'):format(drawn))
    love.event.quit()
  end
end

function love.keypressed(pressed)
  if pressed == 'escape' then
    love.event.quit()
  elseif pressed == 'r' then
    start()
  elseif pressed == 'b' then
    bot = not bot
  end
end

-- --headless N plays N steps without a window; --frames N draws N frames of such a game and ends.
function love.load(words)
  start()
  frames_wanted = words[1] == '--frames' and tonumber(words[2])
  bot = frames_wanted and true or false
  if words[1] == '--headless' then
    for _ = 1, tonumber(words[2]) do
      if game.lives > 0 then
        bot_step()
      end
    end
    print(('score %d, lives %d, hash %s'):format(game.score, game.lives, bit.tohex(game.world:hash())))
    love.event.quit()
  end
end
