// Box2D 3: dynamic bodies without mass, which its solver cannot push, so that they pass through each other. That took
// half the time of a callback that switches each contact off, or of a sensor and a shape on each body: a sensor does not
// see another one. Its contacts begin at a distance of 0.02 (its speculative margin): the shapes are smaller by half of
// that. One thread, one sub-step.
import Box2D from 'box2d3-wasm';

import { HALF, RADIUS, STEP } from './scene.mjs';

export const reports = 'begin and end of contacts';

const MARGIN = 0.01;

function worldDef(b2) {
  const def = b2.b2DefaultWorldDef();
  def.gravity = new b2.b2Vec2(0, 0);
  def.enableSleep = false;
  def.enableContinuous = false;
  return def;
}

function bodyDef(b2, body) {
  const def = b2.b2DefaultBodyDef();
  def.type = b2.b2BodyType.b2_dynamicBody;
  def.position = new b2.b2Vec2(body.x, body.y);
  def.rotation = b2.b2MakeRot(body.angle);
  def.linearVelocity = new b2.b2Vec2(body.vx, body.vy);
  return def;
}

export async function open(gas) {
  const b2 = await Box2D(), world = b2.b2CreateWorld(worldDef(b2));
  const shapeDef = b2.b2DefaultShapeDef();
  shapeDef.enableContactEvents = true;
  shapeDef.density = 0;
  const box = b2.b2MakeBox(HALF - MARGIN, HALF - MARGIN), circle = new b2.b2Circle();
  circle.center = new b2.b2Vec2(0, 0);
  circle.radius = RADIUS - MARGIN;
  for (const body of gas) {
    const id = b2.b2CreateBody(world, bodyDef(b2, body));
    if (body.box) {
      b2.b2CreatePolygonShape(id, shapeDef, box);
    } else {
      b2.b2CreateCircleShape(id, shapeDef, circle);
    }
  }
  let touching = 0;
  return () => {
    b2.b2World_Step(world, STEP, 1);
    const events = b2.b2World_GetContactEvents(world);
    touching += events.beginCount - events.endCount;
    events.delete();
    return touching;
  };
}
