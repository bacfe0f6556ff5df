import type { Network } from '../../protocol/networks/network.ts'
import type { Store } from '../../store/store.ts'
import type { Trie } from '../../trie/trie.ts'
import { type Execution, executeAndVerify } from '../importing/executor.ts'
import type { Blocks } from '../storage/blocks.ts'
import type { States } from '../storage/states.ts'
import type { StoredBlock } from '../storage/storedBlock.ts'

export interface RepairParts {
  readonly store: Store
  readonly network: Network
  readonly blocks: Blocks
  readonly states: States
  /** Blocks that may be executed to compute one record again: a node that serves must not pause for long. */
  readonly maximumExecuted: number
}

/** The nearest block whose state is stored, and the blocks after it up to a given one, oldest first. */
export interface Stretch {
  readonly base: StoredBlock
  readonly blocks: readonly StoredBlock[]
}

/** The blocks to execute for the results of a block; undefined when they are too many or the state is not kept. */
export function stretchBefore(
  block: StoredBlock,
  { blocks, states, maximumExecuted }: RepairParts,
): Stretch | undefined {
  const executed = [block]
  while (executed.length <= maximumExecuted) {
    const lowest = executed.at(-1)!
    if (lowest.number === 0) return undefined
    const parent = blocks.expect(lowest.header.parentHash)
    if (states.isKept(parent.number, parent.record.stateRoot)) {
      return { base: parent, blocks: executed.reverse() }
    }
    executed.push(parent)
  }
  return undefined
}

/** The results of the last block, which match its header; undefined when an execution does not. */
export function executeAgain(
  { base, blocks: stretch }: Stretch,
  { network, blocks, states }: RepairParts,
  recordsCalls = false,
): Extract<Execution, { status: 'valid' }> | undefined {
  let state: Trie = states.wholeTrieAt(base.record.stateRoot)
  let result: Extract<Execution, { status: 'valid' }> | undefined
  const context = { network, chain: blocks, codes: states.codes }
  for (const block of stretch) {
    const execution = executeAndVerify(block, state, context, { recordsCalls })
    if (execution.status !== 'valid') return undefined
    state = execution.state
    result = execution
  }
  return result
}
