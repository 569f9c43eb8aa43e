-- How Bank shot looks: dark ground, lit walls, the path of the next shot as dots that fade with each bounce.
local g = love.graphics

local function color(hex, alpha)
  g.setColor(bit.rshift(hex, 16) / 255, bit.band(bit.rshift(hex, 8), 255) / 255, bit.band(hex, 255) / 255, alpha or 1)
end

local INK, FLOOR, WALL, EDGE = 0x0f1420, 0x182030, 0x33435e, 0x6f8cb8
local HERO, FOE, FRESH, BANKED = 0x7fd6ff, 0xff6b6b, 0x8a97ad, 0xffd166

local fonts = {}

local function font(size)
  fonts[size] = fonts[size] or g.newFont(size)
  g.setFont(fonts[size])
end

local function pillar(x, y, corners, radius)
  local points = {}
  for i = 0, corners - 1 do
    local angle = 2 * math.pi * i / corners
    points[2 * i + 1], points[2 * i + 2] = x + radius * math.cos(angle), y + radius * math.sin(angle)
  end
  for _, part in ipairs { { 'fill', WALL }, { 'line', EDGE } } do
    color(part[2])
    if corners == 0 then
      g.circle(part[1], x, y, radius, 64)
    else
      g.polygon(part[1], points)
    end
  end
end

local function dots(path, hits_enemy)
  for leg = 0, path.legs.count - 1 do
    local l = path.legs.items[leg]
    local from, way = l.from.p, l.to.p - l.from.p
    local length = way:length()
    for along = 0.5, length, 0.9 do
      color(leg == 0 and FRESH or BANKED, (hits_enemy and 0.9 or 0.45) / (1 + 0.5 * leg))
      g.circle('fill', from.x + way.x * along / length, from.y + way.y * along / length, 0.12, 12)
    end
  end
end

local function walker(p, radius, hex, angle)
  color(hex)
  g.circle('fill', p.x, p.y, radius, 40)
  color(INK)
  for side = -0.5, 0.5, 1 do
    g.circle('fill', p.x + radius * 0.75 * math.cos(angle + side), p.y + radius * 0.75 * math.sin(angle + side),
             radius * 0.18, 16)
  end
end

local function things(game)
  local goal = game.world:body_get_position(game.player.body)
  for _, thing in pairs(game.things) do
    local p = game.world:body_get_position(thing.body)
    if thing.kind == 'enemy' then
      walker(p, thing.radius, FOE, math.atan2(goal.y - p.y, goal.x - p.x))
    elseif thing.kind == 'shot' then
      local v = game.world:body_get_velocity(thing.body):normalize()
      local hex = thing.banked > 0 and BANKED or FRESH
      color(hex, 0.35)
      g.line(p.x, p.y, p.x - 1.6 * v.x, p.y - 1.6 * v.y)
      color(hex)
      g.circle('fill', p.x, p.y, thing.radius, 20)
    end
  end
  walker(goal, game.player.radius, HERO, game.angle or 0)
end

local function rings(game)
  for _, ring in ipairs(game.rings) do
    color(ring.bad and FOE or BANKED, 1 - ring.age / 0.8)
    g.circle('line', ring.x, ring.y, 0.8 + 3 * ring.age, 40)
    if ring.worth then
      font(20)
      g.print('+' .. ring.worth, ring.x + 0.6, ring.y - 1.6 - 2 * ring.age, 0, 1 / 20)
    end
  end
end

local function words(game, bot)
  local w, h = g.getDimensions()
  font(22)
  color(0xe8eef8)
  g.print('score ' .. game.score, 16, 6)
  g.printf('lives ' .. math.max(game.lives, 0), 0, 6, w - 16, 'right')
  font(14)
  color(0x9fb0cc)
  g.printf(bot and 'the game plays itself: B takes over' or
           'WASD walk   mouse aims and shoots   only shots that have bounced count   R again   B watch', 0, 11, w, 'center')
  if game.lives <= 0 then
    color(INK, 0.75)
    g.rectangle('fill', 0, h / 2 - 70, w, 140)
    font(44)
    color(BANKED)
    g.printf('score ' .. game.score, 0, h / 2 - 52, w, 'center')
    font(18)
    color(0xe8eef8)
    g.printf('R starts again', 0, h / 2 + 14, w, 'center')
  end
end

return function(game, bot, pillars, path, target, scale, x, y, width, height)
  g.clear(0.06, 0.08, 0.13)
  g.push()
  g.translate(x, y)
  g.scale(scale)
  g.setLineWidth(0.15)
  color(FLOOR)
  g.rectangle('fill', 0, 0, width, height)
  color(EDGE)
  g.rectangle('line', 0, 0, width, height)
  for _, p in ipairs(pillars) do
    pillar(unpack(p))
  end
  if path then
    dots(path, target)
  end
  things(game)
  rings(game)
  g.pop()
  words(game, bot)
end
