-- Bank shot: only a shot that has bounced counts, and the more bounces the better; but then it may hit you as well.
-- WASD or the arrows walk, the mouse aims and shoots, R starts again, B lets the game play itself.
local auk = require 'auk'

local WIDTH, HEIGHT, SCALE, DT = 64, 36, 20, 1 / 120
local PLAYER, ENEMY, SHOT = auk.categories(1), auk.categories(2), auk.categories(3)
local SPEED, RELOAD, BOUNCES = 34, 0.22, 5
local PILLARS = { -- x, y, corners or 0 for a disc, radius
  { 16, 11, 6, 3 }, { 48, 25, 6, 3 }, { 32, 18, 4, 4 }, { 16, 26, 0, 2.5 }, { 48, 10, 0, 2.5 },
}

local game, bot, drawn, frames_wanted = nil, false, 0, nil
local work, report = auk.predict_work(), auk.move_report(8, 1)

local function add(kind, def)
  local thing = { kind = kind, body = game.world:body_create(def) }
  game.things[thing.body.index] = thing
  return thing
end

local function remove(thing)
  game.things[thing.body.index] = nil
  game.world:body_destroy(thing.body)
end

local function walker(kind, category, x, y)
  local thing = add(kind, { shape = auk.circle(0.85), position = { x, y }, filter = { category = category } })
  thing.mover = auk.new('AukMover', { floating = true })
  return thing
end

-- A shot bounces off walls and stops at walkers. It cannot meet the player before it has bounced.
local function shot_def(from, velocity)
  return { motion = 'swept', response = 'bounce', bounces = BOUNCES, shape = auk.circle(0.25), position = from,
           velocity = velocity, filter = { category = SHOT, ignore = bit.bor(SHOT, PLAYER) } }
end

local function start()
  game = { world = auk.world(), things = {}, rings = {}, score = 0, lives = 3, time = 0, reload = 0, spawn = 0,
           seed = 7, angle = 0, left = 0 }
  game.world:set_response_rules { { category = SHOT, other = bit.bor(ENEMY, PLAYER), response = 'touch' } }
  for _, wall in ipairs { { -1, 18, 1, 20 }, { 65, 18, 1, 20 }, { 32, -1, 34, 1 }, { 32, 37, 34, 1 } } do
    add('wall', { motion = 'static', position = { wall[1], wall[2] }, shape = auk.box(wall[3], wall[4]) })
  end
  for _, p in ipairs(PILLARS) do
    local shape = p[3] == 0 and auk.circle(p[4]) or auk.regular_polygon(p[3], p[4])
    add('wall', { motion = 'static', position = { p[1], p[2] }, shape = shape })
  end
  game.player = walker('player', PLAYER, 32, 28)
  local ghost = shot_def({ 0, 0 }, { 0, 0 }) -- never thrown: predictions ask where it would go
  ghost.disabled = true
  game.ghost = game.world:body_create(ghost)
end

local function random(low, high)
  game.seed = (game.seed * 1664525 + 1013904223) % 2^32
  return low + (high - low) * math.floor(game.seed / 256) / 16777216
end

-- Where a shot at the angle of the mouse begins, and its velocity.
local function muzzle()
  local direction = auk.vec(math.cos(game.angle), math.sin(game.angle))
  return game.world:body_get_position(game.player.body) + 0.9 * direction, SPEED * direction
end

-- The path of a shot, and whether it would hit an enemy after a bounce.
local function aim()
  local from, velocity = muzzle()
  local path = game.world:predict(work, game.ghost, { dt = DT, steps = 240, max_responses = 4, with_pose = true,
                                                      with_velocity = true, pose = auk.transform(from), velocity = velocity })
  local last = path.hits.count > 1 and game.things[path.hits.items[path.hits.count - 1].hit.body_b.index]
  return path, last and last.kind == 'enemy'
end

local function ring(at, worth)
  game.rings[#game.rings + 1] = { x = at.x, y = at.y, age = 0, worth = worth }
end

local function hurt()
  game.lives = game.lives - 1
  ring(game.world:body_get_position(game.player.body))
end

-- The hits of a step, in order of time. Bodies may go while the array is read.
local function read_hits()
  for _, hit in game.world:hits():each() do
    local shot, other = game.things[hit.body_a.index], game.things[hit.body_b.index]
    if shot and other and other.kind == 'wall' then
      shot.banked, shot.from = shot.banked + 1, auk.vec(hit.point.x, hit.point.y)
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
        ring(hit.point, shot.banked ^ 2)
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
      enemy.mover.velocity = enemy.speed * (to + enemy.side * to:perp()):normalize()
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
  local x, y = random(0, 1) < 0.5 and 3 or WIDTH - 3, random(3, HEIGHT - 3)
  local _, near = game.world:overlap(auk.circle(2), auk.transform { x, y })
  if game.time > game.spawn and near == 0 then
    local enemy = walker('enemy', ENEMY, x, y)
    enemy.speed, enemy.side = random(3, 5) + game.time / 30, random(-0.4, 0.4)
    game.spawn = game.time + math.max(0.6, 2 - game.time / 60)
  end
end

local function step(walk, fire)
  game.time = game.time + DT
  game.player.mover.velocity = 12 * walk:normalize()
  game.world:body_walk(game.player.body, game.player.mover, DT)
  move_enemies()
  spawn()
  if fire and game.time > game.reload then
    local from, velocity = muzzle()
    local shot = add('shot', shot_def(from, velocity))
    shot.banked, shot.from, game.reload = 0, from, game.time + RELOAD
  end
  game.world:step(DT)
  read_hits()
end

-- The game's own player goes in circles, and shoots where a shot would bounce into an enemy.
local function bot_step()
  local _, good = aim()
  step(auk.vec(math.cos(game.time), math.sin(1.3 * game.time)), good)
  game.angle = select(2, aim()) and game.angle or random(-math.pi, math.pi)
end

local function player_step()
  local function key(...) return love.keyboard.isDown(...) and 1 or 0 end
  local x, y = love.mouse.getPosition()
  local to = 1 / SCALE * auk.vec(x, y) - game.world:body_get_position(game.player.body)
  game.angle = math.atan2(to.y, to.x)
  step(auk.vec(key('d', 'right') - key('a', 'left'), key('s', 'down') - key('w', 'up')), love.mouse.isDown(1))
end

function love.update(dt)
  game.left = math.min(game.left + dt, 0.1)
  while game.left > DT and game.lives > 0 do
    game.left = game.left - DT
    if bot then bot_step() else player_step() end
  end
  for _, wave in ipairs(game.rings) do
    wave.age = wave.age + dt
  end
end

function love.draw()
  require 'draw' (game, bot, PILLARS, SCALE, aim())
  drawn = drawn + 1
  if drawn == frames_wanted then
    print(('drew %d frames'):format(drawn))
    love.event.quit()
  end
end

function love.keypressed(key)
  if key == 'r' then start() elseif key == 'b' then bot = not bot elseif key == 'escape' then love.event.quit() end
end

-- --headless N plays N steps without a window; --frames N draws N frames of such a game and ends.
function love.load(words)
  start()
  frames_wanted = words[1] == '--frames' and tonumber(words[2])
  bot = frames_wanted ~= false and frames_wanted ~= nil
  if words[1] == '--headless' then
    for _ = 1, tonumber(words[2]) do
      if game.lives > 0 then bot_step() end
    end
    print(('score %d, lives %d, hash %s'):format(game.score, game.lives, bit.tohex(game.world:hash())))
    love.event.quit()
  end
end
