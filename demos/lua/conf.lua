-- `love demos/lua --headless 1200` plays by itself for so many steps without a window, and prints what came of it.
function love.conf(t)
  t.identity, t.version = 'auk-bank-shot', '11.4'
  t.window.title, t.window.width, t.window.height, t.window.msaa = 'Bank shot', 1280, 720, 4
  t.modules.physics, t.modules.audio, t.modules.sound, t.modules.joystick = false, false, false, false
  for _, word in ipairs(arg) do
    if word == '--headless' then
      t.window, t.modules.window, t.modules.graphics, t.modules.mouse = nil, false, false, false
    end
  end
end
