import type { Address } from '../primitives/bytes.ts'
import { wordKey } from '../primitives/mapKeys.ts'
import type { Transaction } from '../protocol/transactions/transaction.ts'

/** A transaction with the values that the pool uses often. */
export class PooledTransaction {
  readonly transaction: Transaction
  readonly sender: Address
  /** The map key of its hash. */
  readonly key: string
  readonly nonce: bigint
  readonly gasPrice: bigint
  readonly gasLimit: bigint
  /** The value and the highest possible fee together. */
  readonly cost: bigint
  readonly size: number
  /** Whether a client of this node submitted it. */
  readonly local: boolean

  /** Position in the order of arrival. */
  sequence = 0
  arrivedAtMs = 0
  arrivedAtHeight = 0
  /** Whether the next block can include it: no nonce is missing before it. */
  pending = false
  /** Whether listeners were called for it; they are called once, even if it is queued in between. */
  announced = false
  /** Whether its sender's quota has paid for it. */
  charged = false

  constructor(transaction: Transaction, sender: Address, local: boolean) {
    this.transaction = transaction
    this.sender = sender
    this.key = wordKey(transaction.hash)
    this.nonce = transaction.nonceValue
    this.gasPrice = transaction.gasPriceValue
    this.gasLimit = transaction.gasLimitValue
    this.cost = transaction.value + this.gasLimit * this.gasPrice
    this.size = transaction.encoded.length
    this.local = local
  }
}
