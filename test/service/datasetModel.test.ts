import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followChain, type StreamBlock, type StreamPosition } from '../../src/library/stream.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import { recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { decodeBlock } from '../../src/protocol/block.ts'
import { comparedFields, expectedBlocks, type ModelQuery, readModel } from './datasetModel.ts'
import { creationCode, word } from './sampleChain.ts'
import { openService, type ServiceWorld } from './serviceWorld.ts'

/* Streams against the answers of JSON-RPC. */

/** All blocks up to the end of the query, or up to the best one. */
async function readAll(world: ServiceWorld, query: object, head: number): Promise<StreamBlock[]> {
  const blocks: StreamBlock[] = []
  const toBlock = Math.min(head, 'toBlock' in query ? Number(query.toBlock) : head)
  for await (const event of followChain({ url: `${world.url}/data`, query: { ...query, toBlock } })) {
    if (event.type === 'undo') throw new Error('nothing has left this chain')
    blocks.push(...event.blocks)
  }
  return blocks
}

const isKey = (key: string): boolean => key.length === 66 || ['balance', 'code', 'nonce'].includes(key)

describe('random queries over a recorded chain', () => {
  let world: ServiceWorld
  let model: Awaited<ReturnType<typeof readModel>>
  beforeAll(async () => {
    world = await openService()
    const { chain } = world.node
    for (const { rlp } of recordedBlocks('contracts').slice(0, 120))
      chain.import(decodeBlock(fromHex(rlp), chain.network))
    model = await readModel(world)
  }, 120_000)
  afterAll(() => world.close())

  /** Lists of values that the chain has, and one value that it lacks. */
  const some = (values: readonly (string | null | undefined)[]) => {
    const known = [...new Set(values.filter((value) => typeof value === 'string'))]
    return fc.option(
      fc.uniqueArray(fc.constantFrom(...known, `0x${'77'.repeat((known[0]!.length - 2) / 2)}`), {
        maxLength: 3,
      }),
      {
        nil: undefined,
        freq: 2,
      },
    )
  }
  const flag = fc.option(fc.boolean(), { nil: undefined })
  const given = <Shape extends object>(shape: fc.Arbitrary<Shape>) =>
    shape.map((value) => JSON.parse(JSON.stringify(value)) as Shape)

  function queries(): fc.Arbitrary<ModelQuery> {
    const logs = model.flatMap((block) => block.logs)
    const transactions = model.flatMap(({ block }) => block.transactions)
    const traces = model.flatMap((block) => block.traces)
    const changes = model.flatMap((block) => block.changes)
    const sighashes = transactions.map(({ input }) => (input.length < 10 ? undefined : input.slice(0, 10)))
    const calls = traces.filter(({ type }) => type === 'call')
    const logRequest = fc.record({
      address: some(logs.map(({ address }) => address)),
      topic0: some(logs.map(({ topics }) => topics[0])),
      topic1: some(logs.map(({ topics }) => topics[1])),
      transaction: flag,
      transactionLogs: flag,
      transactionTraces: flag,
      transactionStateDiffs: flag,
    })
    const transactionRequest = fc.record({
      from: some(transactions.map(({ from }) => from)),
      to: some(transactions.map(({ to }) => to)),
      sighash: some(sighashes),
      firstNonce: fc.option(fc.nat(40), { nil: undefined }),
      lastNonce: fc.option(fc.nat(80), { nil: undefined }),
      logs: flag,
      traces: flag,
      stateDiffs: flag,
    })
    const traceRequest = fc.record({
      type: some(['call', 'create', 'suicide']).map((types) =>
        types?.filter((type) => !type.startsWith('0x')),
      ),
      createFrom: some(traces.filter(({ type }) => type === 'create').map(({ action }) => action['from'])),
      callFrom: some(calls.map(({ action }) => action['from'])),
      callTo: some(calls.map(({ action }) => action['to'])),
      callSighash: some(sighashes),
      transaction: flag,
      transactionLogs: flag,
      subtraces: flag,
      parents: flag,
    })
    const stateDiffRequest = fc.record({
      address: some(changes.map(({ address }) => address)),
      key: some(changes.map(({ key }) => key)).map((keys) => keys?.filter(isKey)),
      kind: fc.option(fc.subarray(['=', '+', '*', '-']), { nil: undefined }),
      transaction: flag,
    })
    const bound = fc.nat(model.length + 5)
    return fc
      .tuple(
        bound,
        bound,
        fc.record({
          includeAllBlocks: fc.boolean(),
          logs: fc.array(given(logRequest), { maxLength: 3 }),
          transactions: fc.array(given(transactionRequest), { maxLength: 2 }),
          traces: fc.array(given(traceRequest), { maxLength: 1 }),
          stateDiffs: fc.array(given(stateDiffRequest), { maxLength: 2 }),
        }),
      )
      .map(([one, other, rest]) => {
        const fromBlock = Math.min(one, other, model.length - 1)
        return { ...rest, fromBlock, toBlock: Math.max(one, other) } as ModelQuery
      })
  }

  it('have the blocks and items that other methods answer', async () => {
    let items = 0
    await fc.assert(
      fc.asyncProperty(queries(), async (query) => {
        const blocks = await readAll(world, { ...query, fields: comparedFields }, model.length - 1)
        items += blocks.reduce((sum, { logs, traces, transactions, stateDiffs }) => {
          const lists = [logs, traces, transactions, stateDiffs]
          return sum + lists.reduce((count, list) => count + (list?.length ?? 0), 0)
        }, 0)
        // The last block of each window comes too.
        const isEdge = ({ header: { number } }: StreamBlock): boolean =>
          number === query.fromBlock || number === Math.min(query.toBlock, model.length - 1)
        const selected = blocks.filter(
          (block) => query.includeAllBlocks || isEdge(block) || Object.keys(block).length > 1,
        )
        expect(selected).toEqual(expectedBlocks(model, query))
      }),
      { numRuns: 40 },
    )
    expect(items).toBeGreaterThan(1_000)
  }, 240_000)

  it('that are malformed are refused with a message, never with an internal error', async () => {
    const names = fc.constantFrom(
      'type',
      'fromBlock',
      'toBlock',
      'fields',
      'logs',
      'transactions',
      'traces',
      'stateDiffs',
      'parentBlockHash',
    )
    const nested = fc.constantFrom(
      'address',
      'topic0',
      'from',
      'to',
      'callTo',
      'type',
      'block',
      'log',
      'trace',
      'key',
      'kind',
      '__proto__',
      'logs',
    )
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(
        -1,
        1e300,
        0.5,
        '0x',
        `0x${'00'.repeat(20)}`,
        `0x${'00'.repeat(32)}`,
        [],
        {},
        [[]],
        null,
      ),
    )
    const inner = fc.oneof(
      value,
      fc.dictionary(nested, value),
      fc.array(fc.dictionary(nested, fc.array(value))),
    )
    const bodies = fc.oneof(
      fc.json({ maxDepth: 3 }),
      fc.dictionary(names, inner).map((query) => JSON.stringify({ type: 'evm', ...query })),
    )
    const paths = fc.constantFrom('/data/stream', '/data/finalized-stream', '/data')
    await fc.assert(
      fc.asyncProperty(bodies, paths, async (body, path) => {
        const { status, text } = await world.post(body, path)
        expect([200, 204, 400, 409]).toContain(status)
        if (status === 400) expect(JSON.parse(text).error.message.length).toBeGreaterThan(5)
      }),
      { numRuns: 400 },
    )
  }, 120_000)
})

describe('a reader of a chain with reorganisations', () => {
  /** The state of a program: the logs of each block, and its position. */
  class Kept {
    readonly logs = new Map<number, readonly unknown[]>()
    undone = 0
    #position = 'null'

    get position(): StreamPosition | undefined {
      return JSON.parse(this.#position) ?? undefined
    }

    add(blocks: readonly StreamBlock[], position: StreamPosition): void {
      for (const { header, logs = [] } of blocks) {
        if (this.logs.has(header.number)) throw new Error(`block ${header.number} came twice`)
        this.logs.set(header.number, logs)
      }
      this.#position = JSON.stringify(position)
    }

    undo(above: number, position: StreamPosition): void {
      for (const number of [...this.logs.keys()]) if (number > above) this.logs.delete(number)
      this.undone++
      this.#position = JSON.stringify(position)
    }
  }

  it('has each log of the best chain once, through reorganisations and restarts', async () => {
    const world = await openService()
    try {
      const { contractAddress: to } = await world.transact({ data: creationCode })
      const query = { fields: { log: { data: true, transactionHash: true } }, logs: [{ address: [to] }] }
      const url = `${world.url}/data`
      const kept = new Kept()
      let value = 0
      const emit = () => world.transact({ to, data: word(++value) })
      const mine = () => world.result('evm_mine')
      /** Follows the chain to the best block, with restarts of the program. */
      const follow = async (stopAfter: number): Promise<void> => {
        const { hash } = await world.result<{ hash: string }>('eth_getBlockByNumber', ['latest', false])
        const isDone = (): boolean => kept.position?.blocks.at(-1)?.hash === hash
        while (!isDone()) {
          let events = 0
          for await (const event of followChain({ url, query, position: kept.position, pollMs: 1 })) {
            if (event.type === 'undo') kept.undo(event.above, event.position)
            else kept.add(event.blocks, event.position)
            if (++events >= stopAfter || isDone()) break
          }
        }
      }
      const steps = fc.array(
        fc.record({
          // Reorganisations of more than ten blocks are deeper than finality.
          back: fc.oneof(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 8, max: 30 })),
          logs: fc.nat(4),
          empty: fc.nat(12),
          stopAfter: fc.integer({ min: 1, max: 3 }),
        }),
        { minLength: 3, maxLength: 6 },
      )
      await fc.assert(
        fc.asyncProperty(steps, async (rounds) => {
          for (const { back, logs, empty, stopAfter } of rounds) {
            const { chain } = world.node
            const target = chain.select(Math.max(1, chain.head.number - back))!
            if (back > 0) chain.rewind(target.hash)
            await world.result('evm_increaseTime', [100])
            for (let count = 0; count < logs; count++) await emit()
            for (let count = 0; count < empty + 1; count++) await mine()
            await follow(stopAfter)
            const found = [...kept.logs.values()].flat()
            const range = { fromBlock: '0x0', toBlock: 'latest', address: to }
            const all = await world.result<{ transactionHash: string; data: string; logIndex: string }[]>(
              'eth_getLogs',
              [range],
            )
            expect(found).toEqual(
              all.map(({ transactionHash, data, logIndex }) => ({
                logIndex: Number(logIndex),
                transactionIndex: 0,
                transactionHash,
                data,
              })),
            )
          }
        }),
        { numRuns: 8 },
      )
      expect(kept.undone).toBeGreaterThan(3)
    } finally {
      await world.close()
    }
  }, 120_000)
})
