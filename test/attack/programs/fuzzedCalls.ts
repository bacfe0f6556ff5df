import { once } from 'node:events'
import { type RawData, WebSocket } from 'ws'
import { type Attack, violationsOf } from '../attack.ts'
import type { KeyClient } from '../client.ts'
import type { Random } from '../random.ts'

/** Methods that would end the run, drop blocks, only push, or take a second for a passphrase. */
const leftOut =
  /^(personal_|evm_(reset|revert|increaseTime|setNext)|.*_(subscribe|unsubscribe)$|evm_startMining|evm_stopMining|miner_)/

const words = [
  'latest',
  'earliest',
  'pending',
  'safe',
  'finalized',
  '',
  '0x',
  '0x0',
  '0X1',
  '-1',
  '1',
  'null',
  '\u0000',
  '💥',
] as const

/** A value as a client might send it: right, nearly right, or wrong. */
function value(random: Random, depth = 0): unknown {
  switch (random.below(depth > 3 ? 9 : 12)) {
    case 0:
      return random.pick(words)
    case 1:
      return `0x${random.bytes(random.pick([1, 4, 19, 20, 21, 31, 32, 33, 200])).toString('hex')}`
    case 2:
      return `0x${random.below(2_000).toString(16)}`
    case 3:
      return random.pick([0, 1, -1, 1.5, 2 ** 53, 1e308, random.below(100)])
    case 4:
      return random.pick([true, false, null])
    case 5:
      return `0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826`
    case 6:
      return `0x${'f'.repeat(random.pick([16, 64, 128, 1_000]))}`
    case 7:
      return random.bytes(random.below(64)).toString('latin1')
    case 8:
      return {}
    case 9:
      return Array.from({ length: random.below(5) }, () => value(random, depth + 1))
    default:
      return objectOf(random, depth)
  }
}

const members = [
  'from',
  'to',
  'data',
  'input',
  'value',
  'gas',
  'gasPrice',
  'nonce',
  'fromBlock',
  'toBlock',
  'address',
  'topics',
  'blockHash',
  'blockNumber',
  'requireCanonical',
  'tracer',
  'count',
  'after',
  '__proto__',
  'toString',
] as const

const objectOf = (random: Random, depth: number): object =>
  Object.fromEntries(
    Array.from({ length: random.below(6) }, () => [random.pick(members), value(random, depth + 1)]),
  )

export const request = (random: Random, methods: readonly string[]): object => ({
  jsonrpc: '2.0',
  id: random.below(1_000),
  method: random.pick(methods),
  params: Array.from({ length: random.below(5) }, () => value(random)),
})

interface Problem {
  readonly error?: { readonly code: number; readonly message: string }
}

/** The first request of a body that the node answered with an internal error. */
function faultIn(body: readonly object[], text: string): string | undefined {
  const answers: readonly Problem[] = JSON.parse(text)
  if (!Array.isArray(answers))
    return answers && 'error' in answers ? undefined : `not a batch: ${text.slice(0, 200)}`
  const index = answers.findIndex(({ error }) => error?.code === -32603)
  return index < 0 ? undefined : `internal error: ${JSON.stringify(body[index]).slice(0, 400)}`
}

const bodySize = 20
const workers = 8
/** Calls between two samples of the memory, so that a run that ends early has some. */
const sampleEvery = 2_000

export async function methodsOf(client: KeyClient): Promise<string[]> {
  const { result } = await client.ask('rpc.discover')
  const { methods } = result as { readonly methods: readonly { readonly name: string }[] }
  return methods.map(({ name }) => name).filter((name) => !leftOut.test(name))
}

/** Sends bodies over WebSockets, one after the other; a closed one is replaced. */
class SocketClient {
  readonly #url: string
  #socket: WebSocket | undefined

  constructor({ url }: KeyClient) {
    this.#url = url.href.replace('http', 'ws')
  }

  /** The answer to a body; undefined when the node closed the WebSocket instead. */
  async post(body: string): Promise<string | undefined> {
    const socket = this.#socket ?? (await this.#open())
    this.#socket = socket
    const answer = new Promise<string | undefined>((resolve) => {
      const hear = (data: RawData): void => {
        const text = String(data)
        if (text.startsWith('{"jsonrpc":"2.0","method":')) return
        socket.off('message', hear)
        socket.off('close', end)
        resolve(text)
      }
      const end = (): void => resolve(undefined)
      socket.on('message', hear)
      socket.once('close', end)
    })
    socket.send(body)
    const text = await answer
    if (text !== undefined) return text
    this.#socket = undefined
    return undefined
  }

  close(): void {
    this.#socket?.terminate()
  }

  async #open(): Promise<WebSocket> {
    const socket = new WebSocket(this.#url).on('error', () => {})
    await once(socket, 'open')
    return socket
  }
}

export const fuzzedCalls: Attack = {
  name: 'fuzz',
  aim: 'calls every method with random parameters, in batches over HTTP and WebSocket; none may be answered with an internal error',
  isForGateways: true,
  async run(context) {
    const { target, random, isLong, isOver, progress } = context
    const total = isLong ? 1_000_000 : 20_000
    const methods = await methodsOf(target.attacker)
    const faults = new Set<string>()
    const memory: number[] = []
    let sent = 0
    let refused = 0
    const work = async (_: unknown, index: number): Promise<void> => {
      const socket = index % 2 === 0 ? undefined : new SocketClient(target.attacker)
      while (sent < total && target.isAlive && !isOver()) {
        sent += bodySize
        if (sent % sampleEvery < bodySize) memory.push(Math.round(target.memoryMiB()))
        progress(`${sent.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} calls`)
        const body = Array.from({ length: bodySize }, () => request(random, methods))
        const asked = JSON.stringify(body)
        const text = socket
          ? await socket.post(asked)
          : await target.attacker
              .post(asked)
              .then((answer) => (answer.status === 200 ? answer.text : undefined))
        if (text === undefined) refused++
        const fault = text === undefined ? undefined : faultIn(body, text)
        if (fault !== undefined && faults.size < 20) faults.add(fault)
      }
      socket?.close()
    }
    await Promise.all(Array.from({ length: workers }, work))
    const [early = 0, late = 0] = [memory[1], memory.at(-1)]
    return {
      figures: `${sent.toLocaleString('en-US')} calls of ${methods.length} methods; memory from ${early} to ${late} MiB; ${refused} bodies refused`,
      violations: [...faults, ...violationsOf({ 'the memory is level': late < 2 * early + 300 })],
    }
  },
}
