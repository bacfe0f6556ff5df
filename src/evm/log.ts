import type { Address, Hash } from '../primitives/bytes.ts'

/** An event emitted by a contract. */
export interface Log {
  readonly address: Address
  readonly topics: readonly Hash[]
  readonly data: Uint8Array
}
