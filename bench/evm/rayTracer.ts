/* The computation of contracts/RayTracer.sol, to check its result. */

interface Vector {
  readonly x: bigint
  readonly y: bigint
  readonly z: bigint
}

interface Sphere {
  readonly center: Vector
  readonly radius: bigint
  readonly brightness: bigint
  readonly mirror: bigint
}

const one = 1_000_000n
const far = 10n ** 12n

const vector = (x: bigint, y: bigint, z: bigint): Vector => ({ x, y, z })
const eye = vector(0n, one, -4n * one)
const light = vector(3n * one, 5n * one, -3n * one)

const scene: readonly Sphere[] = [
  { center: vector(0n, one, 0n), radius: one, brightness: 900_000n, mirror: 300_000n },
  { center: vector(-2n * one, 700_000n, one), radius: 700_000n, brightness: 700_000n, mirror: 500_000n },
  {
    center: vector(1_800_000n, 600_000n, -400_000n),
    radius: 600_000n,
    brightness: 500_000n,
    mirror: 200_000n,
  },
  {
    center: vector(600_000n, 300_000n, -1_500_000n),
    radius: 300_000n,
    brightness: 800_000n,
    mirror: 600_000n,
  },
]

export function render(width: bigint, height: bigint): bigint {
  let sum = 0n
  for (let row = 0n; row < height; row++) {
    for (let column = 0n; column < width; column++) {
      const right = ((2n * column - width) * one) / width
      const up = ((height - 2n * row) * one) / height
      const direction = normalize(vector(right, up, 2n * one))
      sum += brightnessAlong(eye, direction, 3) * (row * width + column + 1n)
    }
  }
  return sum
}

function brightnessAlong(origin: Vector, direction: Vector, bounces: number): bigint {
  const { distance, sphere } = nearest(origin, direction)
  if (sphere === undefined) return background(origin, direction)

  const point = add(origin, scale(direction, distance))
  const normal = normalize(subtract(point, sphere.center))
  const toLight = normalize(subtract(light, point))
  const own = (sphere.brightness * shade(point, normal, toLight)) / one
  if (bounces === 0) return own

  const mirrored = subtract(direction, scale(normal, 2n * dot(direction, normal)))
  const seen = brightnessAlong(point, mirrored, bounces - 1)
  return (own * (one - sphere.mirror) + seen * sphere.mirror) / one
}

function shade(point: Vector, normal: Vector, toLight: Vector): bigint {
  const facing = dot(normal, toLight)
  const isLit = facing > 0n && nearest(point, toLight).sphere === undefined
  return isLit ? one / 10n + (facing * 9n) / 10n : one / 10n
}

function background(origin: Vector, direction: Vector): bigint {
  if (direction.y >= 0n) return one / 2n + direction.y / 4n
  const point = add(origin, scale(direction, (-origin.y * one) / direction.y))
  return (((point.x >> 20n) + (point.z >> 20n)) & 1n) === 0n ? one / 5n : (one * 3n) / 5n
}

function nearest(origin: Vector, direction: Vector): { distance: bigint; sphere: Sphere | undefined } {
  let best: { distance: bigint; sphere: Sphere | undefined } = { distance: far, sphere: undefined }
  for (const sphere of scene) {
    const distance = intersect(sphere, origin, direction)
    if (distance < best.distance) best = { distance, sphere }
  }
  return best
}

function intersect({ center, radius }: Sphere, origin: Vector, direction: Vector): bigint {
  const toCenter = subtract(center, origin)
  const along = dot(toCenter, direction)
  const discriminant = along * along - dot(toCenter, toCenter) * one + radius * radius
  if (discriminant <= 0n) return far
  const distance = along - squareRoot(discriminant)
  return distance > one / 1000n ? distance : far
}

const add = (a: Vector, b: Vector): Vector => vector(a.x + b.x, a.y + b.y, a.z + b.z)
const subtract = (a: Vector, b: Vector): Vector => vector(a.x - b.x, a.y - b.y, a.z - b.z)
const dot = (a: Vector, b: Vector): bigint => (a.x * b.x + a.y * b.y + a.z * b.z) / one

const scale = (a: Vector, factor: bigint): Vector =>
  vector((a.x * factor) / one, (a.y * factor) / one, (a.z * factor) / one)

function normalize(a: Vector): Vector {
  const length = squareRoot(a.x * a.x + a.y * a.y + a.z * a.z)
  return vector((a.x * one) / length, (a.y * one) / length, (a.z * one) / length)
}

function squareRoot(value: bigint): bigint {
  let root = value
  for (let next = (value + 1n) / 2n; next < root; next = (value / next + next) / 2n) root = next
  return root
}
