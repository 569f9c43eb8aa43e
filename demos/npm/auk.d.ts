/** The id of a body or a shape. Ids of things that are gone never name something else. */
export declare class AukId {
  private constructor();
  readonly index: number;
  readonly generation: number;
  equals(other: AukId): boolean;
  toString(): string;
}

/**
 * An error of auk. `status` is the number of the AukStatus, 0 for misuse of this layer. The message of a call that would
 * change a world says which argument was wrong.
 */
export declare class AukError extends Error {
  constructor(message: string, status?: number);
  readonly status: number;
}

export type Vec2 = readonly [number, number];
/** x, y, x, y ..., or [x, y] for each point. */
export type Points = ArrayLike<number> | readonly Vec2[];
export interface Shape { readonly kind: string }
export type Motion = 'moving' | 'static' | 'swept';
export type Response = 'cross' | 'touch' | 'slide' | 'bounce';
export type EventKind = 'begin' | 'end' | 'enter' | 'leave';

export declare function circle(radius: number): Shape;
export declare function box(halfWidth: number, halfHeight: number, radius?: number): Shape;
export declare function ellipse(halfWidth: number, halfHeight: number, radius?: number): Shape;
export declare function segment(ax: number, ay: number, bx: number, by: number, radius?: number): Shape;
export declare function capsule(ax: number, ay: number, bx: number, by: number, radius: number): Shape;
/** A convex polygon; corners counter-clockwise. */
export declare function polygon(points: Points, radius?: number): Shape;

export interface WorldOptions {
  /** The rectangle that repeats: minX, minY, maxX, maxY; an axis with max = min does not wrap. */
  wrap?: readonly [number, number, number, number];
  /** Which way is up, for characters; (0, 1) unless given. */
  up?: Vec2;
  bruteForce?: boolean;
  maxPairs?: number;
  /** Number of past steps that are kept. */
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
  owner?: AukId;
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
  position?: Vec2;
  angle?: number;
  sensor?: boolean;
  proximity?: number;
  oneWay?: Vec2;
  userData?: number;
}

export interface Query extends Filter {
  exclude?: AukId;
  sensors?: boolean;
  onlySensors?: boolean;
  skipOverlapping?: boolean;
  respectOwners?: boolean;
  userDataMask?: number;
  userDataValue?: number;
}

export interface Found {
  body: AukId;
  shape: AukId;
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
 * `fields` says which word a member is. After the next step all members throw.
 */
export interface Results {
  readonly count: number;
  readonly stride: number;
  readonly fields: Readonly<Record<string, number>>;
  readonly f32: Float32Array;
  readonly u32: Uint32Array;
  readonly i32: Int32Array;
  bodyA(i: number): AukId;
  bodyB(i: number): AukId;
  shapeA(i: number): AukId;
  shapeB(i: number): AukId;
}

export interface Contacts extends Results {
  /** Unit vector from a to b. */
  normal(i: number): [number, number];
  began(i: number): boolean;
  childA(i: number): number;
  childB(i: number): number;
  points(i: number): { point: [number, number]; distance: number }[];
}

export interface Overlaps extends Results {
  userDataA(i: number): number;
  userDataB(i: number): number;
}

export interface Events extends Overlaps {
  /** Of the step. */
  fraction(i: number): number;
  /** Index of the contact that began, or -1. */
  contact(i: number): number;
}

export interface Hits extends Overlaps {
  /** Of the step. */
  fraction(i: number): number;
  point(i: number): [number, number];
  normal(i: number): [number, number];
  velocityA(i: number): [number, number];
  velocityB(i: number): [number, number];
  childA(i: number): number;
  childB(i: number): number;
  /** False while a body that crosses or pierces something is still inside it. */
  first(i: number): boolean;
}

/** Ids of many bodies. */
export interface Bodies {
  readonly count: number;
  at(i: number): AukId;
}

/** A character: what it wants before a move, what came of it afterwards. */
export interface Mover {
  shape: Shape;
  position: Vec2;
  velocity: Vec2;
  angle?: number;
  up?: Vec2;
  slopeLimit?: number;
  stepHeight?: number;
  snap?: number;
  floating?: boolean;
  drop?: boolean;
  query?: Query;
  floor?: boolean;
  wall?: boolean;
  ceiling?: boolean;
  stuck?: boolean;
  floorNormal?: Vec2;
  support?: AukId;
  supportVelocity?: Vec2;
  supportPose?: readonly [number, number, number, number];
}

export interface World {
  /** Changes with each step and each restore. */
  readonly stamp: number;
  readonly bodyCount: number;
  /** Releases the world. Every later call throws. */
  destroy(): void;
  step(seconds: number): void;
  /** 16 hexadecimal digits, the same on every machine. */
  hash(): string;

  createBody(options?: BodyOptions): AukId;
  /** Copies of one definition, each at its own position. */
  createBodies(options: BodyOptions, positions: Points, angles?: ArrayLike<number>): Bodies;
  destroyBody(body: AukId): void;
  /** Returns how many were gone already; so do the other calls for many bodies. */
  destroyBodies(bodies: Bodies): number;
  exists(body: AukId): boolean;
  getBody(body: AukId): { position: [number, number]; angle: number; velocity: [number, number]; spin: number } | null;
  setPose(body: AukId, x: number, y: number, angle: number): void;
  setPosition(body: AukId, x: number, y: number): void;
  /** Where it shall be after the next step. */
  moveTo(body: AukId, x: number, y: number, angle?: number): void;
  setVelocity(body: AukId, x: number, y: number): void;
  setSpin(body: AukId, spin: number): void;
  setEnabled(body: AukId, enabled: boolean): void;
  setUserData(body: AukId, data: number): void;
  getUserData(body: AukId): number;

  /** x, y, cosine, sine of each body; zeros for those that are gone. Valid until the next call. */
  poses(bodies: Bodies): Float32Array;
  velocities(bodies: Bodies): Float32Array;
  setPoses(bodies: Bodies, numbers: ArrayLike<number>): number;
  moveAll(bodies: Bodies, numbers: ArrayLike<number>): number;
  setVelocities(bodies: Bodies, numbers: ArrayLike<number>): number;

  addShape(body: AukId, shape: Shape, options?: ShapeOptions): AukId;
  addOutline(body: AukId, points: Points, options?: ShapeOptions & { radius?: number }): AukId;
  addChain(body: AukId, points: Points, options?: ShapeOptions & { radius?: number; closed?: boolean }): AukId;
  addTiles(body: AukId, tiles: { width: number; height: number; cell: number; cells: ArrayLike<number> },
           options?: ShapeOptions & { radius?: number }): AukId;
  setTile(shape: AukId, x: number, y: number, tile: number): void;
  removeShape(shape: AukId): void;

  contacts(): Contacts;
  events(kind: EventKind): Events;
  overlaps(): Overlaps;
  hits(): Hits;

  castRay(x: number, y: number, dx: number, dy: number, query?: Query): Found | null;
  castRayAll(x: number, y: number, dx: number, dy: number, query?: Query): Found[];
  /** Fractions of many rays, 1 without a hit. Valid until the next call. */
  castRays(from: Points, delta: ArrayLike<number>, query?: Query): Float32Array;
  castShape(shape: Shape, x: number, y: number, angle: number, dx: number, dy: number, query?: Query): Found | null;
  overlapShape(shape: Shape, x: number, y: number, angle?: number, query?: Query): Found[];
  overlapBox(minX: number, minY: number, maxX: number, maxY: number, query?: Query): Found[];
  overlapPoint(x: number, y: number, query?: Query): Found[];
  nearest(x: number, y: number, maxDistance?: number, most?: number, query?: Query): Found[];
  why(a: AukId, b: AukId): string;

  /** Moves a character and writes what came of it back into `mover`. Returns the number of things it touched. */
  move(mover: Mover, seconds: number): number;

  snapshot(): Uint8Array;
  restore(bytes: Uint8Array): void;
}

export interface Auk {
  createWorld(options?: WorldOptions): World;
  circle: typeof circle;
  box: typeof box;
  ellipse: typeof ellipse;
  segment: typeof segment;
  capsule: typeof capsule;
  polygon: typeof polygon;
  memoryBytes(): number;
}

/** Loads auk.wasm from beside auk.js, or from the bytes or the place given. */
export declare function load(source?: URL | string | BufferSource | WebAssembly.Module): Promise<Auk>;
