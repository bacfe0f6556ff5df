import type { Address } from '../primitives/bytes.ts'
import { wordKey } from '../primitives/mapKeys.ts'
import type { Transaction } from '../protocol/transactions/transaction.ts'

/** A transaction with what the pool keeps asking about it. */
export class PooledTransaction {
  readonly transaction: Transaction
  readonly sender: Address
  /** Its hash as a key of maps. */
  readonly key: string
  readonly nonce: bigint
  readonly gasPrice: bigint
  readonly gasLimit: bigint
  /** The most it can take from its sender. */
  readonly cost: bigint
  readonly size: number
  /** Submitted here, not received from a peer. */
  readonly local: boolean

  /** Position in the order of arrival. */
  sequence = 0
  arrivedAtMs = 0
  arrivedAtHeight = 0
  /** Executable in the next block: no nonce is missing before it. */
  pending = false
  /** It was made known as pending; losing a predecessor and getting another is no news. */
  announced = false
  /** Its sender's quota has paid for it. */
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
