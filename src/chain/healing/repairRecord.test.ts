import { beforeAll, describe, expect, it } from 'vitest'
import { keccak256 } from '../../crypto/keccak256.ts'
import { DamagedData, type DamagedRecord, recordOf } from '../../primitives/errors.ts'
import { fromHex } from '../../primitives/hex.ts'
import { recordedBlocks } from '../../primitives/recordings.cases.ts'
import { decodeBlock } from '../../protocol/block.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import type { Entry, Store } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'
import { addressIn, isCodeKey } from '../../trie/keys.ts'
import { openChain } from '../openChain.ts'
import { Blocks } from '../storage/blocks.ts'
import { cacheShares } from '../storage/chainMemory.ts'
import { States } from '../storage/states.ts'
import type { RepairParts } from './executeAgain.ts'
import { repairRecord } from './repairRecord.ts'
import { replaceBlock } from './replaceBlock.ts'

const count = 16
const blocks = recordedBlocks('contracts')
  .slice(0, count)
  .map(({ rlp }) => decodeBlock(fromHex(rlp), regtest))

function filledStore(keepsEveryState: boolean): Store {
  const store = memoryStore()
  const chain = openChain({ store, network: regtest, clock: () => 0 }, { keepsEveryState })
  for (const [index, block] of blocks.entries()) {
    chain.importInGroup(block)
    if (index % 5 === 4) chain.saveGroup()
  }
  chain.saveGroup()
  return store
}

/** Without what was cached before the damage. */
const partsOver = (store: Store, maximumExecuted = 64): RepairParts => ({
  store,
  network: regtest,
  blocks: new Blocks(store, regtest),
  states: new States(store, cacheShares(0)),
  maximumExecuted,
})

const change = (value: Uint8Array, work: (changed: Uint8Array) => void): Uint8Array => {
  const changed = Uint8Array.from(value)
  work(changed)
  return changed
}
const garble = (value: Uint8Array) =>
  change(value, (changed) => {
    for (let at = changed.length >> 1; at < changed.length; at++) changed[at]! ^= at | 1
  })

function repairs(store: Store, table: TableName, { key, value }: Entry, damaged: Uint8Array): boolean {
  store.write((batch) => batch.put(table, key, damaged))
  const isRepaired = repairRecord({ table, key }, partsOver(store))
  if (isRepaired) expect(store.get(table, key)).toEqual(value)
  store.write((batch) => batch.put(table, key, value))
  return isRepaired
}

function recordMetBy(read: () => unknown): DamagedRecord | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    return recordOf(error)
  }
}

/** Without the entries that say which number is next. */
const entriesOf = (store: Store, table: TableName): Entry[] =>
  [...store.range(table)].filter(({ key }) => key.length !== 4).slice(-3)

describe.each([true, false])('a chain that keeps every state: %s', (keepsEveryState) => {
  let store: Store
  beforeAll(() => {
    store = filledStore(keepsEveryState)
  })

  it.each(['canonical', 'logIndex', 'receipts', 'participants', 'creations', 'clusters'] as const)(
    'recomputes a damaged %s record',
    (table) => {
      for (const entry of entriesOf(store, table)) {
        expect(repairs(store, table, entry, garble(entry.value))).toBe(true)
      }
    },
  )

  it.each(['serials', 'transactions', 'headers', 'bodies', 'states', 'values'] as const)(
    'leaves a badly damaged record of %s',
    (table) => {
      for (const entry of entriesOf(store, table)) {
        expect(repairs(store, table, entry, garble(entry.value))).toBe(false)
      }
    },
  )

  it('computes the code of a contract again, whatever is left of it', () => {
    const { stateRoot } = partsOver(store).blocks.head.record
    const codes = [...partsOver(store).states.trieAt(stateRoot).entries()].filter(([key]) => isCodeKey(key))
    expect(codes.some(([, code]) => code.length > 2048)).toBe(true)
    for (const [stateKey, code] of codes) {
      const address = addressIn(stateKey)!
      const hash = keccak256(code)
      store.write((batch) => batch.put('values', hash, garble(code)))
      const parts = partsOver(store)
      const damaged = recordMetBy(() => parts.states.at(stateRoot).code(address))
      expect(damaged).toMatchObject({ table: 'values', key: hash, stateKey })
      expect(repairRecord({ table: 'values', key: hash }, partsOver(store))).toBe(false)
      expect(repairRecord(damaged!, partsOver(store))).toBe(true)
      expect(partsOver(store).states.at(stateRoot).code(address)?.bytes).toEqual(code)
    }
  })

  it('takes header and body of a block from another node', () => {
    for (const table of ['headers', 'bodies'] as const) {
      for (const { key, value } of entriesOf(store, table)) {
        store.write((batch) => batch.put(table, key, garble(value)))
        const parts = partsOver(store)
        expect(
          blocks.some(
            (block) => replaceBlock(block, parts) && store.get(table, key)?.join() === value.join(),
          ),
        ).toBe(true)
      }
    }
  })

  it('refuses a block that is not stored, and one with another body', () => {
    const [, second, third] = blocks
    const parts = partsOver(store)
    const stranger = decodeBlock(fromHex(recordedBlocks('contracts')[count]!.rlp), regtest)
    expect(replaceBlock(stranger, parts)).toBe(false)
    expect(replaceBlock({ ...third!, transactions: second!.transactions }, parts)).toBe(false)
    expect(replaceBlock(third!, parts)).toBe(true)
  })

  it('names the record that a reader has met', () => {
    const [entry] = entriesOf(store, 'bodies')
    store.write((batch) => batch.put('bodies', entry!.key, garble(entry!.value)))
    const parts = partsOver(store)
    const met = blocks.flatMap(({ header }) => {
      try {
        parts.blocks.body(header.hash)
        return []
      } catch (error) {
        return error instanceof DamagedData ? [error.record] : []
      }
    })
    expect(met).toMatchObject([{ table: 'bodies', key: entry!.key }])
  })
})

it('leaves a record whose key is damaged, so that readers near it are refused', () => {
  const store = filledStore(true)
  for (const table of ['canonical', 'logIndex', 'receipts', 'clusters', 'states'] as const) {
    const { key, value } = entriesOf(store, table)[0]!
    for (let bit = 0; bit < 8 * key.length; bit += 3) {
      const other = change(key, (changed) => {
        changed[bit >> 3]! ^= 1 << (bit & 7)
      })
      if (store.has(table, other)) continue
      store.write((batch) => batch.put(table, other, value))
      expect(repairRecord({ table, key: other }, partsOver(store))).toBe(false)
      expect(store.get(table, other)).toEqual(value)
      store.write((batch) => batch.delete(table, other))
    }
  }
})

it('does not execute more blocks than it may', () => {
  const store = filledStore(false)
  const entry = entriesOf(store, 'receipts').at(-2)!
  store.write((batch) => batch.put('receipts', entry.key, garble(entry.value)))
  expect(repairRecord({ table: 'receipts', key: entry.key }, partsOver(store, 0))).toBe(false)
  expect(repairRecord({ table: 'receipts', key: entry.key }, partsOver(store, 64))).toBe(true)
})
