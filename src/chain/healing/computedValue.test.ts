import { describe, expect, it } from 'vitest'
import { keccak256 } from '../../crypto/keccak256.ts'
import { recordOf } from '../../primitives/errors.ts'
import { fromHex } from '../../primitives/hex.ts'
import { recordedBlocks } from '../../primitives/recordings.cases.ts'
import { decodeBlock } from '../../protocol/block.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import { isCodeKey } from '../../trie/keys.ts'
import { openChain } from '../openChain.ts'
import { Blocks } from '../storage/blocks.ts'
import { cacheShares } from '../storage/chainMemory.ts'
import { States } from '../storage/states.ts'
import type { RepairParts } from './executeAgain.ts'
import { repairRecord } from './repairRecord.ts'

const store = memoryStore()
const chain = openChain({ store, network: regtest, clock: () => 0 })
for (const { rlp } of recordedBlocks('peg').slice(0, 16)) chain.import(decodeBlock(fromHex(rlp), regtest))
const { stateRoot } = chain.head.record

/** Without what was cached before the damage. */
const partsWith = (maximumExecuted: number): RepairParts => ({
  store,
  network: regtest,
  blocks: new Blocks(store, regtest),
  states: new States(store, cacheShares(0)),
  maximumExecuted,
})
const read = (key: Uint8Array): Uint8Array | undefined => partsWith(0).states.trieAt(stateRoot).get(key)

const longCells = [...partsWith(0).states.trieAt(stateRoot).entries()].filter(
  ([key, { length }]) => length > 32 && !isCodeKey(key),
)

function damage(content: Uint8Array): void {
  store.write((batch) => batch.put('values', keccak256(content), new Uint8Array(content.length)))
}

describe('the content of a long storage cell', () => {
  it('is computed again, whatever is left of it', () => {
    expect(longCells.length).toBeGreaterThan(10)
    for (const [key, content] of longCells.filter((_, index) => index % 4 === 0)) {
      damage(content)
      const record = recordMetBy(() => read(key))
      expect(record).toMatchObject({ table: 'values', key: keccak256(content), stateKey: key })
      expect(repairRecord(record!, partsWith(64))).toBe(true)
      expect(read(key)).toEqual(content)
    }
  })

  it('is computed again when all of them are damaged, each after those that it needs', () => {
    for (const [, content] of longCells) damage(content)
    for (const [key, content] of longCells) {
      const record = recordMetBy(() => read(key))
      if (record !== undefined) expect(repairRecord(record, partsWith(64))).toBe(true)
      expect(read(key)).toEqual(content)
    }
  })

  it('is not searched in more blocks than may be executed', () => {
    const [key, content] = longCells[0]!
    damage(content)
    const record = recordMetBy(() => read(key))!
    expect(repairRecord(record, partsWith(1))).toBe(false)
    expect(recordMetBy(() => read(key))).toEqual(record)
    expect(repairRecord(record, partsWith(64))).toBe(true)
  })
})

function recordMetBy(work: () => unknown) {
  try {
    work()
  } catch (error) {
    return recordOf(error)
  }
  return undefined
}
