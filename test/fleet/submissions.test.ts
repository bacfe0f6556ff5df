import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCambium, removeBuild } from '../processes/cliProcess.ts'
import { ask } from '../processes/nodeProcess.ts'
import type { FleetNode } from './fleetNode.ts'
import { FleetWorld, patience, resultOf } from './fleetWorld.ts'
import { hasRedis } from './redisServer.ts'

let world: FleetWorld
beforeAll(buildCambium)
afterAll(removeBuild)

const receiver = `0x${'5a'.repeat(20)}`
const senders = 4
const kills = 5
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Sends payments of one wei, one after the other, to whichever gateway answers. */
class Sender {
  /** Hashes that a gateway has answered. */
  readonly acknowledged: string[] = []
  /** Transactions without an answer, which were sent again until an answer came or a node said that it has them. */
  unanswered = 0
  sent = 0
  readonly #from: string
  readonly #node: FleetNode
  readonly #urls: () => readonly string[]

  constructor(from: string, node: FleetNode, urls: () => readonly string[]) {
    this.#from = from
    this.#node = node
    this.#urls = urls
  }

  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const fields = { from: this.#from, to: receiver, value: '0x1', gas: '0x5208', gasPrice: '0x3b9aca00' }
      const { raw } = await this.#node.ask<{ raw: string }>('eth_signTransaction', {
        ...fields,
        nonce: `0x${this.sent.toString(16)}`,
      })
      await this.#send(raw)
      this.sent++
    }
  }

  async #send(raw: string): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const urls = this.#urls()
      const url = urls[(this.sent + attempt) % urls.length]!
      const answer = await ask(url, 'eth_sendRawTransaction', raw).catch(() => undefined)
      if (typeof answer?.result === 'string') {
        this.acknowledged.push(answer.result)
        return
      }
      if (answer === undefined) this.unanswered++
      // An attempt without an answer may have been accepted.
      if (attempt > 0 && /already|nonce/i.test(answer?.error?.message ?? '')) return
      await pause(20)
    }
  }
}

describe.skipIf(!hasRedis)('transactions through gateways', () => {
  beforeEach(async () => {
    world = await FleetWorld.open()
  })
  afterEach(() => world.close())

  it('are in the chain once when they were acknowledged, however often gateways are killed', async () => {
    const first = await world.startNode([])
    const second = await world.startNode([first.enode])
    await first.mine(1)
    await expect.poll(() => second.head(), patience).toBe(await first.head())
    const nodes = [first, second]
    const gateways = await Promise.all([world.startGateway(nodes), world.startGateway(nodes)])
    const accounts = await first.ask<string[]>('eth_accounts')
    const urls = (): string[] => gateways.map(({ url }) => url)
    const clients = accounts.slice(0, senders).map((from) => new Sender(from, first, urls))
    let isOver = false
    const sending = clients.map((client) => client.run(() => isOver))
    const mining = (async () => {
      while (!isOver) {
        await first.mine(1)
        await pause(50)
      }
    })()
    const acknowledged = (): number => clients.reduce((sum, client) => sum + client.acknowledged.length, 0)
    for (let kill = 0; kill < kills; kill++) {
      const before = acknowledged()
      await expect.poll(acknowledged, { ...patience, interval: 3 }).toBeGreaterThan(before + 5)
      const turn = kill % gateways.length
      const killed = gateways[turn]!
      await world.kill(killed.running)
      gateways[turn] = await world.startGateway(nodes, { port: killed.port })
    }
    isOver = true
    await Promise.all([...sending, mining])

    const sent = clients.reduce((sum, client) => sum + client.sent, 0)
    await expect
      .poll(async () => {
        await first.mine(1)
        return Number(await first.ask('eth_getBalance', receiver, 'latest'))
      }, patience)
      .toBe(sent)
    for (const client of clients) {
      for (const hash of client.acknowledged) {
        expect(await resultOf(gateways[0]!.url, 'eth_getTransactionReceipt', hash)).toMatchObject({
          status: '0x1',
        })
      }
    }
    // The nonces say that each was executed once; the balance says that no other was.
    for (const [index, { sent: count }] of clients.entries()) {
      expect(Number(await first.ask('eth_getTransactionCount', accounts[index], 'latest'))).toBe(count)
    }
    const unanswered = clients.reduce((sum, client) => sum + client.unanswered, 0)
    console.info(
      `${kills} gateways killed: ${acknowledged()} transactions acknowledged, ${unanswered} times no answer`,
    )
  })
})
