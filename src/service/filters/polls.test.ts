import { randomBytes } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { RpcService } from '../../answering/rpcService.ts'
import { cow } from '../../answering/rpcWorld.cases.ts'
import { assemble, deployer } from '../../evm/assembler.cases.ts'
import { openNode } from '../../node/openNode.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Later } from '../../primitives/work/later.ts'
import { defaultAnswerLimits, inProcess } from '../../rpc/envelope/answerContext.ts'
import { defaultCallSettings } from '../../rpc/method/context.ts'
import { defaultReaderLimits, ReaderPool } from '../readers/readerPool.ts'
import type { FilterStore, OwnedFilter, WeightBounds } from './filterStore.ts'

/** A shared store in memory: every answer is a promise, and a change succeeds only for the current version. */
class SharedMemory implements FilterStore {
  readonly isShared = true
  readonly #filters = new Map<string, OwnedFilter>()
  /** Awaited before a change is stored. */
  beforeAdvance: () => Later<void> = () => {}

  async get(id: string): Promise<OwnedFilter | undefined> {
    return this.#filters.get(id)
  }

  async add(id: string, owned: OwnedFilter, _bounds: WeightBounds): Promise<boolean> {
    this.#filters.set(id, { ...owned, version: 1 })
    return true
  }

  async advance(id: string, from: OwnedFilter, next: OwnedFilter): Promise<boolean> {
    await this.beforeAdvance()
    if (this.#filters.get(id)?.version !== from.version) return false
    this.#filters.set(id, { ...next, version: (from.version ?? 0) + 1 })
    return true
  }

  /** Another process polls the filter. */
  touch(id: string): void {
    const owned = this.#filters.get(id)
    if (owned !== undefined) this.#filters.set(id, { ...owned, version: (owned.version ?? 0) + 1 })
  }

  async delete(id: string): Promise<void> {
    this.#filters.delete(id)
  }

  close(): void {}
}

/** Emits as many empty logs as the first word of its input. */
const loggingLoop = '0 CALLDATALOAD loop: 0 0 LOG0 1 SWAP1 SUB DUP1 @loop JUMPI'

/** A node whose reads all run in the threads of `readers`, or in the main thread if null. */
async function openShared(readers: ReaderPool | null = null) {
  const node = await openNode()
  const store = new SharedMemory()
  const problems: unknown[] = []
  const report = (error: unknown): void => void problems.push(error)
  const service = new RpcService(node, {
    settings: { clientVersion: 'Cambium/test', errors: 'rootstock', ...defaultCallSettings },
    now: Date.now,
    random: randomBytes,
    report,
    readers,
    tryUnits: 0,
    sharedFilters: store,
  })
  onTestFinished(() => {
    service.close()
    readers?.close()
    node.close()
  })
  const answer = async (method: string, ...params: unknown[]) => {
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const { envelope } = service
    return JSON.parse(
      await envelope.answerText(envelope.read(body, defaultAnswerLimits), inProcess({ name: 'alice' })),
    )
  }
  const result = async (method: string, ...params: unknown[]) => (await answer(method, ...params)).result
  const data = toHex(deployer(assemble(loggingLoop)))
  const deployed = await result('eth_sendTransaction', { from: cow, data, gas: '0x100000' })
  const { contractAddress } = await result('eth_getTransactionReceipt', deployed)
  const log = (count: number) =>
    result('eth_sendTransaction', {
      from: cow,
      to: contractAddress,
      gas: '0x600000',
      data: `0x${count.toString(16).padStart(64, '0')}`,
    })
  const positions = async (id: string): Promise<number[]> =>
    (await result('eth_getFilterChanges', id)).map((found: { blockNumber: string }) =>
      Number(found.blockNumber),
    )
  return { service, store, problems, answer, result, log, positions, address: contractAddress }
}

describe('a poll of a filter that several processes answer', () => {
  it('searches in reader threads, and delivers everything once', async () => {
    const readers = new ReaderPool({ threads: 1, ...defaultReaderLimits, onError: () => {} })
    const { result, log, positions } = await openShared(readers)
    const id = await result('eth_newFilter', {})
    await log(1)
    const before = readers.status.started
    expect(await positions(id)).toEqual([2])
    expect(readers.status.started).toBeGreaterThan(before)
    await log(300)
    await log(2)
    const found = await positions(id)
    expect(found.filter((number) => number === 3)).toHaveLength(300)
    expect(found.slice(300)).toEqual([4, 4])
    expect(await positions(id)).toEqual([])
  })

  it('undoes logs of blocks that this node has abandoned', async () => {
    const { result, log, positions } = await openShared()
    const id = await result('eth_newFilter', {})
    const snapshot = await result('evm_snapshot')
    await log(2)
    expect(await positions(id)).toEqual([2, 2])
    expect(await result('evm_revert', snapshot)).toBe(true)
    await log(1)
    const removed = (await result('eth_getFilterChanges', id)).map(
      (found: { removed: boolean }) => found.removed,
    )
    expect(removed).toEqual([true, true, false])
  })

  it('retries when another process was faster, and gives up after some attempts', async () => {
    const { store, problems, result, log, answer, positions } = await openShared()
    const id = await result('eth_newFilter', {})
    await log(300)
    const polls = await Promise.all([positions(id), positions(id)])
    expect(polls.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([0, 300])
    await log(1)
    store.beforeAdvance = () => store.touch(id)
    expect((await answer('eth_getFilterChanges', id)).error).toMatchObject({
      data: 'polls of a filter at the same time',
    })
    store.beforeAdvance = () => {}
    expect(await positions(id)).toEqual([3])
    expect(problems).toEqual([])
  })

  it('delivers its news again when the progress could not be stored', async () => {
    const { store, result, log, answer, positions } = await openShared()
    const id = await result('eth_newFilter', {})
    await log(300)
    store.beforeAdvance = () => Promise.reject(new Error('away'))
    expect((await answer('eth_getFilterChanges', id)).error).toBeDefined()
    store.beforeAdvance = () => {}
    expect(await positions(id)).toHaveLength(300)
  })

  it.each(['before its search', 'within its search'])(
    'stops when its client disconnects %s',
    async (moment) => {
      const readers = new ReaderPool({ threads: 1, ...defaultReaderLimits, onError: () => {} })
      const { service, store, result, log, positions, problems } = await openShared(readers)
      const id = await result('eth_newFilter', {})
      await log(300)
      let advances = 0
      store.beforeAdvance = () => void advances++
      const { started } = readers.status
      const client = { isGone: false, leave: () => {} }
      const context = {
        ...inProcess({ name: 'alice' }),
        get isGone() {
          return client.isGone
        },
        whenGone(callBack: () => void) {
          client.leave = () => {
            client.isGone = true
            callBack()
          }
          return () => {}
        },
      }
      const poll = { jsonrpc: '2.0', id: 1, method: 'eth_getFilterChanges', params: [id] }
      const { envelope } = service
      const answer = envelope.answerText(envelope.read(poll, context.limits), context)
      // The poll first reads the filter from the shared state, then starts the search.
      if (moment === 'within its search') while (readers.status.started === started) await Promise.resolve()
      client.leave()
      await answer
      expect(advances).toBe(0)
      expect(readers.status.started - started).toBe(moment === 'within its search' ? 1 : 0)
      expect(await positions(id)).toHaveLength(300)
      expect(problems).toEqual([])
    },
  )

  it('does not advance for a notification, which has no answer', async () => {
    const { service, result, log, positions, problems } = await openShared()
    const id = await result('eth_newFilter', {})
    await log(1)
    for (const params of [[id], ['0x1']]) {
      const notification = { jsonrpc: '2.0', method: 'eth_getFilterChanges', params }
      const { envelope } = service
      const context = inProcess({ name: 'alice' })
      expect(await envelope.answerText(envelope.read(notification, context.limits), context)).toBe('')
    }
    expect(await positions(id)).toEqual([2])
    expect(problems).toEqual([])
  })
})
