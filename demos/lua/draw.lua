-- How Bank shot looks: dark ground, lit walls, the path of the next shot as dots that fade with each bounce.
local g = love.graphics

local INK, FLOOR, WALL, EDGE = 0x0f1420, 0x182030, 0x33435e, 0x6f8cb8
local HERO, FOE, FRESH, BANKED, WORDS = 0x7fd6ff, 0xff6b6b, 0x8a97ad, 0xffd166, 0xe8eef8

local function color(hex, alpha)
  g.setColor(bit.rshift(hex, 16) / 255, bit.band(bit.rshift(hex, 8), 255) / 255, bit.band(hex, 255) / 255, alpha or 1)
end

local fonts = {}

local function write(text, size, hex, y, align)
  fonts[size] = fonts[size] or g.newFont(size)
  g.setFont(fonts[size])
  color(hex)
  g.printf(text, 16, y, g.getWidth() - 32, align)
end

local function pillar(x, y, corners, radius)
  for _, part in ipairs { { 'fill', WALL }, { 'line', EDGE } } do
    color(part[2])
    g.circle(part[1], x, y, radius, corners == 0 and 64 or corners) -- of few segments: a polygon
  end
end

local function dots(path, good)
  for leg = 0, path.legs.count - 1 do
    local from, to = path.legs.items[leg].from.p, path.legs.items[leg].to.p
    local length = (to - from):length()
    color(leg == 0 and FRESH or BANKED, (good and 0.9 or 0.45) / (1 + 0.5 * leg))
    for along = 0.5, length, 0.9 do
      local p = from:lerp(to, along / length)
      g.circle('fill', p.x, p.y, 0.12, 12)
    end
  end
end

local function walker(p, hex, angle)
  color(hex)
  g.circle('fill', p.x, p.y, 0.85, 40)
  color(INK)
  for side = -0.5, 0.5 do
    g.circle('fill', p.x + 0.6 * math.cos(angle + side), p.y + 0.6 * math.sin(angle + side), 0.16, 16)
  end
end

local function thing(of, world, goal, angle)
  local p = world:body_get_position(of.body)
  if of.kind == 'player' then
    walker(p, HERO, angle)
  elseif of.kind == 'enemy' then
    walker(p, FOE, math.atan2(goal.y - p.y, goal.x - p.x))
  elseif of.kind == 'shot' then
    local back = of.from - p -- the trail does not go round the corner of a bounce
    local to = p + math.min(1.6, back:length()) * back:normalize()
    color(of.banked > 0 and BANKED or FRESH, 0.35)
    g.line(p.x, p.y, to.x, to.y)
    color(of.banked > 0 and BANKED or FRESH)
    g.circle('fill', p.x, p.y, 0.25, 20)
  end
end

return function(game, bot, pillars, scale, path, good)
  color(FLOOR)
  g.rectangle('fill', 0, 0, g.getDimensions())
  g.push()
  g.scale(scale)
  g.setLineWidth(0.15)
  color(EDGE)
  g.rectangle('line', 0, 0, g.getWidth() / scale, g.getHeight() / scale)
  for _, p in ipairs(pillars) do
    pillar(unpack(p))
  end
  if game.lives > 0 then
    dots(path, good)
  end
  local goal = game.world:body_get_position(game.player.body)
  for _, of in pairs(game.things) do
    thing(of, game.world, goal, game.angle)
  end
  for i = #game.rings, 1, -1 do
    local ring = game.rings[i]
    color(ring.worth and BANKED or FOE, 1 - ring.age / 0.8)
    g.circle('line', ring.x, ring.y, 0.8 + 3 * ring.age, 40)
    if ring.age > 0.8 then
      table.remove(game.rings, i)
    end
  end
  g.pop()
  for _, ring in ipairs(game.rings) do -- in pixels, since letters are drawn for their size
    if ring.worth then
      g.push()
      g.translate(scale * ring.x - g.getWidth() / 2, scale * (ring.y - 2 * ring.age) - 44)
      write('+' .. ring.worth, 24, BANKED, 0, 'center')
      g.pop()
    end
  end
  write('score ' .. game.score, 22, WORDS, 6, 'left')
  write('lives ' .. math.max(game.lives, 0), 22, WORDS, 6, 'right')
  write(bot and 'the game plays itself: B takes over' or
        'WASD walk   mouse aims and shoots   only shots that have bounced count   R again   B watch', 14, 0x9fb0cc, 11,
        'center')
  if game.lives <= 0 then
    local middle = g.getHeight() / 2
    color(INK, 0.75)
    g.rectangle('fill', 0, middle - 70, g.getWidth(), 140)
    write('score ' .. game.score, 44, BANKED, middle - 52, 'center')
    write('R starts again', 18, WORDS, middle + 14, 'center')
  end
end
