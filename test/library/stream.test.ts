import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  type FollowOptions,
  followChain,
  type StreamEvent,
  type StreamWait,
} from '../../src/library/stream.ts'

type Answer = (response: ServerResponse) => void

const block = (number: number): string => `${JSON.stringify({ header: { number, hash: `0x${number}` } })}\n`
const lines =
  (...texts: readonly string[]): Answer =>
  (response) =>
    void response.writeHead(200, { 'x-cambium-genesis': '0x0' }).end(texts.join(''))
const status =
  (code: number, text = '', headers = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end(text)

let end = (): void => {}
afterEach(() => end())
/** The queries that the server of a test has got. */
let asked: Record<string, unknown>[] = []

/** What a program reads up to block 2 from a server with these answers in turn. */
const follow = (...answers: readonly Answer[]): Promise<readonly StreamEvent[]> => followWith({}, ...answers)

async function followWith(
  members: Partial<FollowOptions>,
  ...answers: readonly Answer[]
): Promise<readonly StreamEvent[]> {
  const left = [...answers]
  asked = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += String(part)))
    request.on('end', () => {
      asked.push(JSON.parse(text))
      ;(left.shift() ?? status(500))(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const controller = new AbortController()
  end = () => {
    controller.abort()
    server.closeAllConnections()
    server.close()
  }
  const events: StreamEvent[] = []
  const options = {
    url: `http://127.0.0.1:${port}`,
    query: { toBlock: 2 },
    pollMs: 1,
    signal: controller.signal,
    ...members,
  }
  for await (const event of followChain(options)) events.push(event)
  return events
}

const numbers = (events: readonly StreamEvent[]): number[] =>
  events.flatMap((event) => (event.type === 'blocks' ? event.blocks.map(({ header }) => header.number) : []))

describe('a program that follows a chain', () => {
  it('continues after a line that is not whole, or not a block', async () => {
    const events = await follow(lines(block(0), '{"header":\n'), lines(block(1), 'null\n'), lines(block(2)))
    expect(numbers(events)).toEqual([0, 1, 2])
  })

  it('asks again after a conflict without a list of blocks', async () => {
    const events = await follow(
      lines(block(0)),
      status(409, 'no JSON'),
      status(409, '{}'),
      status(409, '{"previousBlocks":[{}]}'),
      lines(block(1), block(2)),
    )
    expect(events.every(({ type }) => type === 'blocks')).toBe(true)
    expect(numbers(events)).toEqual([0, 1, 2])
  })

  it.each([
    ['0', 1],
    ['3000000', 60_000],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 1],
    ['-5', 1],
    ['2', 2_000],
  ])('waits within bounds when the server asks for a pause of %s', async (asked, waitedMs) => {
    const waits = vi.spyOn(globalThis, 'setTimeout')
    const following = follow(status(503, '', { 'retry-after': asked }), lines(block(0), block(1), block(2)))
    await vi.waitUntil(() => waits.mock.calls.some(([, ms]) => ms === waitedMs))
    waits.mockRestore()
    end()
    await following.catch(() => {})
  })

  it('says when it waits, and why', async () => {
    const waits: StreamWait[] = []
    const onWait = (wait: StreamWait): void => void waits.push(wait)
    await followWith(
      { onWait },
      lines(block(0)),
      status(204, '', { 'x-sqd-head-number': '0' }),
      status(429, 'slower', { 'retry-after': '0' }),
      status(503, 'busy'),
      (response) => void response.destroy(),
      lines('null\n'),
      lines(block(1), block(2)),
    )
    expect(waits.map(({ reason }) => reason)).toEqual(['head', 'rate', 'server', 'server', 'server'])
    expect(waits.slice(0, 3).map(({ detail }) => detail)).toEqual([
      'block 1 does not exist yet',
      'HTTP 429: slower',
      'HTTP 503: busy',
    ])
    expect(waits[3]!.detail).toMatch(/^http:.* cannot be reached: ./)
  })

  it('refuses something else than a position, instead of beginning at the first block', async () => {
    for (const position of [{ position: { blocks: [] } }, { blocks: [{ number: '1' }] }, 'null'])
      await expect(followWith({ position } as object)).rejects.toThrow('position must be that of an event')
  })

  it('refuses what is no URL, instead of asking again', async () => {
    await expect(followChain({ url: 'rpc.example.org/data', query: {} }).next()).rejects.toThrow('URL')
  })

  it('refuses a position of another chain, which begins with another block', async () => {
    const position = { blocks: [{ number: 0, hash: '0x0' }], genesis: '0x7' }
    const following = followWith({ position }, status(204, '', { 'x-cambium-genesis': '0x0' }))
    await expect(following).rejects.toThrow('the position is of another chain: that one begins with 0x7')
    const [{ position: reached }] = (await follow(lines(block(0), block(1), block(2)))) as [StreamEvent]
    expect(reached.genesis).toBe('0x0')
  })

  it('goes back to the common block that the server names, and below all that it knows', async () => {
    const position = { blocks: [10, 200, 201].map((number) => ({ number, hash: `0x${number}` })) }
    const listed = [120, 121].map((number) => ({ number, hash: `0xa${number}` }))
    const conflict = (members: object): Answer =>
      status(409, JSON.stringify({ previousBlocks: listed, ...members }))
    const query = { toBlock: 202 }
    const [undo] = await followWith(
      { position, query },
      conflict({ commonBlock: { number: 120, hash: '0x120' } }),
      lines(block(202)),
    )
    expect(undo).toEqual({
      type: 'undo',
      above: 120,
      position: { blocks: [position.blocks[0], { number: 120, hash: '0x120' }] },
    })
    expect(asked[1]).toMatchObject({ fromBlock: 121, parentBlockHash: '0x120' })
    const events = await followWith(
      { position, query },
      conflict({}),
      status(
        409,
        JSON.stringify({
          previousBlocks: [
            { number: 0, hash: '0xb' },
            { number: 10, hash: '0xc' },
          ],
        }),
      ),
      lines(block(202)),
    )
    expect(events.map((event) => event.type === 'undo' && event.above)).toEqual([10, -1, false])
    expect(asked[2]).not.toHaveProperty('parentBlockHash')
  })

  it('asks a server whose chain is shorter whether it has the block below', async () => {
    const waits: StreamWait[] = []
    const shorter = status(204, '', { 'x-sqd-head-number': '1' })
    const position = { blocks: [0, 1, 2].map((number) => ({ number, hash: `0x${number}` })) }
    const events = await followWith(
      { position, query: { toBlock: 3 }, onWait: (wait) => waits.push(wait) },
      shorter,
      // Its block 1 is the same one: the server is behind.
      shorter,
      // Its block 1 is another one.
      status(409, JSON.stringify({ previousBlocks: [], commonBlock: { number: 0, hash: '0x0' } })),
      lines(block(1), block(2), block(3)),
    )
    expect(waits.map(({ reason }) => reason)).toEqual(['behind', 'behind'])
    expect(asked[1]).toMatchObject({ fromBlock: 2, toBlock: 2, parentBlockHash: '0x1' })
    expect(events.map((event) => event.type === 'undo' && event.above)).toEqual([0, false])
    expect(numbers(events)).toEqual([1, 2, 3])
  })

  it('keeps few blocks of a position, and one at each distance down to the first', async () => {
    const all = Array.from({ length: 5_000 }, (_, number) => block(number))
    const finalHead = { 'x-sqd-finalized-head-number': '4900' }
    const events = await followWith(
      { query: { toBlock: 4_999 } },
      (response) => void response.writeHead(200, finalHead).end(all.join('')),
    )
    const kept = events.at(-1)!.position.blocks.map(({ number }) => number)
    expect(kept.length).toBeLessThan(100)
    expect(kept[0]).toBe(0)
    for (const [at, number] of kept.entries()) {
      if (at > 0) expect(number - kept[at - 1]!).toBeLessThanOrEqual(Math.max(64, 4_900 - kept[at - 1]!))
    }
  })
})
