import type { AdoptedBlock } from '../../../chain/adoptHistory.ts'
import type { Address } from '../../../primitives/bytes.ts'

/** An account with everything below it. */
export interface DumpedAccount {
  readonly address: Address
  readonly nonce: bigint
  readonly balance: bigint
  /** Whether it is marked as a contract, with code or without. */
  readonly isContract: boolean
  readonly code: Uint8Array | undefined
  readonly storage: readonly { readonly cell: Uint8Array; readonly value: Uint8Array }[]
}

/** The state of a development chain as it is written to a file. */
export interface StateDump {
  readonly chainId: number
  /** The block after which the state was taken, for the reader of the file. */
  readonly block: { readonly number: number; readonly timestamp: number }
  readonly accounts: readonly DumpedAccount[]
  /** Undefined for a chain whose blocks are not in the file. */
  readonly history: DumpedHistory | undefined
}

export interface DumpedHistory {
  /** From the genesis block to the one after which the state was taken. */
  readonly blocks: readonly AdoptedBlock[]
  /** The account of REMASC, which follows the height of the chain: a chain without these blocks must not have it. */
  readonly remasc: DumpedAccount | undefined
}

/** A file that is not the state of this chain. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError'
}
