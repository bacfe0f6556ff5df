import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import type { Steps } from '../../primitives/work/steps.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Reader } from '../../store/store.ts'
import type { Trie } from '../../trie/trie.ts'
import { Blocks } from '../storage/blocks.ts'
import { cacheShares } from '../storage/chainMemory.ts'
import { chainStart } from '../storage/chainStart.ts'
import { States } from '../storage/states.ts'
import { executeAndVerify } from './executor.ts'

/** Caches of its own: reading a chain from its beginning would displace what others use from theirs. */
const cacheBytes = 32 << 20

/**
 * Executes canonical blocks again for the records of their calls. Blocks that follow each other need one saved state before
 * them, others one each.
 */
export class CallsAgain {
  readonly #reader: Reader
  readonly #network: Network
  readonly #blocks: Blocks
  readonly #states: States
  /** The last block that was executed, and the state after it, which may not be saved. */
  #executed: { readonly hash: Hash; readonly state: Trie } | undefined

  constructor(reader: Reader, network: Network) {
    this.#reader = reader
    this.#network = network
    const shares = cacheShares(cacheBytes)
    this.#blocks = new Blocks(reader, network, shares)
    this.#states = new States(reader, shares)
  }

  /** Undefined if the state before the block is not there. Throws when the block has another result than its header. */
  *record(number: number): Steps<Uint8Array | undefined> {
    const state = this.#stateBefore(number)
    if (state === undefined) return undefined
    const block = this.#blocks.expectCanonical(number)
    const context = { network: this.#network, chain: this.#blocks, codes: this.#states.codes }
    const execution = yield* executeAndVerify(block, state, context, { recordsCalls: true })
    if (execution.status !== 'valid') {
      throw new Error(
        `the execution of block ${number} differs from its header: ${execution.rejection.reason}`,
      )
    }
    this.#executed = { hash: block.hash, state: execution.state }
    return execution.calls
  }

  #stateBefore(number: number): Trie | undefined {
    const start = chainStart(this.#reader)
    if (start !== undefined && number <= start.number) return undefined
    const parent = this.#blocks.expectCanonical(number - 1)
    const root = this.#blocks.stateRoot(parent.record)
    if (this.#states.isKept(parent.number, root)) return this.#states.trieAt(root)
    const last = this.#executed
    return last !== undefined && equalBytes(last.hash, parent.hash) ? last.state : undefined
  }
}
