import { describe, expect, it } from 'vitest'
import { giveBack, lend } from '../../primitives/work/lentBytes.ts'
import { type Piece, textOf } from '../../rpc/json/piece.ts'
import { DataStream, type DataStreamParts, type DataWindows } from './dataStream.ts'

const hashOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`
const blockText = (number: number): string => `{"header":{"number":${number},"hash":"${hashOf(number)}"}}`
const windowOf = (...numbers: number[]): string => `[\n${numbers.map(blockText).join(',\n')}\n]`

interface PieceForm {
  readonly asBytes?: boolean | undefined
  /** Characters of a piece. */
  readonly length?: number | undefined
}

function piecesOf(text: string, { asBytes = false, length = text.length }: PieceForm): Piece[] {
  const parts = text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? []
  return asBytes ? parts.map((part) => Buffer.from(part)) : parts
}

/** A stream over windows of one block, which records the queries. */
function openStream(options: Partial<DataStreamParts> & PieceForm = {}) {
  const queries: unknown[] = []
  const { asBytes, length, ...parts } = options
  const pieceOf = (text: string) => piecesOf(text, { asBytes, length })
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
    let text = ''
    for await (const piece of stream) {
      expect(piece.length).toBeGreaterThan(0)
      text += textOf(piece)
    }
    expect(text.endsWith('\n')).toBe(true)
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).header.number)
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

  it.each([false, true])('has the same lines wherever its pieces end (bytes: %s)', async (asBytes) => {
    for (let length = 1; length < 120; length++) {
      const { numbers, queries } = openStream({ asBytes, length })
      expect(await numbers()).toEqual([0, 1, 2, 3, 4])
      expect(queries[0]).toMatchObject({ fromBlock: 2, parentBlockHash: hashOf(1) })
    }
  })

  it('gives every piece back when it has been sent, and the rest when the client leaves', async () => {
    let lentCount = 0
    const lentPieces = (text: string) =>
      piecesOf(text, { asBytes: true, length: 100 }).map((piece) => {
        lentCount++
        return lend(Buffer.from(piece), () => lentCount--)
      })
    const windows: DataWindows = async ({ fromBlock }) => lentPieces(windowOf(Number(fromBlock)))
    const parts = { query: {}, newest: 4, goesOn: () => true, windows }
    const whole = DataStream.begin(lentPieces(windowOf(0, 1)), parts)!
    for await (const piece of whole) giveBack(piece)
    expect(lentCount).toBe(0)
    const left = DataStream.begin(lentPieces(windowOf(0, 1)), parts)!
    giveBack((await left.next()).value!)
    expect(lentCount).toBeGreaterThan(0)
    await left.return()
    expect(lentCount).toBe(0)
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
    expect(await openStream({ windows: async () => ['[]'] }).numbers()).toEqual([0, 1])
  })

  it('ends after 64 windows', async () => {
    expect(await openStream({ newest: 1_000 }).numbers()).toHaveLength(65)
  })

  it('does not begin with an empty window', () => {
    const parts = { query: {}, newest: 0, goesOn: () => true, windows: async () => ['[]'] }
    expect(DataStream.begin(['[]'], parts)).toBeUndefined()
  })
})
