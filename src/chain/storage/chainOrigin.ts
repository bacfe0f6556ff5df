import type { Hash } from '../../primitives/bytes.ts'
import type { BaseValues } from '../../trie/baseValues.ts'

/**
 * The chain that a fork started from. The store of the fork gives its blocks; its states are not tries at hand, but
 * values that can be asked for.
 */
export interface ChainOrigin {
  /** The last block of the origin that belongs to the fork. */
  readonly number: number
  /** The values of the state after that block, over which all local states lie. */
  readonly base: BaseValues
  /** The values of the state after a block of the origin with this state root; undefined for other roots. */
  baseOf(stateRoot: Hash): BaseValues | undefined
}
