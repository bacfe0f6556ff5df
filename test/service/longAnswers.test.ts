import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cow, openService, type ServiceWorld } from './serviceWorld.ts'

/*
 * Long answers share the memory of their pieces: none may change another, even beside slow readers and clients that
 * disconnect.
 */

/** Emits empty logs until 16 Ki gas are left. */
const emitting = '0x5b60006000a05a61400010600057'
/** JUMPDEST, KECCAK256 of 1 KiB, JUMP to the beginning. */
const hashing = '0x5b61040060002050600056'

const folder = mkdtempSync(join(tmpdir(), 'cambium-long-'))
let world: ServiceWorld
beforeAll(async () => {
  world = await openService({ dataFolder: folder, threads: 2 })
  for (const gas of ['0x400000', '0x300000']) {
    await world.result('eth_sendTransaction', [{ from: cow, data: emitting, gas }])
  }
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

const calls = [
  ['eth_getLogs', { fromBlock: '0x1', toBlock: '0x1' }],
  ['eth_getLogs', { fromBlock: '0x2', toBlock: '0x2' }],
  ['debug_traceCall', { data: hashing, gas: '0x40000' }, 'latest', {}],
  ['debug_traceCall', { data: hashing, gas: '0x50000' }, 'latest', {}],
]
const bodyOf = ([method, ...params]: readonly unknown[]): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

type Way = 'fast' | 'slow' | 'abandoned'

/** The hash of the bytes after the head of an answer, and their number; undefined for one that is abandoned. */
async function read(body: string, way: Way): Promise<string | undefined> {
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1')
  const head = `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`
  socket.write(head + body)
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of socket) {
    chunks.push(chunk)
    length += chunk.length
    if (way === 'abandoned' && length > 600_000) {
      socket.destroy()
      return undefined
    }
    if (way === 'slow' && chunks.length % 16 === 0) await pause(1)
  }
  const whole = Buffer.concat(chunks)
  const text = unchunked(whole.subarray(whole.indexOf('\r\n\r\n') + 4))
  return `${text.length} ${createHash('sha256').update(text).digest('hex')}`
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const length = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (Number.isNaN(length)) throw new Error('not a chunk')
    if (length === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + length))
    at = lineEnd + 2 + length + 2
  }
}

it('long answers keep their bytes beside slow readers and clients that disconnect', async () => {
  const bodies = calls.map(bodyOf)
  const alone: (string | undefined)[] = []
  for (const body of bodies) alone.push(await read(body, 'fast'))
  expect(new Set(alone).size).toBe(bodies.length)
  for (const answer of alone) expect(Number(answer?.split(' ')[0])).toBeGreaterThan(1 << 20)
  const ways: readonly Way[] = ['slow', 'abandoned', 'fast', 'slow', 'fast']
  const together = ways.flatMap((way) =>
    bodies.map(async (body, index) => [way, index, await read(body, way)] as const),
  )
  for (const [way, index, answer] of await Promise.all(together)) {
    expect([way, index, answer]).toEqual([way, index, way === 'abandoned' ? undefined : alone[index]])
  }
})
