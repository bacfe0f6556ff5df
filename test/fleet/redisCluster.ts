import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './freePort.ts'
import { RedisServer } from './redisServer.ts'

const slotCount = 16_384

/** CRC-16/XMODEM of a key without braces. */
export function slotOf(key: string): number {
  let crc = 0
  for (const byte of Buffer.from(key)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc % slotCount
}

/** Silence after which the others replace a server: on a loaded machine a process may stall for seconds. */
const silenceMs = 5_000

/** A cluster of `redis-server` processes. */
export class RedisCluster {
  readonly primaries: readonly RedisServer[]
  /** The replica of each primary; empty in a cluster without replicas. */
  readonly replicas: readonly RedisServer[]

  private constructor(primaries: readonly RedisServer[], replicas: readonly RedisServer[]) {
    this.primaries = primaries
    this.replicas = replicas
  }

  /** Three primaries with a third of the slots each; `hasReplicas` gives a replica to each of them. */
  static async start({ hasReplicas = false } = {}): Promise<RedisCluster> {
    const members = await Promise.all(Array.from({ length: hasReplicas ? 6 : 3 }, startMember))
    const servers = members.map(({ server }) => server)
    const cluster = new RedisCluster(servers.slice(0, 3), servers.slice(3))
    const [first] = members
    for (const { server, busPort } of members.slice(1)) {
      await first!.server.expect('+OK', 'CLUSTER', 'MEET', '127.0.0.1', String(server.port), String(busPort))
    }
    await Promise.all(
      cluster.primaries.map((primary, index) => {
        const [start, end] = [index, index + 1].map((part) => Math.floor((part * slotCount) / 3))
        return primary.expect('+OK', 'CLUSTER', 'ADDSLOTSRANGE', String(start), String(end! - 1))
      }),
    )
    for (const server of servers) await knownBy(server, servers.length)
    for (const [index, replica] of cluster.replicas.entries()) {
      await replica.expect('+OK', 'CLUSTER', 'REPLICATE', await idOf(cluster.primaries[index]!))
    }
    for (const server of servers) await until(server, /cluster_state:ok/, 'CLUSTER', 'INFO')
    for (const replica of cluster.replicas)
      await until(replica, /master_link_status:up/, 'INFO', 'replication')
    return cluster
  }

  /** The primaries as an address of shared state. */
  get url(): string {
    return `redis+cluster://${this.#servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}`
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()))
  }

  get #servers(): readonly RedisServer[] {
    return [...this.primaries, ...this.replicas]
  }
}

/** The name of a server within its cluster. */
export const idOf = async (server: RedisServer): Promise<string> =>
  (await server.ask('CLUSTER', 'MYID')).split('\r\n')[1] ?? ''

async function startMember(): Promise<{ server: RedisServer; busPort: number }> {
  const busPort = await freePort()
  const server = await RedisServer.start(
    ...['--cluster-enabled', 'yes', '--cluster-port', String(busPort)],
    ...['--cluster-node-timeout', String(silenceMs)],
  )
  return { server, busPort }
}

const knownBy = (server: RedisServer, count: number): Promise<void> =>
  until(server, new RegExp(`cluster_known_nodes:${count}\\b`), 'CLUSTER', 'INFO')

async function until(server: RedisServer, pattern: RegExp, ...words: string[]): Promise<void> {
  while (!pattern.test(await server.ask(...words))) await pause(50)
}
