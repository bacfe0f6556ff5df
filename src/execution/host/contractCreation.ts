import type { Address } from '../../primitives/bytes.ts'

/** A contract that a transaction of a block created, itself or by a contract that it called. */
export interface ContractCreation {
  readonly contract: Address
  /** The sender of the transaction, or the contract that executed CREATE or CREATE2. */
  readonly creator: Address
  /** Position of the transaction in its block. */
  readonly transactionIndex: number
}
