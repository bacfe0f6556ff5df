import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../src/rpc/json/json.ts'
import { ExecutedBlocks } from './executedBlocks.ts'
import type { HeavyWorld } from './heavyChain.ts'

/*
 * Every method with its worst parameters on a heavy chain, singly and in a full batch: no turn of the event loop may execute much.
 * `npm run attack -- judge` does the same on a larger chain, and measures processor time.
 */

/** Blocks of code that a turn may execute. The worst first tries of reads, and pieces of long answers, execute a third as many. */
const maximumBlocks = 200_000
/** A block of the chain that is assembled or completed: 300 transactions. */
const maximumOfBlock = 8_000_000
/** A batch yields after some milliseconds, in which a fast machine executes more. */
const maximumOfBatch = 1_000_000
/** Characters of an answer that are made in one turn: 20 ns each. */
const maximumLength = 1_000_000
/** Turns until a call has left the main thread, or its answer goes on in slices. */
const isEnough = (turns: number): boolean => turns >= 6
const batchLength = 100

const counter = new ExecutedBlocks()
const { judgedCall } = await import('./judgedCall.ts')
const { judgedMethods, isOwnChains, makesBlock, worstCalls } = await import('./worstCalls.ts')
const { Envelope } = await import('../../src/rpc/envelope/envelope.ts')
const { internalError } = await import('../../src/rpc/errors/errors.ts')
const { Registry } = await import('../../src/rpc/registry/registry.ts')
const { transactionShape } = await import('../../src/rpc/shapes/transactionShape.ts')
const { openHeavyWorld, smallChain } = await import('./heavyChain.ts')

const judged = judgedMethods.filter((method) => !isOwnChains(method))

let world: HeavyWorld
beforeAll(async () => {
  world = await openHeavyWorld(smallChain)
}, 180_000)
afterAll(() => {
  counter.end()
  world.close()
})

const request = (method: string, id: number) => ({
  jsonrpc: '2.0',
  id,
  method,
  params: worstCalls[method]?.(world.chain) ?? [],
})

/** The pending block is made once for each change of the pool; the methods that make blocks are judged for that. */
const keepPending = (): void => void world.node.pending()

describe('worst parameters', () => {
  it('stand beside every method', () => {
    const names = judgedMethods.map(({ name }) => name)
    expect(names.filter((name) => worstCalls[name] === undefined)).toEqual([])
    expect(Object.keys(worstCalls).filter((name) => !names.includes(name))).toEqual([])
  })
})

describe('a method that walks the pool in one turn', () => {
  it('is noticed', async () => {
    const { pool } = world.node
    const walk = (): Json =>
      [...pool.pendingBySender()].flatMap(({ transactions }) =>
        transactions.map((transaction) => transactionShape(transaction, null)),
      )
    const methods = new Registry(judgedMethods)
    const envelope = new Envelope({ methods, answerer: walk, explain: internalError })
    const noticed = await judgedCall({ envelope }, request('txpool_status', 1), counter, isEnough)
    expect(noticed.maximumLength).toBeGreaterThan(maximumLength)
  })
})

describe('a call with the worst parameters', () => {
  it.each(judged.map((method) => [method.name, method] as const))(
    'leaves the main thread to others: %s',
    async (name, method) => {
      const maximum = makesBlock(method) ? maximumOfBlock : maximumBlocks
      keepPending()
      const single = await judgedCall(world.service, request(name, 1), counter, isEnough)
      expect(single.maximum).toBeLessThan(maximum)
      expect(single.maximumLength).toBeLessThan(maximumLength)
      const batch = Array.from({ length: batchLength }, (_, id) => request(name, id))
      keepPending()
      const batched = await judgedCall(world.service, batch, counter, isEnough)
      expect(batched.maximum).toBeLessThan(makesBlock(method) ? maximumOfBlock : maximumOfBatch)
    },
  )
})
