import type { Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Trie } from '../../trie/trie.ts'
import type { Blocks } from '../storage/blocks.ts'
import type { States } from '../storage/states.ts'
import type { StoredBlock } from '../storage/storedBlock.ts'
import type { Executor } from './executor.ts'

export interface StateRebuilding {
  readonly states: States
  readonly network: Network
  readonly execute: Executor
}

/** Several times the largest group. Executing them again takes seconds. */
const mostRebuiltBlocks = 1024

/**
 * The state after a stored block, on which a branch begins. When only the last state of every group was saved, the
 * blocks since the nearest saved state are executed again.
 */
export function rebuiltState(
  block: StoredBlock,
  stateRoot: Hash,
  blocks: Blocks,
  { states, network, execute }: StateRebuilding,
): Trie {
  const unsaved: StoredBlock[] = []
  let saved = block
  let root = stateRoot
  while (!states.isKept(saved.number, root)) {
    if (saved.number === 0 || unsaved.length === mostRebuiltBlocks) throw new MissingState(block)
    unsaved.push(saved)
    saved = blocks.expect(saved.header.parentHash)
    root = blocks.stateRoot(saved.record)
  }
  let state = states.trieAt(root)
  for (const next of unsaved.reverse()) {
    const execution = execute(next, state, { network, chain: blocks, codes: states.codes })
    if (execution.status !== 'valid') throw new MissingState(block)
    state = execution.state
  }
  return state
}

/** The state that a block needs is not kept and too old to be computed again. */
class MissingState extends Error {
  override readonly name = 'MissingState'

  constructor({ number, hash }: StoredBlock) {
    super(`the state after block ${number} (${toHex(hash)}) is not in the store`)
  }
}
