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
}

/** A file that is not the state of this chain. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError'
}
