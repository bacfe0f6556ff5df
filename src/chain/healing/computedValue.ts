import { asAddress, equalBytes } from '../../primitives/bytes.ts'
import { DamagedData } from '../../primitives/errors.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import { addressIn, isCodeKey } from '../../trie/keys.ts'
import type { Trie } from '../../trie/trie.ts'
import { participantBlocks } from '../traces/participantBlocks.ts'
import { executeAgain, type RepairParts, type Stretch, stretchBefore } from './executeAgain.ts'

/** Blocks whose participants are looked up at once, from the newest down. */
const windowBlocks = 4_096

/**
 * Computes a long value of the state, the code of a contract or the content of a storage cell, again by executing blocks in
 * which its contract took part. `stateKey` is the key of the state under which the value was read. Undefined when it is
 * not below an account, or when too much would be executed. Throws `DamagedData` for a record to restore before.
 */
export function computedValue(
  hash: Uint8Array,
  stateKey: Uint8Array | undefined,
  parts: RepairParts,
): Uint8Array | undefined {
  const address = stateKey && addressIn(stateKey)
  if (stateKey === undefined || address === undefined) return undefined
  const numbers = isCodeKey(stateKey) ? oldestFirst(address, parts) : newestFirst(address, parts)
  let left = parts.maximumExecuted
  let obstacle: Obstacle | undefined
  for (const number of numbers) {
    const stretch = stretchBefore(parts.blocks.expectCanonical(number), { ...parts, maximumExecuted: left })
    if (stretch === undefined) continue
    left -= stretch.blocks.length
    try {
      const value = valueAfter(stretch, hash, parts)
      if (value !== undefined) return value
    } catch (error) {
      if (!(error instanceof DamagedData) || error.record === undefined) throw error
      // A block that reads the damaged value itself is later than the one that made it.
      const isSame = equalBytes(error.record.key, hash)
      if (!isSame && number < (obstacle?.number ?? Number.POSITIVE_INFINITY)) obstacle = { number, error }
    }
    if (left <= 0) break
  }
  if (obstacle !== undefined) throw obstacle.error
  return undefined
}

/**
 * A block that cannot be executed because it reads another damaged record. That of the oldest such block comes first: the
 * blocks that made the record are older.
 */
interface Obstacle {
  readonly number: number
  readonly error: DamagedData
}

/** The first block in which a contract took part created it. */
function oldestFirst(address: Uint8Array, { store, blocks }: RepairParts): Generator<number> {
  const head = blocks.head.number
  return participantBlocks(store, queryOf(address, 1, head), head)
}

/** The content of a cell is that of its last change, if the state is a new one. */
function* newestFirst(address: Uint8Array, { store, blocks }: RepairParts): Generator<number> {
  const head = blocks.head.number
  for (let last = head; last > 0; last -= windowBlocks) {
    const query = queryOf(address, Math.max(1, last - windowBlocks + 1), last)
    yield* [...participantBlocks(store, query, head)].reverse()
  }
  // REMASC asks the Bridge for the federation without a call, for which the Bridge stores its first Bitcoin block.
  if (!equalBytes(address, bridgeAddress)) return
  for (let number = 1; number <= head; number++) yield number
}

const queryOf = (address: Uint8Array, fromBlock: number, toBlock: number) => ({
  fromBlock,
  toBlock,
  participants: [[asAddress(address)]],
})

/** The value with a hash, if the blocks made it. */
function valueAfter(stretch: Stretch, hash: Uint8Array, parts: RepairParts): Uint8Array | undefined {
  const result = executeAgain(stretch, parts)
  return result && valueIn(result.state, hash)
}

/** The value with a hash among those of a state that no save has written. */
function valueIn(state: Trie, hash: Uint8Array): Uint8Array | undefined {
  let found: Uint8Array | undefined
  state.saveInClusters({
    putCluster: () => 0,
    putValue: (each, value) => {
      if (equalBytes(each, hash)) found = value
    },
  })
  return found
}
