import { asAddress, equalBytes } from '../../primitives/bytes.ts'
import { addressIn, isCodeKey } from '../../trie/keys.ts'
import type { Trie } from '../../trie/trie.ts'
import { participantBlocks } from '../traces/participantBlocks.ts'
import { executeAgain, stretchBefore } from './executeAgain.ts'
import type { RepairParts } from './repairParts.ts'

/**
 * Computes the code of a contract again by executing the blocks in which the contract took part, of which the first
 * created it. `stateKey` is the key of the state under which the code was read. Undefined when it is not that of code,
 * or when too much would be executed.
 */
export function computedCode(
  hash: Uint8Array,
  stateKey: Uint8Array | undefined,
  parts: RepairParts,
): Uint8Array | undefined {
  if (stateKey === undefined || !isCodeKey(stateKey)) return undefined
  const { store, blocks, mostExecuted } = parts
  const head = blocks.head.number
  const query = { fromBlock: 1, toBlock: head, participants: [[asAddress(addressIn(stateKey)!)]] }
  let left = mostExecuted
  for (const number of participantBlocks(store, query, head)) {
    const stretch = stretchBefore(blocks.expectCanonical(number), { ...parts, mostExecuted: left })
    if (stretch === undefined) continue
    left -= stretch.blocks.length
    const result = executeAgain(stretch, parts)
    const value = result && valueIn(result.state, hash)
    if (value !== undefined || left <= 0) return value
  }
  return undefined
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
