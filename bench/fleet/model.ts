/*
 * The parameters of the model of docs/scale.md, and its results. Times of nodes and of a forwarded request are measured
 * (bench/README.md); the others are assumptions, which the page lists.
 */

/** A kind of requests, its share of the traffic, and its cost. */
export interface RequestKind {
  readonly name: string
  /** Part of all requests; the shares add up to 1. */
  readonly share: number
  /** Processor time of a node for one, in microseconds. */
  readonly nodeMicroseconds: number
  /** Bytes of the answer with its head. */
  readonly answerBytes: number
  /** Whether the answer never changes once its block is final, so that a gateway may keep it. */
  readonly isFinal: boolean
  /** Whether a gateway sends it together with others over one connection to a node. */
  readonly isLight: boolean
}

/** Microseconds of a request, from the requests that one core answered in a second, measured with wrk. */
const ofOneCore = (perSecond: number): number => 1_000_000 / perSecond

/** An assumed traffic of wallets and explorers: reads of the head, calls, logs. */
export const kinds: readonly RequestKind[] = [
  {
    name: 'eth_blockNumber, eth_chainId',
    share: 0.3,
    nodeMicroseconds: ofOneCore(16_100),
    answerBytes: 280,
    isFinal: false,
    isLight: true,
  },
  {
    name: 'eth_getBalance, eth_getTransactionCount',
    share: 0.15,
    nodeMicroseconds: ofOneCore(11_100),
    answerBytes: 300,
    isFinal: false,
    isLight: true,
  },
  {
    name: 'eth_call',
    share: 0.3,
    nodeMicroseconds: ofOneCore(4_840),
    answerBytes: 420,
    isFinal: false,
    isLight: false,
  },
  {
    name: 'eth_getTransactionReceipt',
    share: 0.1,
    nodeMicroseconds: ofOneCore(7_560),
    answerBytes: 1_500,
    isFinal: true,
    isLight: true,
  },
  {
    name: 'eth_getBlockByNumber',
    share: 0.1,
    nodeMicroseconds: ofOneCore(8_310),
    answerBytes: 25_000,
    isFinal: true,
    isLight: false,
  },
  {
    name: 'eth_getLogs',
    share: 0.049,
    nodeMicroseconds: ofOneCore(4_040),
    answerBytes: 3_000,
    isFinal: false,
    isLight: false,
  },
  {
    name: 'eth_sendRawTransaction',
    share: 0.001,
    nodeMicroseconds: ofOneCore(482),
    answerBytes: 340,
    isFinal: false,
    isLight: false,
  },
]

/** All other assumptions of the model. */
export const assumptions = {
  requestsPerSecond: 100_000,
  /** Bytes of a request with its head. */
  requestBytes: 420,
  /**
   * Processor time of a gateway for a forwarded request, in microseconds (npm run bench -- fleet). Light reads of one turn of
   * its event loop are sent together, so each costs less under load: 99 at full load now; an earlier version took 126 there,
   * 150 at 70 % and 225 at 40 %. `gatewayMicroseconds` is for reads over connections of their own, also of that version.
   */
  lightMicroseconds: 200,
  gatewayMicroseconds: 230,
  /** Processor time of nginx for a request with the shipped file, without TLS; measured. */
  proxyMicroseconds: 41,
  spareProxies: 1,
  /** Processor time of a gateway for an answer that it keeps; assumed. */
  keptAnswerMicroseconds: 90,
  /** Part of the final answers that the gateway has kept. */
  keptShare: 0.5,
  /** Load of a core above which waiting times grow quickly. */
  targetLoad: 0.5,
  /** A gateway uses one core; a node one for connections and light calls, and one more for heavy reads by a reader. */
  coresOfGateway: 1,
  coresOfNode: 2,
  /** Memory of a process, GiB. */
  memoryOfGateway: 0.5,
  memoryOfNode: 6,
  /** Machines that may fail without a loss of service. */
  spareGateways: 2,
  spareNodes: 1,
  /** Keys that are used in the same second, and round trips to Redis of one key, gateway and second (leases). */
  activeKeys: 2_000,
  roundTripsPerLease: 4,
  /** Commands a second of one core of Redis: its scripts take 16 to 21 µs of processor time, measured by repeating those of a node. */
  redisCommandsPerSecond: 50_000,
  /** Bytes of Redis for a key with its rate, quota, usage of 90 days and filters. */
  redisBytesPerKey: 40_000,
  keys: 100_000,
  /** Prices in dollars a month: of a core with its part of a machine, a GiB of memory, a GiB that leaves, 100 GiB of disk. */
  corePrice: 20,
  memoryPrice: 2.5,
  trafficPrice: 0.01,
  diskPrice: 8,
  diskOfNode: 200,
  secondsOfMonth: 30 * 24 * 3600,
} as const

export interface Sizes {
  readonly proxies: number
  readonly gateways: number
  readonly nodes: number
  readonly redisShards: number
  readonly cores: number
  readonly memoryGiB: number
  readonly answerMegabytesPerSecond: number
  readonly redisCommandsPerSecond: number
  readonly redisGiB: number
  readonly dollarsPerMonth: number
}

type Assumptions = { readonly [Name in keyof typeof assumptions]: number }

/** The mean time of a gateway for a request of a kind, if it keeps some of the answers. */
function gatewayMicrosecondsFor({ isFinal, isLight }: RequestKind, given: Assumptions): number {
  const kept = isFinal ? given.keptShare : 0
  const sentOn = isLight ? given.lightMicroseconds : given.gatewayMicroseconds
  return kept * given.keptAnswerMicroseconds + (1 - kept) * sentOn
}

/** The sizes of a fleet for this many requests a second. */
export function sizesFor(requestsPerSecond: number, given: Assumptions = assumptions): Sizes {
  const gatewayLoad =
    kinds.reduce((sum, kind) => sum + kind.share * gatewayMicrosecondsFor(kind, given), 0) *
    (requestsPerSecond / 1e6)
  const nodeLoad =
    kinds.reduce(
      (sum, { share, nodeMicroseconds, isFinal }) =>
        sum + share * (isFinal ? 1 - given.keptShare : 1) * nodeMicroseconds,
      0,
    ) *
    (requestsPerSecond / 1e6)
  const proxyLoad = (requestsPerSecond * given.proxyMicroseconds) / 1e6
  const proxies = Math.ceil(proxyLoad / given.targetLoad) + given.spareProxies
  const gateways = Math.ceil(gatewayLoad / given.targetLoad / given.coresOfGateway) + given.spareGateways
  const nodes = Math.ceil(nodeLoad / given.targetLoad / given.coresOfNode) + given.spareNodes
  // A key holds a lease at each gateway that it uses, and uses at most as many gateways as it has requests.
  const leases = Math.min(given.activeKeys * gateways, requestsPerSecond / given.roundTripsPerLease)
  const redisCommandsPerSecond = leases * given.roundTripsPerLease
  const redisShards = Math.max(
    1,
    Math.ceil(redisCommandsPerSecond / given.redisCommandsPerSecond / given.targetLoad),
  )
  const redisGiB = (given.keys * given.redisBytesPerKey) / 2 ** 30
  const bytes = kinds.reduce((sum, { share, answerBytes }) => sum + share * answerBytes, 0)
  const answerBytesPerSecond = requestsPerSecond * bytes
  // Each shard has a replica.
  const cores = proxies + gateways * given.coresOfGateway + nodes * given.coresOfNode + 2 * redisShards
  const memoryGiB = gateways * given.memoryOfGateway + nodes * given.memoryOfNode + 2 * redisGiB
  const dollarsPerMonth =
    cores * given.corePrice +
    memoryGiB * given.memoryPrice +
    (nodes * given.diskOfNode * given.diskPrice) / 100 +
    ((answerBytesPerSecond * given.secondsOfMonth) / 2 ** 30) * given.trafficPrice
  return {
    proxies,
    gateways,
    nodes,
    redisShards,
    cores,
    memoryGiB,
    answerMegabytesPerSecond: answerBytesPerSecond / 1e6,
    redisCommandsPerSecond,
    redisGiB,
    dollarsPerMonth,
  }
}
