import { expect } from 'vitest'
import { ask } from '../processes/nodeProcess.ts'
import { createKeyIn, patience } from './fleetWorld.ts'
import { freePort } from './freePort.ts'
import type { NodeFolder } from './nodeFolder.ts'
import { RedisServer } from './redisServer.ts'

type Started = Awaited<ReturnType<NodeFolder['start']>>

/** A process that can be started again at the same port. */
class Member {
  readonly #start: () => Promise<Started>
  #process: Started

  private constructor(start: () => Promise<Started>, process: Started) {
    this.#start = start
    this.#process = process
  }

  static async start(start: () => Promise<Started>): Promise<Member> {
    return new Member(start, await start())
  }

  get url(): string {
    return this.#process.url
  }

  get announced(): Started['announced'] {
    return this.#process.announced
  }

  async kill(): Promise<void> {
    const { child, ended } = this.#process.running
    child.kill('SIGKILL')
    await ended
  }

  async restart(): Promise<void> {
    this.#process = await this.#start()
  }

  pause(): void {
    this.#process.running.child.kill('SIGSTOP')
  }

  resume(): void {
    this.#process.running.child.kill('SIGCONT')
  }
}

/** A writer, two readers of its folder, two gateways before the readers that share a Redis, and a key. */
export interface DisturbedFleet {
  readonly writer: Member
  readonly reader: Member
  readonly gateway: Member
  readonly redis: RedisServer
  /** The addresses of both gateways with the key. */
  readonly urls: readonly string[]
  readonly accounts: readonly string[]
}

export async function openDisturbedFleet({ folder, start }: NodeFolder): Promise<DisturbedFleet> {
  const redis = await RedisServer.start()
  const secret = folder.write('secret', 'the-secret-of-a-fleet-that-is-tested-here')
  const fleet = ['--fleet-secret-file', secret]
  const data = ['--network', 'regtest', '--data', folder.at('data')]
  const member = async (...words: readonly string[]): Promise<Member> => {
    const port = String(await freePort())
    return Member.start(() => start('--port', port, ...words, ...fleet))
  }
  const writer = await member(...data, '--access', 'open')
  const reader = () => member('--role', 'reader', '--nodes', `regtest=${writer.url}`, ...data)
  const readers = await Promise.all([reader(), reader()])
  const nodes = `regtest=${readers.map(({ url }) => url).join(',')}`
  const gateway = () =>
    member('--role', 'gateway', '--nodes', nodes, '--access', 'keys', '--shared', redis.url)
  const gateways = await Promise.all([gateway(), gateway()])
  const key = await createKeyIn(redis)
  const urls = gateways.map(({ url }) => `${url}/${key}`)
  for (const url of urls)
    await expect.poll(async () => (await ask(url, 'eth_blockNumber')).result, patience).toBeDefined()
  const [network] = writer.announced.networks
  const accounts = (network?.accounts ?? []).map(({ address }) => address)
  // The second reader: calls for one node only go to the first.
  return { writer, reader: readers[1], gateway: gateways[0], redis, urls, accounts }
}
