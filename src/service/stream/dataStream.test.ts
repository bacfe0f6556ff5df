import { describe, expect, it } from 'vitest'
import { type Piece, textOf } from '../../rpc/json/piece.ts'
import { DataStream, type DataStreamParts } from './dataStream.ts'

const hashOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`
const blockText = (number: number): string => `{"header":{"number":${number},"hash":"${hashOf(number)}"}}`
const windowOf = (...numbers: number[]): string => `[\n${numbers.map(blockText).join(',\n')}\n]`

/** A stream over windows of one block, which records the queries. */
function openStream(options: Partial<DataStreamParts> & { readonly asBytes?: boolean } = {}) {
  const queries: unknown[] = []
  const { asBytes = false, ...parts } = options
  const pieceOf = (text: string): Piece => (asBytes ? Buffer.from(text) : text)
  const stream = DataStream.begin(pieceOf(windowOf(0, 1)), {
    query: { fromBlock: 0, logs: [] },
    newest: 4,
    goesOn: () => true,
    windows: async (query) => {
      queries.push(query)
      return pieceOf(windowOf(Number(query['fromBlock'])))
    },
    ...parts,
  })
  if (stream === undefined) throw new Error('the first window has blocks')
  const numbers = async (): Promise<number[]> => {
    const found: number[] = []
    for await (const piece of stream) {
      const text = textOf(piece)
      expect(text.endsWith('\n')).toBe(true)
      for (const line of text.trimEnd().split('\n')) found.push(JSON.parse(line).header.number)
    }
    return found
  }
  return { stream, queries, numbers }
}

describe('a stream of windows', () => {
  it.each([false, true])('has a line for each block up to the newest one (bytes: %s)', async (asBytes) => {
    const { numbers, queries } = openStream({ asBytes })
    expect(await numbers()).toEqual([0, 1, 2, 3, 4])
    expect(queries[0]).toEqual({ fromBlock: 2, logs: [], parentBlockHash: hashOf(1) })
    expect(queries).toHaveLength(3)
  })

  it('reads the next window when the client has taken the one before', async () => {
    const { stream, queries } = openStream()
    await stream.next()
    await new Promise((resolve) => setImmediate(resolve))
    expect(queries).toEqual([])
    await stream.next()
    expect(queries).toHaveLength(1)
    await stream.return()
    expect(await stream.next()).toEqual({ done: true, value: undefined })
    expect(queries).toHaveLength(1)
  })

  it('ends at toBlock', async () => {
    const { numbers } = openStream({ query: { fromBlock: 0, toBlock: 2 } })
    expect(await numbers()).toEqual([0, 1, 2])
  })

  it('ends early when it may not continue, and when a window fails or is empty', async () => {
    expect(await openStream({ goesOn: () => false }).numbers()).toEqual([0, 1])
    const fails = { windows: () => Promise.reject(new Error('left')) }
    expect(await openStream(fails).numbers()).toEqual([0, 1])
    expect(await openStream({ windows: async () => '[]' }).numbers()).toEqual([0, 1])
  })

  it('ends after 64 windows', async () => {
    expect(await openStream({ newest: 1_000 }).numbers()).toHaveLength(65)
  })

  it('does not begin with an empty window', () => {
    const parts = { query: {}, newest: 0, goesOn: () => true, windows: async () => '[]' }
    expect(DataStream.begin('[]', parts)).toBeUndefined()
  })
})
