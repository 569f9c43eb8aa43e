/**
 * The id of a body or a shape. Ids of things that are gone never name something else. An id belongs to one world, and to
 * those that restore its snapshots: another world does not notice that it is not its own. Index and generation may be
 * stored and sent, and an id made of them again.
 */
export declare class AukId {
  constructor(index: number, generation: number);
  readonly index: number;
  readonly generation: number;
  equals(other: AukId): boolean;
  toString(): string;
}
export declare class AukBodyId extends AukId {
  get kind(): 'body';
}
export declare class AukShapeId extends AukId {
  get kind(): 'shape';
}

/**
 * An error of auk. `status` is the number of the AukStatus, 0 for misuse of this layer. The message names the argument
 * that was wrong where it is known.
 */
export declare class AukError extends Error {
  constructor(message: string, status?: number);
  readonly status: number;
}

export type Vec2 = readonly [number, number];
/** x, y, x, y ..., or [x, y] for each point. */
export type Points = ArrayLike<number> | readonly Vec2[];
/**
 * Bytes in a buffer that is not shared, as Blob, fetch() and crypto want them. Before TypeScript 5.7 that is any
 * Uint8Array, which had no parameter then.
 */
type OwnBytes = ReturnType<Uint8Array['slice']>;
declare class MadeShape {
  #made; // only the functions below make one
  readonly kind: 'circle' | 'box' | 'ellipse' | 'segment' | 'polygon' | 'halfPlane';
}
/** The description of a shape. The module checks it when it is used. */
export type Shape = MadeShape;
export type Motion = 'moving' | 'static' | 'swept';
export type Response = 'cross' | 'touch' | 'slide' | 'bounce';
export type EventKind = 'begin' | 'end' | 'enter' | 'leave';

export declare function circle(radius: number): Shape;
export declare function box(halfWidth: number, halfHeight: number, radius?: number): Shape;
export declare function ellipse(halfWidth: number, halfHeight: number, radius?: number): Shape;
export declare function segment(ax: number, ay: number, bx: number, by: number, radius?: number): Shape;
export declare function capsule(ax: number, ay: number, bx: number, by: number, radius: number): Shape;
/** A convex polygon; corners counter-clockwise, as hull() of the module makes them. */
export declare function polygon(points: Points, radius?: number): Shape;
/** All points p with normal . p <= offset. Only for static bodies, in worlds that do not wrap. */
export declare function halfPlane(normalX: number, normalY: number, offset?: number): Shape;

export interface WorldOptions {
  /** The rectangle that repeats: minX, minY, maxX, maxY; an axis with max = min does not wrap. */
  wrap?: readonly [number, number, number, number];
  /** Which way is up, for characters; (0, 1) unless given. */
  up?: Vec2;
  bruteForce?: boolean;
  /** Most pairs of boxes in a step, which fails above it; 0 stands for 2^23. */
  maxPairs?: number;
  /** Number of past steps that can be asked about, up to 1024. A world restores snapshots of worlds with the same. */
  history?: number;
  staticPairs?: boolean;
}

/** Categories and what is ignored are bits of 32-bit numbers. */
export interface Filter { category?: number; ignore?: number; group?: number }

export interface BodyOptions extends Filter {
  position?: Vec2;
  /** Radians, counter-clockwise. */
  angle?: number;
  velocity?: Vec2;
  spin?: number;
  motion?: Motion;
  shape?: Shape;
  sensor?: boolean;
  disabled?: boolean;
  owner?: AukBodyId | null;
  /** For sensors: detects what comes within this distance. */
  proximity?: number;
  oneWay?: Vec2;
  response?: Response;
  bounceLoss?: number;
  pierce?: number;
  pierceCategories?: number;
  bounces?: number;
  maxSpeed?: number;
  /** A whole number of 32 bits. */
  userData?: number;
}

export interface ShapeOptions extends Filter {
  /** Of the shape in the body's frame; so is the angle. */
  position?: Vec2;
  angle?: number;
  sensor?: boolean;
  /** Until setShapeEnabled(). */
  disabled?: boolean;
  proximity?: number;
  oneWay?: Vec2;
  /** Velocity of its surface. */
  conveyor?: Vec2;
  userData?: number;
}

/** Of shapes of several pieces: the radius that rounds each of them. */
export interface OutlineOptions extends ShapeOptions { radius?: number }
export interface ChainOptions extends OutlineOptions {
  closed?: boolean;
  /** Only the right side of each edge is solid. */
  oneSided?: boolean;
}
/**
 * The shape of a cell, for `cells` and setTile(). Left and right are the sides of smaller and larger x, low and high those
 * of smaller and larger y. A slope is the half of the cell at the named corner; a half is that at the named side; a gentle
 * slope is half as steep, in two cells: low 1 and 2 rise to the right, 3 and 4 fall, high ones are these upside down. A
 * one-way cell is a thin floor at the named side, solid for what comes from beyond that side.
 */
export type TileName =
  'empty' | 'full' | 'slopeLeftLow' | 'slopeRightLow' | 'slopeRightHigh' | 'slopeLeftHigh' | 'halfLow' | 'halfHigh' |
  'halfLeft' | 'halfRight' | 'gentleLow1' | 'gentleLow2' | 'gentleLow3' | 'gentleLow4' | 'gentleHigh1' | 'gentleHigh2' |
  'gentleHigh3' | 'gentleHigh4' | 'oneWayHigh' | 'oneWayLow' | 'oneWayRight' | 'oneWayLeft';
export declare const tiles: Readonly<Record<TileName, number>>;

/** Numbers that cells have besides: kinds of tiles that the game makes, see setTileKind(). */
export declare const tileKinds: Readonly<{ first: number; last: number }>;

/** A kind of tile. {} is a full cell. Directions are in the frame of the grid. */
export interface TileKind extends Filter {
  /**
   * The solid part of the cell is the convex hull of up to 8 points in any order, from 0 to 1 in widths and heights of a
   * cell from its low left corner. Two points are a thin floor, which must have a one-way direction.
   */
  points?: Points;
  /** Solid only for what comes from this side. */
  oneWay?: Vec2;
  /** The velocity with which the cells carry the characters on them; [0, 0] is that of the grid. */
  conveyor?: Vec2;
  /** A whole number of 32 bits, for example a material. */
  userData?: number;
}

/** Cells from the lowest row on, each with a number of `tiles` or of a kind. */
export interface Tiles {
  width: number;
  height: number;
  /** The width of a cell, and its height unless that is given. */
  cell: number;
  cellHeight?: number;
  cells: ArrayLike<number>;
}

export interface Query extends Filter {
  exclude?: AukBodyId | null;
  /** More bodies that are not found; a few, for many use the filter. */
  excludes?: readonly AukBodyId[];
  sensors?: boolean;
  onlySensors?: boolean;
  skipOverlapping?: boolean;
  respectOwners?: boolean;
  userDataMask?: number;
  userDataValue?: number;
}

export interface Found {
  body: AukBodyId;
  shape: AukShapeId;
  userData: number;
  child: number;
  /** Of casts: the fraction of the way. */
  fraction: number;
  /** Of overlaps and neighbours: the signed distance. */
  distance: number;
  point: [number, number];
  normal: [number, number];
}

/**
 * An array of results of one step, in the module's memory. Item i begins at word i * stride of f32, u32 and i32, and
 * `fields` says which word a member is; of members whose names end in `Byte`, which byte of the item. An id is two words:
 * index and generation. After the next step all members but `stride` and `fields` throw, and the typed arrays that were
 * taken out are empty. They are so too after a step of another world, or when memory grows: then take them anew.
 */
export interface Results<Field extends string = string> {
  readonly count: number;
  readonly stride: number;
  readonly fields: Readonly<Record<Field | PairField, number>>;
  readonly f32: Float32Array;
  readonly u32: Uint32Array;
  readonly i32: Int32Array;
  readonly bytes: Uint8Array;
  bodyA(i: number): AukBodyId;
  bodyB(i: number): AukBodyId;
  shapeA(i: number): AukShapeId;
  shapeB(i: number): AukShapeId;
}

/** `size` is the stride. */
export type PairField = 'size' | 'bodyA' | 'bodyB' | 'shapeA' | 'shapeB';
/** Point k of a contact begins at word points + k * pointSize; pointAt and pointDistance are counted from there. */
export type ContactField =
  'childA' | 'childB' | 'normal' | 'pointCount' | 'points' | 'pointSize' | 'pointAt' | 'pointDistance' | 'beganByte';
export type OverlapField = 'userDataA' | 'userDataB';
export type EventField = OverlapField | 'fraction' | 'contact' | 'bodiesByte';
export type HitField =
  OverlapField | 'childA' | 'childB' | 'fraction' | 'point' | 'normal' | 'velocityA' | 'velocityB' | 'spinA' | 'spinB' |
  'response' | 'firstByte' | 'limitByte';

export interface Contacts extends Results<ContactField> {
  /** Unit vector from a to b. */
  normal(i: number): [number, number];
  began(i: number): boolean;
  childA(i: number): number;
  childB(i: number): number;
  points(i: number): { point: [number, number]; distance: number }[];
}

export interface Overlaps<Field extends string = OverlapField> extends Results<Field> {
  userDataA(i: number): number;
  userDataB(i: number): number;
}

export interface Events extends Overlaps<EventField> {
  /** Of the step. */
  fraction(i: number): number;
  /** Index of the contact that began, or -1. */
  contact(i: number): number;
  /** It is the first or the last one of the two bodies. */
  bodies(i: number): boolean;
}

export interface Hits extends Overlaps<HitField> {
  /** Of the step. */
  fraction(i: number): number;
  point(i: number): [number, number];
  normal(i: number): [number, number];
  velocityA(i: number): [number, number];
  velocityB(i: number): [number, number];
  spinA(i: number): number;
  spinB(i: number): number;
  childA(i: number): number;
  childB(i: number): number;
  /** Of body a; 'cross' if it pierced the other one. */
  response(i: number): Response;
  /** False while a body that crosses or pierces something is still inside it. */
  first(i: number): boolean;
  /** A body stopped here, after too many changes of velocity. */
  limit(i: number): boolean;
}

/** Ids of many bodies. */
export interface Bodies {
  readonly count: number;
  at(i: number): AukBodyId;
}

/** What a body wants that walks as a character, and what came of it. Pass the same object to every call. */
export interface Walker {
  /** Afterwards: where it goes. Of a Mover also before. */
  position?: Vec2;
  /** Before: the wanted velocity, gravity included. Afterwards: what is left of it. */
  velocity: Vec2;
  angle?: number;
  up?: Vec2;
  slopeLimit?: number;
  stepHeight?: number;
  snap?: number;
  floating?: boolean;
  /** Before: fall through the one-way floor under it. */
  drop?: boolean;
  /** Before and afterwards: it stands on a floor. */
  floor?: boolean;
  wall?: boolean;
  ceiling?: boolean;
  stuck?: boolean;
  /** It stopped early, after too many changes of direction. */
  limit?: boolean;
  floorNormal?: Vec2;
  wallNormal?: Vec2;
  ceilingNormal?: Vec2;
  /** The whole way, with being carried and pushed out. */
  moved?: Vec2;
  /** Before and afterwards: the body it stands on, which carries it. */
  support?: AukBodyId | null;
  supportVelocity?: Vec2;
  /** Before and afterwards: x, y, cosine and sine of the support. */
  supportPose?: readonly [number, number, number, number];
}

/** A character: what it wants before a move, and what came of it. Pass the same object to every move. */
export interface Mover extends Walker {
  shape: Shape;
  position: Vec2;
  /** What blocks it. */
  query?: Query;
}

/** A piece of a shape that a character touched. */
export interface MoverContact {
  body: AukBodyId;
  shape: AukShapeId;
  /** Of the body. */
  userData: number;
  child: number;
  /** Of a floating character always 'wall'. */
  kind: 'floor' | 'wall' | 'ceiling';
  /** Of the seconds of the move: the time of the first contact. */
  fraction: number;
  point: [number, number];
  /** Unit vector towards the character. */
  normal: [number, number];
}

/** A sensor that a character overlapped at some time of its move. */
export interface MoverSensor {
  body: AukBodyId;
  shape: AukShapeId;
  /** Of the body. */
  userData: number;
  /** Of the seconds of the move: the time of the first overlap. */
  fraction: number;
  /** The time after which it overlapped no more; 1 if `inside`. */
  exit: number;
  /** It overlapped when the move began. */
  wasInside: boolean;
  /** It overlaps at the end of the move. */
  inside: boolean;
}

/** Up to 64 contacts and 256 sensors, in order of time. They are copies, and outlive steps. */
export interface MoveReport { contacts: MoverContact[]; sensors: MoverSensor[] }

/** A response by category: of a swept shape with one of the categories at one of the others; 0 is every shape. */
export interface ResponseRule {
  category?: number;
  other?: number;
  response: Response;
  bounceLoss?: number;
}

/** An interval of a ray inside one shape. */
export interface RaySpan {
  body: AukBodyId;
  shape: AukShapeId;
  userData: number;
  enterChild: number;
  exitChild: number;
  /** Fractions of the ray. */
  enter: number;
  exit: number;
  /** A length. */
  thickness: number;
  enterPoint: [number, number];
  exitPoint: [number, number];
  /** Zero where the ray starts inside. */
  enterNormal: [number, number];
  exitNormal: [number, number];
  startsInside: boolean;
  endsInside: boolean;
}

/** x, y, cosine and sine. */
export type Pose = [number, number, number, number];

/** What is not given is the body's own. */
export interface PredictOptions {
  position?: Vec2;
  angle?: number;
  velocity?: Vec2;
  spin?: number;
  /** Gravity: changes the velocity before each step. */
  acceleration?: Vec2;
  /** Of one step; 0 unless given. */
  seconds?: number;
  /** Up to 65536; 1 unless given. */
  steps?: number;
  /** The prediction ends at this stop, slide or bounce; 0 for no such end. */
  maxResponses?: number;
}

/** A straight part of a path. */
export interface Leg {
  from: Pose;
  to: Pose;
  /** Seconds since the beginning. */
  start: number;
  end: number;
  velocity: [number, number];
  spin: number;
  /** Number of the hit that ended it, or -1. */
  hit: number;
}

export interface PredictHit {
  bodyA: AukBodyId;
  bodyB: AukBodyId;
  shapeA: AukShapeId;
  shapeB: AukShapeId;
  childA: number;
  childB: number;
  /** Of its step. */
  fraction: number;
  point: [number, number];
  normal: [number, number];
  velocityA: [number, number];
  velocityB: [number, number];
  spinA: number;
  spinB: number;
  userDataA: number;
  userDataB: number;
  response: Response;
  first: boolean;
  limit: boolean;
  /** 0 is the first. */
  step: number;
  /** Seconds since the beginning. */
  time: number;
}

/** Where a body would go while all others rest, or has gone. A copy. */
export interface Prediction {
  legs: Leg[];
  hits: PredictHit[];
  pose: Pose;
  velocity: [number, number];
  spin: number;
  /** Seconds until the end. */
  time: number;
  /** Of all legs. */
  length: number;
  steps: number;
  end: 'time' | 'rest' | 'responses';
}

/** Members are pushed apart a little in each call: call it once a frame. */
export interface Crowd {
  /** One for all members, or one for each. */
  shapes: Shape | readonly Shape[];
  /** x, y, x, y ... The new positions are written into it. */
  positions: Float32Array;
  angles?: ArrayLike<number>;
  /** Heavier members move less; 0 is read as 1. */
  weights?: ArrayLike<number>;
  /** Fraction of an overlap that one call removes, up to 1; 0.5 unless given or 0. */
  strength?: number;
  /** The solids of the world do not block them. */
  alone?: boolean;
  /** Which solids of the world block them. */
  query?: Query;
  /** The bodies of the members, which do not block these. */
  bodies?: Bodies;
  /** Moving bodies are taken at their poses after a step of so many seconds. */
  seconds?: number;
}

export type Show = 'shapes' | 'touching' | 'boxes' | 'velocities' | 'pairs' | 'contacts' | 'hits' | 'strips';

export interface DrawOptions {
  /** Shapes, touching and contacts unless given; an empty array shows nothing. */
  show?: readonly Show[];
  /** Only what touches it: minX, minY, maxX, maxY. Everywhere unless given, and if all four are 0. */
  region?: readonly [number, number, number, number];
  /** Largest distance between the outline of an ellipse and its segments; 1/512 of its extent unless given or 0. */
  error?: number;
  /** Velocities are drawn as the motion of so many seconds; 0.1 unless given or 0. */
  seconds?: number;
}

/** A point at `p`, a segment from `p` to `q`, or an arc around `center` from `p` to `q`, counter-clockwise. */
export type DrawItem = {
  category: 'static' | 'moving' | 'swept' | 'touching' | 'sensor' | 'disabled' | 'box' | 'velocity' | 'pair' |
    'contact' | 'normal' | 'hit' | 'strip';
  p: [number, number];
  q: [number, number];
  body: AukBodyId | null;
  shape: AukShapeId | null;
  /** The piece of a shape of several, as in contacts: of tiles the cell. */
  child: number;
} & ({ kind: 'point' | 'segment' } | {
  kind: 'arc';
  center: [number, number];
  radius: number;
  /** Where it begins; it turns by `turn` radians, up to a full circle. */
  angle: number;
  turn: number;
});

/** Where a body is, how it moves, and what was set. */
export interface BodyState {
  position: [number, number];
  angle: number;
  velocity: [number, number];
  spin: number;
  motion: Motion;
  enabled: boolean;
  category: number;
  ignore: number;
  group: number;
  owner: AukBodyId | null;
  response: Response;
  bounceLoss: number;
  pierce: number;
  pierceCategories: number;
  bounces: number;
  /** So far, where there is a limit. */
  bounced: number;
  maxSpeed: number;
}

export interface World {
  /** Changes with each call after which results are others: steps, restores and shifts of the origin. */
  readonly stamp: number;
  readonly bodyCount: number;
  /** Releases the world, at once. Every later call throws, but for this one. */
  destroy(): void;
  step(seconds: number): void;
  /** 16 hexadecimal digits, the same on every machine. */
  hash(): string;
  /** Room for so many bodies, and pairs and hits of a step: steps up to that size allocate nothing. */
  reserve(bodies: number, pairs?: number, hits?: number): void;
  /**
   * Moves the origin of all coordinates, for large worlds. Returns by how much, which floats may round: subtract it from
   * positions of your own. Results of the last step are taken anew.
   */
  shiftOrigin(x: number, y: number): [number, number];
  /** The sum of all shifts. */
  readonly origin: [number, number];
  /**
   * The vector from one position to another; in a world that wraps around the shortest one, to the nearest image. Zeros
   * unless all numbers are finite and below 1e15.
   */
  difference(fromX: number, fromY: number, toX: number, toY: number): [number, number];
  /**
   * The same place in the rectangle of a world that wraps around; elsewhere the position itself. Zeros unless both
   * numbers are finite and below 1e15.
   */
  wrapPosition(x: number, y: number): [number, number];
  /** The box around all bodies: minX, minY, maxX, maxY; zeros if there is none. */
  bounds(): [number, number, number, number];
  /** The first rule that matches a hit decides, in place of the body's own response. */
  setResponseRules(rules: readonly ResponseRule[]): void;
  responseRules(): Required<ResponseRule>[];

  createBody(options?: BodyOptions): AukBodyId;
  /** Copies of one definition, each at its own position. */
  createBodies(options: BodyOptions, positions: Points, angles?: ArrayLike<number>): Bodies;
  /** All bodies, in the order of their indices: for example after restore(). */
  allBodies(): Bodies;
  destroyBody(body: AukBodyId): void;
  /** Returns how many were gone already; so do the other calls for many bodies. */
  destroyBodies(bodies: Bodies): number;
  exists(body: AukBodyId): boolean;
  getBody(body: AukBodyId): BodyState | null;
  setPose(body: AukBodyId, x: number, y: number, angle: number): void;
  setPosition(body: AukBodyId, x: number, y: number): void;
  setAngle(body: AukBodyId, angle: number): void;
  /** Where it shall be after the next step. Without an angle it does not turn. */
  moveTo(body: AukBodyId, x: number, y: number, angle?: number): void;
  setVelocity(body: AukBodyId, x: number, y: number): void;
  /** The velocity and spin that bring it to a pose in so many seconds. */
  setVelocityTo(body: AukBodyId, x: number, y: number, angle: number, seconds: number): void;
  /** Of a point of the world that moves with the body; zeros if it is gone. */
  velocityAt(body: AukBodyId, x: number, y: number): [number, number];
  /** The box around all its shapes; zeros without shapes, and if it is gone. */
  bodyBounds(body: AukBodyId): [number, number, number, number];
  setSpin(body: AukBodyId, spin: number): void;
  setEnabled(body: AukBodyId, enabled: boolean): void;
  setUserData(body: AukBodyId, data: number): void;
  setMotion(body: AukBodyId, motion: Motion): void;
  setFilter(body: AukBodyId, filter: Filter): void;
  setOwner(body: AukBodyId, owner: AukBodyId | null): void;
  /** What a swept body does at a hit; with the next five as in BodyOptions. */
  setResponse(body: AukBodyId, response: Response): void;
  setBounceLoss(body: AukBodyId, bounceLoss: number): void;
  setMaxSpeed(body: AukBodyId, maxSpeed: number): void;
  setPierce(body: AukBodyId, pierce: number): void;
  setPierceCategories(body: AukBodyId, categories: number): void;
  setBounces(body: AukBodyId, bounces: number): void;
  /** 0 if the body is gone, unless a result of the last step still names it. */
  getUserData(body: AukBodyId): number;
  /** Lets a body fall through the one-way shapes that it touched after the last step. For a mover see Mover.drop. */
  dropThrough(body: AukBodyId): void;
  /** Oldest first; none if the body is gone. */
  getShapes(body: AukBodyId): AukShapeId[];

  /** Two bodies do not meet from the next step on, or do so again. Queries and characters find them as before. */
  ignorePair(a: AukBodyId, b: AukBodyId, ignored?: boolean): void;
  isPairIgnored(a: AukBodyId, b: AukBodyId): boolean;
  ignoredPairs(): [AukBodyId, AukBodyId][];

  /** x, y, cosine, sine of each body; zeros for those that are gone. Written into an array if one is given. */
  poses(bodies: Bodies, into?: Float32Array): Float32Array;
  /**
   * poses() for drawing between two steps: alpha 0 is before the last step, 1 after it. A game with a fixed step draws
   * with the time that is left over the seconds of a step as alpha.
   */
  posesBetween(bodies: Bodies, alpha: number, into?: Float32Array): Float32Array;
  velocities(bodies: Bodies, into?: Float32Array): Float32Array;
  spins(bodies: Bodies, into?: Float32Array): Float32Array;
  /** Both take numbers as poses() gives them. */
  setPoses(bodies: Bodies, numbers: ArrayLike<number>): number;
  moveAll(bodies: Bodies, numbers: ArrayLike<number>): number;
  setVelocities(bodies: Bodies, numbers: ArrayLike<number>): number;
  setSpins(bodies: Bodies, numbers: ArrayLike<number>): number;

  addShape(body: AukBodyId, shape: Shape, options?: ShapeOptions): AukShapeId;
  addOutline(body: AukBodyId, points: Points, options?: OutlineOptions): AukShapeId;
  addChain(body: AukBodyId, points: Points, options?: ChainOptions): AukShapeId;
  addTiles(body: AukBodyId, tiles: Tiles, options?: OutlineOptions): AukShapeId;
  setTile(shape: AukShapeId, x: number, y: number, tile: number): void;
  /** The cells of a rectangle, row by row from its lowest one on. */
  setTiles(shape: AukShapeId, x: number, y: number, width: number, height: number, cells: ArrayLike<number>): void;
  /** 0, empty, outside of the grid and for a shape that is no grid. */
  getTile(shape: AukShapeId, x: number, y: number): number;
  /** Makes a kind of tile, or changes it, for all grids; null removes it, which is refused while a cell has it. */
  setTileKind(tile: number, kind: TileKind | null): void;
  /** As it is kept: the points rounded, counter-clockwise; of a full cell too. */
  getTileKind(tile: number): {
    points: [number, number][]; oneWay: [number, number]; conveyor: [number, number]; userData: number;
    /** 0, all three: it has the filter of the grid. */
    category: number; ignore: number; group: number;
  } | null;
  /** That of the kind of a cell, the `child` of contacts, hits and what is found; 0 for built-in tiles. */
  getTileUserData(shape: AukShapeId, child: number): number;
  /** The cell that a point of the world lies in; null outside of the grid and for a shape that is no grid. */
  getCellAt(shape: AukShapeId, x: number, y: number): { x: number; y: number } | null;
  /**
   * The point of the world at a place in a grid, in widths and heights of a cell: { x, y } of getCellAt() is its low
   * left corner, and x + 0.5, y + 0.5 its middle. Zeros for a shape that is no grid.
   */
  getCellPoint(shape: AukShapeId, x: number, y: number): [number, number];
  removeShape(shape: AukShapeId): void;
  setShapeEnabled(shape: AukShapeId, enabled: boolean): void;
  /** Another geometry; it stays the same shape. */
  setShape(shape: AukShapeId, to: Shape): void;
  /** Of a shape that addOutline() or a polygon made. */
  setOutline(shape: AukShapeId, points: Points): void;
  setShapeSensor(shape: AukShapeId, sensor: boolean): void;
  setShapeProximity(shape: AukShapeId, proximity: number): void;
  setShapeOneWay(shape: AukShapeId, x: number, y: number): void;
  setShapeConveyor(shape: AukShapeId, x: number, y: number): void;
  setShapeUserData(shape: AukShapeId, data: number): void;
  /** In the frame of its body. */
  setShapePose(shape: AukShapeId, x: number, y: number, angle?: number): void;
  /** Position and angle are those in the frame of its body. */
  getShape(shape: AukShapeId): {
    body: AukBodyId; position: [number, number]; angle: number; enabled: boolean; sensor: boolean; userData: number;
    proximity: number; oneWay: [number, number]; conveyor: [number, number];
    /** 0, all three: it has the filter of its body. */
    category: number; ignore: number; group: number;
  } | null;
  setShapeFilter(shape: AukShapeId, filter: Filter): void;
  /** Of one edge of a chain, the `child` of contacts and hits: for stretches that only some shapes meet. */
  setEdgeFilter(chain: AukShapeId, edge: number, filter: Filter): void;
  /** For example the material of an edge. */
  setEdgeUserData(chain: AukShapeId, edge: number, data: number): void;
  /** 0 unless it was set, and for what is no edge. */
  getEdgeUserData(chain: AukShapeId, edge: number): number;

  contacts(): Contacts;
  events(kind: EventKind): Events;
  overlaps(): Overlaps;
  /** The part of overlaps() that is of one sensor. */
  shapeOverlaps(sensor: AukShapeId): Overlaps;
  /** Which items of contacts() are of one body, in ascending order. */
  bodyContacts(body: AukBodyId): number[];
  hits(): Hits;

  /** The first thing on the way. A ray that starts inside one finds it at the fraction 0, with the normal [0, 0]. */
  castRay(x: number, y: number, dx: number, dy: number, query?: Query): Found | null;
  castRayAll(x: number, y: number, dx: number, dy: number, query?: Query): Found[];
  /** Fractions of many rays, 1 without a hit. Written into an array if one is given. */
  castRays(from: Points, delta: Points, query?: Query, into?: Float32Array): Float32Array;
  /** What each of many rays finds first, as castRay(). */
  castRaysFound(from: Points, delta: Points, query?: Query): (Found | null)[];
  castShape(shape: Shape, x: number, y: number, angle: number, dx: number, dy: number, query?: Query): Found | null;
  castShapeAll(shape: Shape, x: number, y: number, angle: number, dx: number, dy: number, query?: Query): Found[];
  /** The shape turns evenly by so many radians on its way. */
  castShapeTurning(shape: Shape, x: number, y: number, angle: number, dx: number, dy: number, turn: number,
                   query?: Query): Found | null;
  /** Where a ray enters and leaves shapes, and how much of them it crosses. */
  castRaySpans(x: number, y: number, dx: number, dy: number, query?: Query): RaySpan[];
  overlapShape(shape: Shape, x: number, y: number, angle?: number, query?: Query): Found[];
  overlapBox(minX: number, minY: number, maxX: number, maxY: number, query?: Query): Found[];
  /** What a camera shows: bounding boxes are compared, and only ids and user data are set. */
  overlapBounds(minX: number, minY: number, maxX: number, maxY: number, query?: Query): Found[];
  overlapPoint(x: number, y: number, query?: Query): Found[];
  /** The `most` nearest shapes, Infinity for all. */
  nearest(x: number, y: number, maxDistance?: number, most?: number, query?: Query): Found[];
  nearestToShape(shape: Shape, x: number, y: number, angle?: number, maxDistance?: number, most?: number,
                 query?: Query): Found[];
  why(a: AukBodyId, b: AukBodyId): string;

  /** How many steps back can be asked about now: for what a player saw when he shot. 0 steps ago is the present. */
  readonly history: number;
  castRayAt(stepsAgo: number, x: number, y: number, dx: number, dy: number, query?: Query): Found | null;
  castShapeAt(stepsAgo: number, shape: Shape, x: number, y: number, angle: number, dx: number, dy: number,
              query?: Query): Found | null;
  overlapShapeAt(stepsAgo: number, shape: Shape, x: number, y: number, angle?: number, query?: Query): Found[];
  /** null if the body did not exist then, or is gone, and for steps that `history` does not reach. */
  poseAt(body: AukBodyId, stepsAgo: number): Pose | null;
  /** Where a body would go over the coming steps while all others rest, with every bounce and hit. */
  predict(body: AukBodyId, options?: PredictOptions): Prediction;
  /** Moves one body at once, as a step of so many seconds would. */
  advance(body: AukBodyId, seconds: number): Prediction;

  /** Moves a character and writes what came of it back into `mover`. Returns the number of things it touched. */
  move(mover: Mover, seconds: number): number;
  /** The same, and returns what it touched on its way and the sensors that it met, however fast it is. */
  moveReport(mover: Mover, seconds: number): MoveReport;
  /**
   * Moves a body as a character with the shape, the filter and the pose of the body, which arrives in the next step.
   * Call it once before each step, with the same seconds.
   */
  walk(body: AukBodyId, walker: Walker, seconds: number): MoveReport;

  /** Pushes the members of a crowd apart. Returns the number of pairs that overlapped before. */
  separate(crowd: Crowd): number;

  /** What shows the world on any canvas. The items are copies. */
  draw(options?: DrawOptions): DrawItem[];

  snapshot(): OwnBytes;
  /** Of a world with the same options. Ids are those of the world that was saved. */
  restore(bytes: Uint8Array | ArrayBuffer): void;
  /** Records all calls that change the world. */
  startRecord(): void;
  /** The record, for auk-replay and the page that shows records. */
  stopRecord(): OwnBytes;
}

export interface Auk {
  createWorld(options?: WorldOptions): World;
  circle: typeof circle;
  box: typeof box;
  ellipse: typeof ellipse;
  segment: typeof segment;
  capsule: typeof capsule;
  polygon: typeof polygon;
  halfPlane: typeof halfPlane;
  tiles: typeof tiles;
  tileKinds: typeof tileKinds;
  /** The corners of the convex hull of points in any order, for polygon(): x, y, x, y ..., counter-clockwise. */
  hull(points: Points): Float32Array;
  /** Cosine and sine of an angle, the same bits on every machine: those of Math differ between engines. */
  rotation(angle: number): [number, number];
  /** The angle of a vector, or of a cosine and a sine, from -pi to pi: the same bits, as Math.atan2() has not. */
  angleOf(x: number, y: number): number;
  /** For the calls for many bodies: ids in any order, for example of those enemies that are alive. */
  bodies(ids: ArrayLike<AukBodyId>): Bodies;
  /** What is needed to make one snapshot, the target, of another one that the receiver has. */
  delta(base: Uint8Array | ArrayBuffer, target: Uint8Array | ArrayBuffer): OwnBytes;
  /** The target, byte by byte. */
  applyDelta(base: Uint8Array | ArrayBuffer, change: Uint8Array | ArrayBuffer): OwnBytes;
  /** The first difference of two snapshots as a sentence; '' if there is none. */
  compare(a: Uint8Array | ArrayBuffer, b: Uint8Array | ArrayBuffer): string;
  memoryBytes(): number;
}

/**
 * Loads auk.wasm from beside auk.js, or from the bytes, the WebAssembly.Module or the place given; in node also from a
 * path. The type of a module is any object, and without the DOM it has no name.
 */
export declare function load(source?: URL | string | ArrayBuffer | ArrayBufferView | object): Promise<Auk>;

export {}; // MadeShape and OwnBytes are not
