import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { followChain, type StreamEvent } from '../../src/library/stream.ts'

type Answer = (response: ServerResponse) => void

const block = (number: number): string => `${JSON.stringify({ header: { number, hash: `0x${number}` } })}\n`
const lines =
  (...texts: readonly string[]): Answer =>
  (response) =>
    void response.writeHead(200).end(texts.join(''))
const status =
  (code: number, text = '', headers = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end(text)

let end = (): void => {}
afterEach(() => end())

/** What a program reads up to block 2 from a server with these answers in turn. */
async function follow(...answers: readonly Answer[]): Promise<readonly StreamEvent[]> {
  const left = [...answers]
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => (left.shift() ?? status(500))(response))
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
})
