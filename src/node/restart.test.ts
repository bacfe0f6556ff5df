import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bob, transactionOf } from '../mining/miningWorld.cases.ts'
import { asciiBytes, concatBytes } from '../primitives/bytes.ts'
import { DamagedData } from '../primitives/errors.ts'
import { toHex } from '../primitives/hex.ts'
import { regtest } from '../protocol/networks/definitions.ts'
import type { Transaction } from '../protocol/transactions/transaction.ts'
import { StoreError } from '../store/errors.ts'
import type { Node } from './node.ts'
import type { NodeOptions } from './nodeOptions.ts'
import { openNode } from './openNode.ts'
import { openDataHome } from './services/dataHome.ts'

let dataFolder: string
let node: Node
beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'cambium-node-'))
  node = await open()
})
afterEach(() => {
  node.close()
  rmSync(dataFolder, { recursive: true })
})

const open = (options: NodeOptions = {}): Promise<Node> =>
  openNode({ dataFolder, flush: 'none', mining: { kind: 'manual' }, ...options })

async function restart(options: NodeOptions = {}): Promise<void> {
  node.close()
  node = await open(options)
}

const hashes = (transactions: readonly Transaction[]): string[] => transactions.map(({ hash }) => toHex(hash))

describe('a node with a folder', () => {
  it('continues its chain', async () => {
    node.submit(transactionOf())
    node.local?.mine()
    const head = toHex(node.chain.head.hash)
    await restart()
    expect(toHex(node.chain.head.hash)).toBe(head)
    node.local?.mine()
    expect(node.chain.head.number).toBe(2)
  })

  it('records the calls of older blocks and of those that it mines, while the setting is on', async () => {
    const mine = (): void => {
      node.submit(transactionOf({ nonce: node.chain.head.number }))
      node.local?.mine()
    }
    const callsAt = (number: number) => node.chain.callsIn(node.chain.select(number)!.hash)
    for (let count = 0; count < 3; count++) mine()
    expect(callsAt(1)).toBeUndefined()
    const indexed = { indexCallsFrom: 0 }
    await restart(indexed)
    mine()
    await vi.waitFor(() => expect(node.callIndexing?.coverage?.filled).toBe(3), 30_000)
    for (const number of [1, 2, 3, 4]) expect(callsAt(number)).toHaveLength(2)
    await restart(indexed)
    expect(node.callIndexing?.coverage).toEqual({ from: 1, filled: 3, since: 3 })
    await restart()
    mine()
    expect(callsAt(4)).toHaveLength(2)
    expect(callsAt(5)).toBeUndefined()
    await restart(indexed)
    await vi.waitFor(() => expect(callsAt(5)).toHaveLength(2), 30_000)
  })

  it('restores the transactions submitted to it, pending and queued, in their order', async () => {
    const submitted = [transactionOf(), transactionOf({ from: bob, nonce: 3 }), transactionOf({ from: bob })]
    for (const transaction of submitted) node.submit(transaction)
    await restart()
    expect(hashes(node.pool.localTransactions())).toEqual(hashes(submitted))
    expect([node.pool.pendingCount, node.pool.queuedCount]).toEqual([2, 1])
    await restart()
    expect(node.pool.localTransactions()).toHaveLength(3)
  })

  it('mines the restored transactions if it mines per transaction', async () => {
    node.submit(transactionOf())
    await restart({ mining: { kind: 'per-transaction' } })
    expect(node.chain.head.number).toBe(1)
    expect(node.pool.pendingCount).toBe(0)
  })

  it('does not restore transactions that were mined, replaced or reverted', async () => {
    node.local?.snapshot()
    node.submit(transactionOf({ nonce: 0, gasPrice: 1n }))
    node.local?.mine()
    node.submit(transactionOf({ nonce: 1, gasPrice: 1n }))
    const replacement = transactionOf({ nonce: 1, gasPrice: 10n })
    node.submit(replacement)
    await restart()
    expect(hashes(node.pool.localTransactions())).toEqual(hashes([replacement]))

    node.local?.snapshot()
    node.submit(transactionOf({ nonce: 2 }))
    node.local?.revert(1)
    await restart()
    expect(hashes(node.pool.localTransactions())).toEqual(hashes([replacement]))
    node.local?.reset()
    await restart()
    expect(node.pool.localTransactions()).toEqual([])
  })

  it('starts with a damaged record of a transaction', async () => {
    node.submit(transactionOf())
    node.close()
    const { store } = openDataHome(regtest, { dataFolder })
    const key = concatBytes(asciiBytes('pool.local.'), new Uint8Array(6).fill(1))
    store.write((batch) => batch.put('meta', key, Uint8Array.of(1, 2, 3)))
    store.close()
    node = await open()
    expect(node.pool.pendingCount).toBe(1)
    await restart()
    expect(node.pool.pendingCount).toBe(1)
  })

  it('starts with damaged blocks, and counts and reports what it meets', async () => {
    node.submit(transactionOf())
    node.local?.mine()
    node.close()
    const { store } = openDataHome(regtest, { dataFolder })
    const [last] = store.range('bodies', { reverse: true, limit: 1 })
    store.write((batch) => batch.put('bodies', last!.key, last!.value.fill(7)))
    store.close()
    const reported: unknown[] = []
    node = await open({ onError: (error) => void reported.push(error) })
    expect(reported).toEqual([expect.any(DamagedData)])
    expect(node.faults?.damagedRecordsMet).toBe(1)
  })

  it('refuses a second node in the same folder', async () => {
    await expect(open()).rejects.toMatchObject({ code: 'in-use' })
  })

  it('stores the keys of new accounts there', async () => {
    const account = await node.wallet!.newAccount('secret')
    await restart()
    expect(node.wallet!.has(account)).toBe(true)
  })
})

describe('a node whose disk is full', () => {
  /** Lets every write of the node's store fail until the returned function is called. */
  function fillDisk(): () => void {
    const writes = vi.spyOn(node.lastingStore!, 'write').mockImplementation(() => {
      throw new StoreError('failed', 'no space left on device')
    })
    return () => writes.mockRestore()
  }

  it.each(['manual', 'per-transaction'] as const)(
    'does not keep a transaction that it cannot store, with %s mining, and takes it later',
    async (kind) => {
      await restart({ mining: { kind } })
      const announced: string[] = []
      node.pool.onPending((transactions) => announced.push(...transactions.map(({ hash }) => toHex(hash))))
      // Begins to follow the pool after the listener, as a client's change of the mining mode does.
      node.local!.stopMining()
      node.local!.startMining()
      const makeRoom = fillDisk()
      const transaction = transactionOf()
      expect(() => node.submit(transaction)).toThrow('no space left')
      expect(announced).toEqual([])
      expect(node.pool.get(transaction.hash)).toBeUndefined()
      expect([node.pool.pendingCount, node.pool.queuedCount]).toEqual([0, 0])
      expect(node.chain.transaction(transaction.hash)).toBeUndefined()
      makeRoom()
      expect(node.submit(transaction)).toEqual({ status: 'pending' })
      expect(announced).toEqual([toHex(transaction.hash)])
      expect(node.chain.head.number).toBe(kind === 'manual' ? 0 : 1)
      await restart()
      expect(node.pool.pendingCount).toBe(kind === 'manual' ? 1 : 0)
    },
  )
})
