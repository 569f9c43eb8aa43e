-- What auk/math2d.h has inline, as operators and methods of the structs: a + b, v:length(), pose:apply(v) ...
-- The results are those of math2d.h bit by bit: Lua computes in double precision, and every sum and product is rounded
-- to float at once, in the order in which C does it.
local ffi = require 'ffi'
local sqrt = math.sqrt
local istype = ffi.istype

local cell = ffi.new 'float[1]'

local function f(x)
  cell[0] = x
  return cell[0]
end

local Vec2, Rot = ffi.typeof 'AukVec2', ffi.typeof 'AukRot'
local Transform, Box = ffi.typeof 'AukTransform', ffi.typeof 'AukBox'
local Filter = ffi.typeof 'AukFilter'

local function written(v)
  return ('(%g, %g)'):format(v.x, v.y)
end

-- Ids and structs of floats are equal if all members are; anything else is not equal to them.
local function same(ctype, a_member, b_member)
  return function(a, b)
    return istype(ctype, a) and istype(ctype, b) and a[a_member] == b[a_member] and a[b_member] == b[b_member]
  end
end

---- vectors -----------------------------------------------------------------------------------------------------------

local vec = {}

function vec.dot(a, b)
  return f(f(a.x * b.x) + f(a.y * b.y))
end

function vec.cross(a, b)
  return f(f(a.x * b.y) - f(a.y * b.x))
end

function vec.add_scaled(a, k, b)
  k = f(k)
  return Vec2(a.x + f(k * b.x), a.y + f(k * b.y))
end

function vec.lerp(a, b, t)
  t = f(t)
  return Vec2(a.x + f(t * f(b.x - a.x)), a.y + f(t * f(b.y - a.y)))
end

function vec.perp(v)
  return Vec2(-v.y, v.x)
end

function vec.length_squared(v)
  return f(f(v.x * v.x) + f(v.y * v.y))
end

function vec.length(v)
  return f(sqrt(f(f(v.x * v.x) + f(v.y * v.y))))
end

function vec.normalize(v)
  local square = vec.length_squared(v)
  if not (square > 1e-30 and square < 1e38) then -- as in math2d.h
    v = (square < 1 and 2 ^ 100 or 2 ^ -66) * v
    square = vec.length_squared(v)
    if not (square > 0 and square < 1e38) then
      return Vec2(0, 0)
    end
  end
  local length = f(sqrt(square))
  return Vec2(v.x / length, v.y / length)
end

ffi.metatype(Vec2, {
  __index = vec,
  __add = function(a, b) return Vec2(a.x + b.x, a.y + b.y) end,
  __sub = function(a, b) return Vec2(a.x - b.x, a.y - b.y) end,
  __unm = function(v) return Vec2(-v.x, -v.y) end,
  -- Either order: k * v and v * k.
  __mul = function(a, b)
    if type(a) == 'number' then
      a, b = b, a
    end
    b = f(b)
    return Vec2(b * a.x, b * a.y)
  end,
  __eq = same(Vec2, 'x', 'y'),
  __tostring = written,
})

---- rotations and poses -----------------------------------------------------------------------------------------------

local rot = {}

function rot.apply(q, v)
  return Vec2(f(q.c * v.x) - f(q.s * v.y), f(q.s * v.x) + f(q.c * v.y))
end

function rot.apply_inverse(q, v)
  return Vec2(f(q.c * v.x) + f(q.s * v.y), f(q.c * v.y) - f(q.s * v.x))
end

function rot.multiply(a, b)
  return Rot(f(a.c * b.c) - f(a.s * b.s), f(a.s * b.c) + f(a.c * b.s))
end

function rot.inverse(q)
  return Rot(q.c, -q.s)
end

local transform = {}

function transform.apply(t, v)
  return t.p + rot.apply(t.q, v)
end

function transform.apply_inverse(t, v)
  return rot.apply_inverse(t.q, v - t.p)
end

function transform.multiply(a, b)
  return Transform(transform.apply(a, b.p), rot.multiply(a.q, b.q))
end

function transform.inverse(t)
  local q = rot.inverse(t.q)
  return Transform(rot.apply(q, -t.p), q)
end

---- boxes and filters -------------------------------------------------------------------------------------------------

local box = {}

function box.overlap(a, b)
  return a.min.x <= b.max.x and b.min.x <= a.max.x and a.min.y <= b.max.y and b.min.y <= a.max.y
end

function box.contains(outer, inner)
  return outer.min.x <= inner.min.x and inner.max.x <= outer.max.x and outer.min.y <= inner.min.y and
    inner.max.y <= outer.max.y
end

function box.contains_point(a, p)
  return a.min.x <= p.x and p.x <= a.max.x and a.min.y <= p.y and p.y <= a.max.y
end

-- As in C: of two zeros, or with a NaN, the second.
local function smaller(a, b)
  if a < b then
    return a
  end
  return b
end

local function larger(a, b)
  if a > b then
    return a
  end
  return b
end

function box.union(a, b)
  return Box({ smaller(a.min.x, b.min.x), smaller(a.min.y, b.min.y) },
             { larger(a.max.x, b.max.x), larger(a.max.y, b.max.y) })
end

ffi.metatype(Box, { __index = box })

local filter = {}

local function category(a)
  return a.category ~= 0 and a.category or 1ULL
end

function filter.meets(a, b)
  if a.group ~= 0 and a.group == b.group then
    return false
  end
  return bit.band(a.ignore, category(b)) == 0 and bit.band(b.ignore, category(a)) == 0
end

ffi.metatype(Filter, { __index = filter })

-- A number of 64 bits of a number. What bit.bor() and bit.bnot() give for plain numbers is negative if bit 31 is set,
-- which then goes on to the left, as in C. LuaJIT itself turns a negative number into 2^63.
local function bits(value)
  if type(value) ~= 'number' or (value >= 0 and value < 2^53 and value % 1 == 0) then
    return value
  elseif value % 1 ~= 0 or value < -2^63 or value >= 2^64 then -- so NaN and infinities
    error(('%g is no whole number of 64 bits'):format(value), 0)
  end
  return value < 0 and ffi.cast('uint64_t', ffi.cast('int64_t', value)) or ffi.cast('uint64_t', value)
end

-- A number of fewer bits, from 0 to `most`; also of a 64-bit one. LuaJIT would take some of its bits in silence.
local function whole(most)
  return function(value)
    local number = type(value) == 'cdata' and tonumber(value) or value
    if type(number) == 'number' and not (number >= 0 and number <= most and number % 1 == 0) then
      error(('%s is no whole number from 0 to %d'):format(tostring(value), most), 0)
    end
    return value
  end
end

-- What is checked of the numbers of a type, or of an enumeration.
local checks = { uint64_t = bits, uint32_t = whole(0xffffffff), uint8_t = whole(0xff), enum = whole(0x7fffffff) }

---- ids ---------------------------------------------------------------------------------------------------------------

local id = {}

function id.is_null(a)
  return a.generation == 0
end

for _, name in ipairs { 'AukBodyId', 'AukShapeId' } do
  ffi.metatype(name, {
    __index = id,
    __eq = same(ffi.typeof(name), 'index', 'generation'),
    __tostring = function(a) return ('%d:%d'):format(a.index, a.generation) end,
  })
end

-- The rest needs the library. Returns what auk.lua offers as functions of its own, and the checks.
return function(library)
  function rot.angle(q)
    return library.auk_rot_angle(q)
  end

  function vec.angle(v)
    return library.auk_rot_angle(Rot(v.x, v.y))
  end

  ffi.metatype(Rot, {
    __index = rot, __mul = rot.multiply, __eq = same(Rot, 'c', 's'),
    __tostring = function(q) return ('(cos %g, sin %g)'):format(q.c, q.s) end,
  })
  ffi.metatype(Transform, { __index = transform, __mul = transform.multiply, __eq = same(Transform, 'p', 'q') })

  return {
    vec = Vec2,
    rot = function(angle) return library.auk_rot(angle) end,
    rot_identity = function() return Rot(1, 0) end,
    rot_towards = function(v)
      local along = vec.normalize(v)
      return (along.x ~= 0 or along.y ~= 0) and Rot(along.x, along.y) or Rot(1, 0)
    end,
    transform = function(p, angle) return Transform(p, library.auk_rot(angle or 0)) end,
    transform_identity = function() return Transform({ 0, 0 }, { 1, 0 }) end,
    aabb = function(min, max) return Box(min, max) end,
    filter_mask = function(of, mask) return Filter(bits(of), bit.bnot(ffi.cast('uint64_t', bits(mask))), 0) end,
  }, checks
end
