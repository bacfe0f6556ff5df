import { assumptions, kinds } from './model.ts'

/*
 * A simulation of requests that arrive at random at gateways, which forward them to nodes: the effect of the load of the
 * cores on latency.
 */

/** A generator of pseudorandom numbers from 0 to 1, the same in each run (xorshift, 32 bits). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

export interface SimulatedFleet {
  readonly requestsPerSecond: number
  readonly gateways: number
  /** Cores of all nodes. */
  readonly nodeCores: number
}

export interface SimulatedLatency {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly gatewayLoad: number
  readonly nodeLoad: number
}

const requests = 200_000

/**
 * Sends requests at exponential intervals to a random gateway, and from there to the node's core that is free first, as a
 * gateway that knows the running requests of each node does. Each core answers one request after the other.
 */
export function simulate({ requestsPerSecond, gateways, nodeCores }: SimulatedFleet): SimulatedLatency {
  const random = randomNumbers(42)
  const gatewayFreeAt = new Float64Array(gateways)
  const coreFreeAt = new Float64Array(nodeCores)
  const latencies: number[] = []
  let nowMs = 0
  let gatewayMs = 0
  let nodeMs = 0
  for (let count = 0; count < requests; count++) {
    nowMs += (-Math.log(1 - random()) * 1000) / requestsPerSecond
    const kind = kindAt(random())
    const isKept = kind.isFinal && random() < assumptions.keptShare
    const gateway = Math.floor(random() * gateways)
    const sentOn = kind.isLight ? assumptions.lightMicroseconds : assumptions.gatewayMicroseconds
    const workMs = (isKept ? assumptions.keptAnswerMicroseconds : sentOn) / 1000
    const passedOnMs = Math.max(nowMs, gatewayFreeAt[gateway]!) + workMs
    gatewayFreeAt[gateway] = passedOnMs
    gatewayMs += workMs
    latencies.push(
      (isKept ? passedOnMs : answeredAt(coreFreeAt, passedOnMs, kind.nodeMicroseconds / 1000)) - nowMs,
    )
    if (!isKept) nodeMs += kind.nodeMicroseconds / 1000
  }
  latencies.sort((one, other) => one - other)
  return {
    p50Ms: latencies[Math.floor(requests * 0.5)]!,
    p99Ms: latencies[Math.floor(requests * 0.99)]!,
    gatewayLoad: gatewayMs / nowMs / gateways,
    nodeLoad: nodeMs / nowMs / nodeCores,
  }
}

function kindAt(point: number) {
  let sum = 0
  for (const kind of kinds) {
    sum += kind.share
    if (point < sum) return kind
  }
  return kinds[0]!
}

function answeredAt(freeAt: Float64Array, arrivedMs: number, workMs: number): number {
  let earliest = 0
  for (let core = 1; core < freeAt.length; core++) if (freeAt[core]! < freeAt[earliest]!) earliest = core
  const endMs = Math.max(arrivedMs, freeAt[earliest]!) + workMs
  freeAt[earliest] = endMs
  return endMs
}
