import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Circumstances } from '../../src/answering/here.ts'
import type { Json } from '../../src/rpc/json/json.ts'
import type { Method } from '../../src/rpc/method/method.ts'
import type { RpcNode } from '../../src/rpc/node/rpcNode.ts'
import { maximumBlocks, maximumLength, objection } from './bounds.ts'
import { ExecutedBlocks } from './executedBlocks.ts'
import type { HeavyWorld } from './heavyChain.ts'

/*
 * Every method with its worst parameters on a heavy chain, singly and in a full batch: no turn of the event loop may execute much.
 * `npm run attack -- judge` does the same on a larger chain, and measures processor time.
 */

/** A block of the chain that is assembled, completed or mined: 320 transactions. */
const maximumOfBlock = 16_000_000
/** A batch yields after some milliseconds, in which a fast machine executes more. */
const maximumOfBatch = 1_000_000
/** Turns until a call has left the main thread, or its answer goes on in slices. */
const isEnough = (turns: number): boolean => turns >= 6
const batchLength = 100

// What is compiled before the counter begins is not counted.
const counter = new ExecutedBlocks()
const { judgedCall } = await import('./judgedCall.ts')
const { judgedMethods, isOwnChains, makesBlock, worstCalls } = await import('./worstCalls.ts')
const { here } = await import('../../src/answering/here.ts')
const { Envelope } = await import('../../src/rpc/envelope/envelope.ts')
const { internalError } = await import('../../src/rpc/errors/errors.ts')
const schema = await import('../../src/rpc/json/schema.ts')
const { defaultCallSettings } = await import('../../src/rpc/method/context.ts')
const { defineAction, defineMethod, moduleOf } = await import('../../src/rpc/method/method.ts')
const { AccountOwners } = await import('../../src/rpc/node/accountOwners.ts')
const { Registry } = await import('../../src/rpc/registry/registry.ts')
const { receiptShape } = await import('../../src/rpc/shapes/receiptShape.ts')
const { transactionShape } = await import('../../src/rpc/shapes/transactionShape.ts')
const { WrittenTexts } = await import('../../src/rpc/shapes/writtenTexts.ts')
const { Filters, openFilterStore } = await import('../../src/service/filters/filters.ts')
const { Feeds } = await import('../../src/service/subscriptions/feeds.ts')
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

type Answering = Pick<HeavyWorld['service'], 'envelope'>

/** Why a call of a method with its worst parameters holds others up; nothing for one that does not. */
async function objections(service: Answering, method: Method): Promise<readonly string[]> {
  keepPending()
  const { maximum, maximumLength: length } = await judgedCall(
    service,
    request(method.name, 1),
    counter,
    isEnough,
  )
  return [
    ...objection('blocks of code in a turn', maximum, makesBlock(method) ? maximumOfBlock : maximumBlocks),
    ...objection('characters in a turn', length, maximumLength),
  ]
}

/** The same for a full batch of such calls. */
async function objectionsToBatch(service: Answering, method: Method): Promise<readonly string[]> {
  const batch = Array.from({ length: batchLength }, (_, id) => request(method.name, id))
  keepPending()
  const { maximum } = await judgedCall(service, batch, counter, isEnough)
  const allowed = makesBlock(method) ? maximumOfBlock : maximumOfBatch
  return objection('blocks of code in a turn of a batch', maximum, allowed)
}

describe('what the pages for browsers ask', () => {
  it('is judged', () => {
    const known = new Set(judgedMethods.flatMap(({ name, aliases }) => [name, ...aliases]))
    const asked = methodsOfPages()
    expect(asked.size).toBeGreaterThan(40)
    expect([...asked].filter((name) => !known.has(name))).toEqual([])
  })
})

/** The methods that the explorer and the console name. */
function methodsOfPages(): ReadonlySet<string> {
  const folder = new URL('../../web/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => /(?<!test)\.tsx?$/.test(file))
  const modules = new Set(judgedMethods.map(({ name }) => moduleOf(name)))
  const names = sources.flatMap((file) => [
    ...readFileSync(new URL(file, folder), 'utf8').matchAll(/'([a-z]\w*_[a-zA-Z]\w*)'/g),
  ])
  return new Set(names.map(([, name = '']) => name).filter((name) => modules.has(moduleOf(name))))
}

describe('a method that works in one turn without being asked how much', () => {
  const facts = {
    name: 'txpool_status',
    summary: 'Walks what the node has.',
    result: schema.objectWith({}),
    effect: 'asks-node',
    access: 'everyone',
  } as const

  it.each<[string, (node: RpcNode) => Json]>([
    ['pool', ({ pool }) => pooled(pool).map((each) => transactionShape(each, null))],
    ['logs', ({ chain }) => logged(chain).map(({ block, index }) => receiptShape(block, index))],
  ])('is refused: one that walks the %s', async (_, walk) => {
    const walking = defineAction({ ...facts, bound: 'own-chain', handler: (__, { node }) => walk(node) })
    const methods = new Registry([walking])
    const { circumstances, close } = circumstancesOf(world.node, methods)
    const envelope = new Envelope({ methods, answerer: here(circumstances), explain: internalError })
    const found = await objections({ envelope }, walking)
    close()
    expect(found.join()).toMatch(/characters in a turn,/)
  })

  it('does not compile, except on a chain of the caller’s own', () => {
    // @ts-expect-error A look-up has no list of the pool.
    defineMethod({ ...facts, handler: (_, { node }) => pooled(node.pool).length })
    // @ts-expect-error Neither has an action.
    defineAction({ ...facts, bound: 'key', handler: (_, { node }) => pooled(node.pool).length })
    // @ts-expect-error A block that was looked up has no receipts.
    defineMethod({ ...facts, handler: (_, { node: { chain } }) => chain.head.receipts.length })
  })
})

type Pool = RpcNode['pool']

const pooled = (pool: Pick<Pool, 'pendingBySender'>) =>
  [...pool.pendingBySender()].flatMap(({ transactions }) => transactions)

/** The transactions of all blocks. */
const logged = (chain: RpcNode['chain']) =>
  Array.from({ length: chain.head.number + 1 }, (_, number) => chain.select(number)!).flatMap((block) =>
    block.transactions.map((__, index) => ({ block, index })),
  )

/** What a method of any kind gets from the node. */
function circumstancesOf(node: RpcNode, description: Circumstances['description']) {
  const parts = { now: Date.now, report: () => {} }
  const store = openFilterStore(node, parts)
  const filters = new Filters(node, { store, random: randomBytes })
  const feeds = new Feeds(node, parts)
  const circumstances: Circumstances = {
    ...{ node, filters, feeds, description, now: Date.now },
    texts: new WrittenTexts(node.network),
    accountOwners: new AccountOwners(),
    ownChain: undefined,
    settings: { clientVersion: 'judge', errors: 'rootstock', ...defaultCallSettings },
  }
  const close = (): void => {
    feeds.close()
    filters.close()
  }
  return { circumstances, close }
}

describe('a call with the worst parameters', () => {
  it.each(judged.map((method) => [method.name, method] as const))(
    'leaves the main thread to others: %s',
    async (_, method) => {
      expect(await objections(world.service, method)).toEqual([])
      expect(await objectionsToBatch(world.service, method)).toEqual([])
    },
  )
})
