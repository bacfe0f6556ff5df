import { describe, expect, it } from 'vitest'
import { fromHex } from '../../primitives/hex.ts'
import { recordedBlocks } from '../../primitives/recordings.cases.ts'
import { decodeBlock } from '../../protocol/block.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { StoreError } from '../../store/errors.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import type { Reader, Store } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'
import { openChain } from '../openChain.ts'
import { putChainStart } from '../storage/chainStart.ts'
import { openRecord, sealRecord } from '../storage/sealedRecord.ts'
import type { Finding } from './finding.ts'
import { verifyChain } from './verifyChain.ts'

const blocks = recordedBlocks('contracts')
  .slice(0, 16)
  .map(({ rlp }) => decodeBlock(fromHex(rlp), regtest))

function filledStore(): Store {
  const store = memoryStore()
  const chain = openChain({ store, network: regtest, clock: () => 0 }, { recordsCalls: true })
  for (const block of blocks) expect(chain.import(block)).toEqual({ status: 'best' })
  return store
}

/** One block is executed for its calls, unless the test is about them. */
const findingsIn = (store: Reader, executions = 1): Finding[] =>
  [...verifyChain(store, regtest, executions)].flatMap((step) => ('finding' in step ? [step.finding] : []))

describe('the verification of a chain', () => {
  const store = filledStore()

  it('finds nothing in an intact one', () => {
    expect(findingsIn(store)).toEqual([])
  })

  it('reports its progress as one part of the whole, which only grows', () => {
    const parts = [...verifyChain(store, regtest)].flatMap((step) =>
      'progress' in step ? [step.progress.part] : [],
    )
    expect(parts.length).toBeGreaterThan(0)
    expect(parts).not.toContain(undefined)
    expect(parts).toEqual([...parts].sort((one, other) => one! - other!))
    expect(parts.every((part) => part! > 0 && part! <= 1)).toBe(true)
  })

  it('finds nothing in one that started at a snapshot and lacks blocks above the genesis block', () => {
    const started = filledStore()
    started.write((batch) => putChainStart(batch, { number: 8, lowest: 5 }))
    expect(findingsIn(started)).toEqual([])
  })

  it.each([
    ['serials', 'index'],
    ['canonical', 'index'],
    ['transactions', 'index'],
    ['logIndex', 'index'],
    ['headers', 'block'],
    ['bodies', 'block'],
    ['receipts', 'block'],
    ['participants', 'block'],
    ['creations', 'block'],
    ['calls', 'block'],
    ['states', 'state'],
    ['clusters', 'state'],
    ['values', 'state'],
  ] as const)('finds a flipped bit in any record of %s', (table: TableName, part) => {
    for (const { key, value } of [...store.range(table)].slice(-3)) {
      const flipped = Uint8Array.from(value)
      flipped[flipped.length >> 1]! ^= 4
      store.write((batch) => batch.put(table, key, flipped))
      expect(findingsIn(store).map((finding) => finding.part)).toContain(part)
      store.write((batch) => batch.put(table, key, value))
    }
    expect(findingsIn(store)).toEqual([])
  })

  it('finds a record of calls with a right checksum that is not what the execution gives', () => {
    const wrong = filledStore()
    const [first, second] = wrong.range('calls')
    const other = openRecord('calls', second!.key, second!.value)
    wrong.write((batch) => batch.put('calls', first!.key, sealRecord(first!.key, other)))
    expect(findingsIn(wrong, 16)).toMatchObject([
      { part: 'block', what: 'block 1: the record of its calls differs from its execution' },
    ])
  })

  it('finds a table whose walk ends before its last entry', () => {
    const cut: Reader = {
      get: (table, key) => store.get(table, key),
      has: (table, key) => store.has(table, key),
      range: (table, range) => store.range(table, range),
      count: (table) => [...store.range(table)].length + (table === 'logIndex' ? 2 : 0),
    }
    const total = [...store.range('logIndex')].length
    expect(findingsIn(cut)).toEqual([
      { part: 'index', what: `the table logIndex: ${total} of its ${total + 2} entries can be read` },
    ])
  })

  it.each([
    ['clusters', 'state'],
    ['logIndex', 'index'],
    ['canonical', 'file'],
    ['headers', 'file'],
  ] as const)('finds that the pages of %s cannot be read, and goes on with other tables', (table, part) => {
    const walked: string[] = []
    const damaged: Reader = {
      get: (name, key) => store.get(name, key),
      has: (name, key) => store.has(name, key),
      range: (name, range) => {
        walked.push(name)
        if (name === table) throw new StoreError('failed', 'MDB_CORRUPTED')
        return store.range(name, range)
      },
    }
    expect(findingsIn(damaged)).toContainEqual({
      part,
      what: `the table ${table}: MDB_CORRUPTED`,
    })
    expect(walked).toEqual(expect.arrayContaining(['states', 'values']))
  })

  it('finds a missing block, transaction and node', () => {
    for (const [table, part] of [
      ['canonical', 'block'],
      ['bodies', 'block'],
      ['transactions', 'index'],
    ] as const) {
      const [last] = store.range(table, { reverse: true, limit: 1 })
      store.write((batch) => batch.delete(table, last!.key))
      expect(findingsIn(store).map((finding) => finding.part)).toContain(part)
      store.write((batch) => batch.put(table, last!.key, last!.value))
    }
    const head = openChain({ store, network: regtest, clock: () => 0 }).head.record.stateRoot
    const root = store.get('states', head)!
    store.write((batch) => batch.delete('states', head))
    expect(findingsIn(store)).toMatchObject([
      { part: 'state', what: expect.stringContaining('not in the store') },
    ])
    store.write((batch) => batch.put('states', head, root))
    for (const { key, value } of store.range('clusters')) {
      store.write((batch) => batch.delete('clusters', key))
      expect(findingsIn(store)).toContainEqual({
        part: 'state',
        what: expect.stringContaining('not in the store'),
      })
      store.write((batch) => batch.put('clusters', key, value))
    }
  })
})
