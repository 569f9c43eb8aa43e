// Every call of auk.d.ts, for a compiler: nothing here is run. A line after @ts-expect-error must not compile.
import {
  AukBodyId, AukError, AukId, AukShapeId, box, capsule, circle, ellipse, halfPlane, load, polygon, segment, tileKinds, tiles,
} from 'auk';
import type {
  Auk, Bodies, BodyOptions, ChainOptions, Contacts, Crowd, DrawItem, DrawOptions, EventKind, Events, Filter, Found, Hits,
  Leg, Motion, Mover, MoverContact, MoverSensor, MoveReport, OutlineOptions, Overlaps, Points, Pose, Prediction,
  PredictHit, PredictOptions, Query, RaySpan, Response, ResponseRule, Results, Shape, ShapeOptions, Show, TileKind,
  TileName, Tiles, Vec2, Walker, World, WorldOptions,
} from 'auk';

function shapes(auk: Auk): Shape[] {
  const corners: Points = [[0, 0], [1, 0], [0, 1]];
  const made = [
    circle(1), box(1, 2), box(1, 2, 0.1), ellipse(1, 2), segment(0, 0, 1, 0), capsule(0, 0, 1, 0, 0.5),
    polygon(corners), polygon(new Float32Array(6), 0.1), polygon([0, 0, 1, 0, 0, 1]), halfPlane(0, 1), halfPlane(0, 1, 2),
    auk.circle(1), auk.box(1, 1), auk.ellipse(1, 1), auk.segment(0, 0, 1, 1, 0.1), auk.capsule(0, 0, 1, 1, 1),
    auk.polygon(corners), auk.halfPlane(0, 1), auk.polygon(auk.hull(corners)),
  ];
  const kind: 'circle' | 'box' | 'ellipse' | 'segment' | 'polygon' | 'halfPlane' = made[0].kind;
  // @ts-expect-error a radius is a number
  circle('1');
  // @ts-expect-error a capsule has a radius
  capsule(0, 0, 1, 0);
  // @ts-expect-error a point has two coordinates
  polygon([[0, 0], [1, 0, 2], [0, 1]]);
  // @ts-expect-error only the functions above make shapes
  const forged: Shape = { kind };
  return [...made, forged];
}

function bodies(world: World, shape: Shape): void {
  const filter: Filter = { category: 1, ignore: 2, group: 3 };
  const motion: Motion = 'swept', response: Response = 'bounce', place: Vec2 = [1, 2];
  const owner: AukBodyId = world.createBody();
  const options: BodyOptions = {
    ...filter, position: place, angle: 1, velocity: [1, 0], spin: 1, motion, shape, sensor: false, disabled: false, owner,
    proximity: 0, oneWay: [0, 1], response, bounceLoss: 0.5, pierce: 1, pierceCategories: 2, bounces: 3, maxSpeed: 4,
    userData: 5,
  };
  const body: AukBodyId = world.createBody(options);
  const many: Bodies = world.createBodies({ owner: null }, [0, 0, 1, 1], [0, 1]);
  const all: Bodies = world.allBodies(), id: AukBodyId = many.at(0), count: number = all.count + world.bodyCount;
  const state = world.getBody(body);
  if (state !== null) {
    const numbers: number[] = [...state.position, state.angle, ...state.velocity, state.spin];
    numbers.push(count, state.bounceLoss, state.pierce, state.pierceCategories, state.bounces, state.maxSpeed);
    world.setMotion(body, state.motion);
    world.setResponse(body, state.response);
    world.setOwner(body, state.owner);
    world.setFilter(body, { category: state.category, ignore: state.ignore, group: state.group });
  }
  const between: Float32Array = world.posesBetween(many, 0.5, world.posesBetween(many, 0));
  world.setBounceLoss(body, between[0]);
  world.setMaxSpeed(body, 1);
  world.setPierce(body, 1);
  world.setPierceCategories(body, 1);
  world.setBounces(body, 1);
  // @ts-expect-error no such motion
  world.setMotion(body, 'fast');
  // @ts-expect-error the body may be gone
  world.getBody(body).angle;
  world.setPose(body, 1, 2, 3);
  world.setPosition(body, 1, 2);
  world.setAngle(body, 0.5);
  world.moveTo(body, 1, 2);
  world.moveTo(body, 1, 2, 3);
  world.setVelocity(body, 1, 2);
  world.setSpin(body, 1);
  world.setEnabled(body, true);
  world.setUserData(body, world.getUserData(id));
  const poses: Float32Array = world.poses(many), velocities: Float32Array = world.velocities(many, new Float32Array(4));
  const gone: number = world.setPoses(many, poses) + world.moveAll(many, poses) + world.setVelocities(many, velocities);
  const there: boolean = world.exists(body) || gone + world.destroyBodies(many) > 0;
  world.setEnabled(body, there);
  world.dropThrough(body);
  world.ignorePair(body, id);
  world.ignorePair(body, id, !world.isPairIgnored(body, id));
  const [[first, second]] = world.ignoredPairs();
  const parts: AukShapeId[] = world.getShapes(first.equals(second) ? body : id);
  world.removeShape(parts[0]);
  world.destroyBody(body);
  // @ts-expect-error an id, not an index
  world.destroyBody(0);
  // @ts-expect-error no such option
  world.createBody({ colour: 1 });
  // @ts-expect-error no such motion
  world.createBody({ motion: 'flying' });
  // @ts-expect-error a position is [x, y]
  world.createBody({ position: { x: 1, y: 2 } });
  // @ts-expect-error an array of ids is not Bodies
  world.poses([body]);
  // @ts-expect-error where it is to move
  world.setPosition(body, 1);
}

function parts(world: World, body: AukBodyId, shape: Shape): void {
  const options: ShapeOptions = { position: [0, 1], angle: 1, sensor: true, disabled: false, proximity: 1, oneWay: [0, 1],
                                  conveyor: [1, 0], category: 1, ignore: 1, group: 1, userData: 1 };
  const round: OutlineOptions = { ...options, radius: 0.1 }, chain: ChainOptions = { ...round, closed: true, oneSided: true };
  const tiles: Tiles = { width: 1, height: 1, cell: 1, cellHeight: 2, cells: new Uint8Array(1) };
  const made: AukShapeId[] = [
    world.addShape(body, shape), world.addShape(body, shape, options), world.addOutline(body, [0, 0, 1, 0, 0, 1], round),
    world.addChain(body, [[0, 0], [1, 0]], chain), world.addTiles(body, tiles, round), world.addTiles(body, tiles),
  ];
  world.setTile(made[4], 0, 0, 1);
  world.setTile(made[4], 0, 0, world.getTile(made[4], 0, 0));
  const spring: number = tileKinds.first, kind: TileKind = { points: [[0, 0], [1, 0]], oneWay: [0, 1], conveyor: [1, 0], userData: 1 };
  world.setTileKind(spring, { ...kind, category: 1, ignore: 1, group: 1 });
  world.setTileKind(spring, {});
  world.setTileKind(spring, null);
  world.setTile(made[4], 0, 0, world.getTileKind(spring)?.points[0][0] ?? world.getTileUserData(made[4], 0));
  // @ts-expect-error no member of a kind
  world.setTileKind(spring, { shape: 'full' });
  const cell: { x: number; y: number } | null = world.getCellAt(made[4], ...world.getCellPoint(made[4], 0.5, 0.5));
  world.setTile(made[4], cell === null ? 0 : cell.x, 0, 0);
  world.setTiles(made[4], 0, 0, 1, 1, [0]);
  world.setShapeFilter(made[0], { category: 1 });
  world.setEdgeFilter(made[3], 0, { ignore: 1 });
  world.setEdgeUserData(made[3], 0, world.getEdgeUserData(made[3], 0) + (world.getShape(made[3])?.category ?? 0));
  // @ts-expect-error no member of a filter
  world.setShapeFilter(made[0], { mask: 1 });
  world.setShapeEnabled(made[0], false);
  world.setShapePose(made[0], 1, 2);
  world.setShapePose(made[0], 1, 2, 3);
  const found = world.getShape(made[0]);
  if (found !== null && found.enabled && !found.sensor) {
    world.setPose(found.body, found.position[0], found.position[1], found.angle + found.userData);
  }
  world.removeShape(made[0]);
  // @ts-expect-error the shape may be gone
  world.getShape(made[0]).body;
  // @ts-expect-error the id of a body
  world.removeShape(body);
  // @ts-expect-error the id of a shape
  world.destroyBody(made[0]);
  // @ts-expect-error only chains are closed
  world.addShape(body, shape, { closed: true });
  // @ts-expect-error a grid has cells
  world.addTiles(body, { width: 1, height: 1, cell: 1 });
}

function pairOf(results: Results, i: number): [AukBodyId, AukBodyId, AukShapeId, AukShapeId] {
  const words: number = results.u32[i * results.stride + results.fields.bodyA] + results.i32[0] + results.f32[0] + results.bytes[0];
  return words < results.count ? [results.bodyA(i), results.bodyB(i), results.shapeA(i), results.shapeB(i)] : pairOf(results, i);
}

function results(world: World, sensor: AukShapeId, body: AukBodyId): number {
  const contacts: Contacts = world.contacts(), overlaps: Overlaps = world.overlaps(), hits: Hits = world.hits();
  const kind: EventKind = 'begin', events: Events = world.events(kind);
  const { points, pointSize, pointAt, pointDistance, pointCount, beganByte, normal } = contacts.fields;
  let sum = points + pointSize + pointAt + pointDistance + pointCount + beganByte + normal + contacts.fields.size;
  for (const { point, distance } of contacts.points(0)) {
    sum += point[0] + distance;
  }
  if (contacts.began(0) && hits.first(0)) {
    sum += contacts.normal(0)[0] + contacts.childA(0) + contacts.childB(0) + hits.childA(0) + hits.childB(0);
  }
  sum += hits.fraction(0) + hits.point(0)[0] + hits.normal(0)[1] + hits.velocityA(0)[0] + hits.velocityB(0)[1];
  sum += hits.userDataA(0) + events.userDataB(0) + overlaps.userDataA(0) + overlaps.userDataB(0);
  sum += events.fraction(0) + events.contact(0) + hits.fields.firstByte + events.fields.contact + overlaps.fields.userDataB;
  sum += [contacts, overlaps, hits, events].map((one) => pairOf(one, 0)[0].index).length;
  const inside: Overlaps = world.shapeOverlaps(sensor), own: number[] = world.bodyContacts(body);
  sum += inside.count + own.length;
  // @ts-expect-error no such kind
  world.events('stay');
  // @ts-expect-error no such field of contacts
  contacts.fields.fraction;
  // @ts-expect-error overlaps have no points
  overlaps.points(0);
  // @ts-expect-error it cannot be set
  contacts.count = 0;
  return sum;
}

function queries(world: World, exclude: AukBodyId, shape: Shape): Found[] {
  const query: Query = { category: 1, ignore: 1, group: 1, exclude, sensors: true, onlySensors: false, skipOverlapping: true,
                         respectOwners: true, userDataMask: 1, userDataValue: 1 };
  const one: (Found | null)[] = [world.castRay(0, 0, 1, 0), world.castRay(0, 0, 1, 0, query),
                                 world.castShape(shape, 0, 0, 0, 1, 0, query)];
  const many: Found[] = [
    ...world.castRayAll(0, 0, 1, 0, query), ...world.overlapShape(shape, 0, 0), ...world.overlapShape(shape, 0, 0, 1, query),
    ...world.overlapBox(0, 0, 1, 1, query), ...world.overlapBounds(0, 0, 1, 1, query), ...world.overlapPoint(0, 0, query),
    ...world.nearest(0, 0), ...world.nearest(0, 0, Infinity, Infinity, query),
  ];
  const seen: (Found | null)[] = world.castRaysFound([0, 0], [[1, 0]], query);
  console.log(seen.length, world.castRaysFound([0, 0], [1, 0]));
  const fractions: Float32Array = world.castRays([0, 0], [[1, 0]], query, new Float32Array(1));
  const why: string = world.why(exclude, many[0].body);
  const { body, userData, child, fraction, distance, point, normal } = many[0], part: AukShapeId = many[0].shape;
  const text = `${why} ${body} ${part} ${userData + child + fraction + distance + point[0] + normal[1] + fractions[0]}`;
  // @ts-expect-error nothing may be found
  one[0].body;
  // @ts-expect-error no such option
  world.castRay(0, 0, 1, 0, { near: 1 });
  // @ts-expect-error a ray has a direction
  world.castRay(0, 0, text.length);
  return many;
}

function character(world: World, shape: Shape): number {
  const hero: Mover = { shape, position: [0, 0], velocity: [0, 0], angle: 0, up: [0, 1], slopeLimit: 1, stepHeight: 1,
                        snap: 1, floating: false, drop: false, query: {} };
  const touched: number = world.move(hero, 1 / 60);
  const { support, supportPose, supportVelocity, floorNormal, wallNormal, ceilingNormal, moved } = hero;
  if ((hero.floor || hero.wall || hero.ceiling || hero.stuck || hero.limit) && support) {
    world.setSpin(support, supportPose![2] + supportVelocity![0] + floorNormal![0] + wallNormal![0] + ceilingNormal![0] + moved![0]);
  }
  const report: MoveReport = world.moveReport(hero, 1 / 60), [contact]: MoverContact[] = report.contacts;
  const [sensor]: MoverSensor[] = report.sensors, walker: Walker = { velocity: [1, 0] };
  const { kind, child, fraction, point, normal, userData } = world.walk(contact.body, walker, 1 / 60).contacts[0];
  if (kind === 'wall' && (sensor.wasInside || sensor.inside)) {
    const sum: number = sensor.userData + sensor.fraction + sensor.exit + child + fraction + point[0] + normal[0] + userData;
    world.setUserData(sensor.body, sum);
    world.removeShape(sensor.shape);
    world.removeShape(contact.shape);
  }
  // @ts-expect-error no such option
  world.move({ shape, position: [0, 0], velocity: [0, 0], snapp: 3 }, 1);
  // @ts-expect-error a walker has the shape of its body
  world.walk(contact.body, { velocity: [0, 0], shape }, 1);
  // @ts-expect-error it needs a velocity
  world.move({ shape, position: [0, 0] }, 1);
  return touched;
}

function ahead(world: World, body: AukBodyId, shape: Shape): number {
  const options: PredictOptions = { position: [0, 0], angle: 0, velocity: [1, 0], spin: 0, acceleration: [0, -10],
                                    seconds: 1, steps: 9, maxResponses: 2 };
  const told: Prediction = world.predict(body, options), [leg]: Leg[] = told.legs, [hit]: PredictHit[] = told.hits;
  const from: Pose = leg.from, then: Pose | null = world.poseAt(body, world.history);
  let sum: number = from[3] + leg.to[0] + leg.start + leg.end + leg.velocity[0] + leg.spin + leg.hit + (then?.[0] ?? 0);
  sum += hit.fraction + hit.point[0] + hit.normal[1] + hit.velocityA[0] + hit.velocityB[1] + hit.spinA + hit.spinB;
  sum += hit.userDataA + hit.userDataB + hit.childA + hit.childB + hit.step + hit.time;
  sum += told.pose[0] + told.velocity[1] + told.spin + told.time + told.length + told.steps;
  if (told.end === 'responses' && hit.first && !hit.limit && hit.bodyA.equals(hit.bodyB) && hit.shapeA.equals(hit.shapeB)) {
    world.setResponse(body, hit.response);
  }
  world.advance(body, 1 / 60).legs.forEach(({ end }) => end);
  const found: (Found | null)[] = [world.castRayAt(1, 0, 0, 1, 0), world.castShapeAt(1, shape, 0, 0, 0, 1, 0, {}),
                                   ...world.overlapShapeAt(1, shape, 0, 0)];
  // @ts-expect-error not an end
  if (told.end === 'never') { sum++; }
  // @ts-expect-error no such option
  world.predict(body, { gravity: 1 });
  return sum + found.length;
}

function more(world: World, body: AukBodyId, shape: Shape, part: AukShapeId): void {
  const crowd: Crowd = { shapes: [shape], positions: new Float32Array(2), angles: [0], weights: [1], strength: 0.5,
                         alone: false, query: { excludes: [body] }, bodies: world.allBodies(), seconds: 1 };
  const pairs: number = world.separate(crowd) + world.separate({ shapes: shape, positions: new Float32Array(2) });
  const show: Show[] = ['shapes', 'strips'], options: DrawOptions = { show, region: [0, 0, 1, 1], error: 0.1, seconds: pairs };
  for (const item of world.draw(options) as DrawItem[]) {
    const { category, p, q, body: of, shape: which } = item;
    if (item.kind === 'arc') {
      world.setPose(of ?? body, item.center[0] + item.radius, item.angle + item.turn, p[0] + q[0]);
    }
    world.removeShape(category === 'contact' ? which ?? part : part);
  }
  const rules: ResponseRule[] = [{ category: 1, other: 2, response: 'bounce', bounceLoss: 0.5 }, { response: 'cross' }];
  world.setResponseRules(rules);
  const loss: number = world.responseRules()[0].bounceLoss + (world.getBody(body)?.bounced ?? 0);
  const spans: RaySpan[] = world.castRaySpans(0, 0, 1, 0), { enter, exit, thickness, startsInside, endsInside } = spans[0];
  const { enterChild, exitChild, enterPoint, exitPoint, enterNormal, exitNormal, userData } = spans[0];
  const sum = enterChild + exitChild + enterPoint[0] + exitPoint[0] + enterNormal[0] + exitNormal[0] + userData;
  world.setShapeSensor(spans[0].shape, startsInside || endsInside || spans[0].body.equals(body));
  world.castShapeAll(shape, 0, 0, 0, enter, exit).push(...world.nearestToShape(shape, 0, 0), ...world.nearestToShape(shape, 0, 0, 1, 2, 3, {}));
  const turned: Found | null = world.castShapeTurning(shape, 0, 0, 0, 1, 0, thickness);
  const events: Events = world.events('end'), hits: Hits = world.hits(), response: Response = hits.response(0);
  world.setResponse(body, events.bodies(0) || hits.limit(0) ? response : 'touch');
  const words: number = events.fields.bodiesByte + hits.fields.limitByte + hits.spinA(0) + hits.spinB(0) + (turned?.child ?? 0);
  const box: [number, number, number, number] = world.bounds(), own = world.bodyBounds(body);
  const [x, y]: [number, number] = world.shiftOrigin(world.origin[0], box[0] + own[1]), spins = world.spins(world.allBodies());
  world.setVelocityTo(body, x, y, loss, world.setSpins(world.allBodies(), spins) + words);
  world.setVelocity(body, ...world.velocityAt(body, sum, 0));
  world.setVelocity(body, ...world.difference(0, 0, 1, 1));
  world.setPosition(body, ...world.wrapPosition(0, 0));
  world.reserve(1);
  world.reserve(1, 2, 3);
  world.setShape(part, shape);
  world.setOutline(part, [0, 0, 1, 0, 0, 1]);
  const state = world.getShape(part);
  world.setShapeProximity(part, state?.proximity ?? 0);
  world.setShapeOneWay(part, ...(state?.oneWay ?? [0, 0]));
  world.setShapeConveyor(part, ...(state?.conveyor ?? [0, 0]));
  world.setShapeUserData(part, 1);
  world.startRecord();
  const record: Uint8Array = world.stopRecord();
  world.restore(record);
  // @ts-expect-error positions are written
  world.separate({ shapes: shape, positions: [0, 0] });
  // @ts-expect-error not what is shown
  world.draw({ show: ['everything'] });
  // @ts-expect-error a rule has a response
  world.setResponseRules([{ category: 1 }]);
}

export async function main(): Promise<void> {
  const auk: Auk = await load();
  await Promise.all([load(new URL('file:///auk.wasm')), load('auk.wasm'), load(new Uint8Array(8)), load(new ArrayBuffer(8)),
                     load(new WebAssembly.Module(new Uint8Array(8)))]);
  // @ts-expect-error not a module
  await load(5);
  const options: WorldOptions = { wrap: [0, 0, 1, 1], up: [0, 1], bruteForce: true, maxPairs: 1, history: 1, staticPairs: true };
  const world: World = auk.createWorld(options), body = world.createBody(), [shape] = shapes(auk);
  bodies(world, shape);
  parts(world, body, shape);
  queries(world, body, shape);
  character(world, shape);
  more(world, body, shape, world.addShape(body, shape));
  world.setSpin(body, ahead(world, body, shape));
  world.step(1 / 60);
  const sum: number = results(world, world.addShape(body, shape), body) + auk.memoryBytes() + world.stamp;
  const saved: Uint8Array = world.snapshot(), hash: string = world.hash();
  const kept = new Blob([world.snapshot(), auk.delta(saved, saved), auk.applyDelta(saved, saved), world.stopRecord()]);
  console.log(kept.size);
  world.restore(auk.applyDelta(saved, auk.delta(saved, new ArrayBuffer(auk.compare(saved, saved).length))));
  world.restore(new ArrayBuffer(sum));
  const turned: [number, number] = auk.rotation(auk.angleOf(0, 1)), name: TileName = 'slopeLeftLow';
  const some: Bodies = auk.bodies([body, ...auk.bodies([]).count > 0 ? [auk.bodies([body]).at(0)] : []]);
  world.setPoses(some, [...turned, tiles[name], auk.tiles.full, auk.tileKinds.last]);
  // @ts-expect-error ids of bodies
  auk.bodies([shape]);
  // @ts-expect-error no such tile
  console.log(tiles.lava);
  world.destroy();
  const id: AukId = new AukBodyId(body.index, body.generation), same: boolean = id.equals(body);
  const kinds: ['body', 'shape'] = [body.kind, new AukShapeId(1, 1).kind];
  const error = new AukError(`${hash} ${same} ${kinds}`, 1), status: number = error.status, text: string = `${id.toString()} ${status}`;
  if (!(error instanceof Error)) {
    console.log(text);
  }
  // @ts-expect-error worlds are made by createWorld()
  new World();
  // @ts-expect-error shapes are made by functions
  new MadeShape();
  // @ts-expect-error no such option
  auk.createWorld({ gravity: [0, -9.8] });
  // @ts-expect-error it cannot be set
  body.index = 3;
}
