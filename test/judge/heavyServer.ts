import { randomBytes } from 'node:crypto'
import { createConnection, type Socket } from 'node:net'
import { Keyring } from '../../src/server/keys/keyring.ts'
import { storedKeys } from '../../src/server/keys/keyStore.ts'
import { hostedNode } from '../../src/server/networks/hostedNode.ts'
import { openServer } from '../../src/server/server.ts'
import { UsageHistory } from '../../src/server/usage/usageHistory.ts'
import { hourMs } from '../../src/server/usage/usageStore.ts'
import { memoryStore } from '../../src/store/memory/memoryStore.ts'
import type { HeavyWorld } from './heavyChain.ts'
import { newTally, type Tally } from './judgedTurns.ts'
import type { WorstRequest } from './worstRequests.ts'

export interface HeavyServerSize {
  readonly keys: number
  /** Callers, and hours in which each has called methods. */
  readonly callers: number
  readonly hours: number
}

export interface HeavyServer {
  /** Sends a request over a connection of its own, and counts what comes back. */
  begin(request: WorstRequest): Tally
  close(): Promise<void>
}

const token = 'token-of-the-judge'
const network = 'regtest'
const methodsOfCaller = 10
/** The calls of these hours are kept; the first of them was not long ago. */
const startMs = Date.now()

/** A server over the heavy chain, with many keys and much usage. */
export async function openHeavyServer(
  { node, service }: HeavyWorld,
  size: HeavyServerSize,
): Promise<HeavyServer> {
  const store = memoryStore()
  const keys = storedKeys(store)
  const keyring = new Keyring({ keys, now: () => startMs, random: randomBytes })
  for (let count = 0; count < size.keys; count++) keyring.create({ label: `a key of the judge, ${count}` })
  const clock = { ms: startMs - size.hours * hourMs }
  const history = new UsageHistory({ store, now: () => clock.ms, report: () => {} })
  for (let hour = 0; hour < size.hours; hour++, clock.ms += hourMs) {
    for (let row = 0; row < size.callers * methodsOfCaller; row++) {
      const caller = `caller${row % size.callers}`
      history.add(
        { caller, network, method: `eth_${Math.floor(row / size.callers)}` },
        { calls: 1, units: 2 },
      )
    }
  }
  // Saves what was counted.
  await history.rows(0, 0).next()
  const server = await openServer({
    host: '127.0.0.1',
    port: 0,
    networks: [hostedNode({ name: network, node, service, origins: '*' })],
    access: { mode: 'open' },
    admin: {
      ...{ host: '127.0.0.1', port: 0, token, history, web: undefined },
      keys: { ...keys, change: async (work) => work(keys) },
    },
    limits: { drainTimeoutMs: 100 },
    logger: { isEnabled: () => false, log: () => {} },
    now: () => clock.ms,
    random: randomBytes,
  })
  const keyId = keyring.list()[0]?.id ?? ''
  const { port } = server.address
  const adminPort = server.adminAddress!.port
  return {
    begin({ httpMethod, path, body, isAdmin = false }) {
      const text = body === undefined ? '' : JSON.stringify(body)
      const head = [
        `${httpMethod} ${path.replace(':id', keyId).replace(':network', network)} HTTP/1.1`,
        ...['Host: 127.0.0.1', 'Connection: close', `Authorization: Bearer ${token}`],
        ...['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`],
      ]
      const socket = createConnection({ host: '127.0.0.1', port: isAdmin ? adminPort : port })
      socket.write(`${head.join('\r\n')}\r\n\r\n${text}`)
      return tallyOf(socket)
    },
    async close() {
      await server.close()
      history.close()
    },
  }
}

/** With the head. */
const shown = 1_000

function tallyOf(socket: Socket): Tally {
  const tally = newTally(() => socket.destroy())
  socket.on('data', (bytes: Buffer) => {
    tally.length += bytes.length
    if (tally.beginning.length < shown) tally.beginning += bytes.toString('latin1', 0, shown)
  })
  socket.on('error', () => {})
  socket.once('close', () => {
    tally.isOver = true
  })
  return tally
}
