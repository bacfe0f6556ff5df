import type { Address } from '../primitives/bytes.ts'
import type { Arrival } from './book.ts'
import type { Conditions } from './checks.ts'
import type { AccountReader } from './poolChain.ts'
import type { PooledTransaction } from './pooledTransaction.ts'
import {
  type AccountQuota,
  AccountQuotas,
  type QuotaClaim,
  type QuotaMoment,
  virtualGas,
} from './quota/accountQuotas.ts'

/** A transaction that is about to become pending. */
export interface RatedTransaction {
  readonly pooled: PooledTransaction
  readonly replaced: PooledTransaction | undefined
  /** The nonce of the sender's next pending transaction. */
  readonly pendingNonce: bigint
}

/** The circumstances in which a transaction is rated. */
export interface RatingContext extends Arrival {
  readonly conditions: Conditions
  readonly accounts: AccountReader
  readonly competitivePrice: bigint | undefined
}

/** Limits how fast senders fill the pool; the rules are in `quota/`. */
export class AccountRateLimit {
  readonly #quotas = new AccountQuotas()

  quotaOf(address: Address): AccountQuota | undefined {
    return this.#quotas.of(address)
  }

  permits(rated: RatedTransaction, context: RatingContext): boolean {
    return this.#quotas.affords(claimOf(rated, context), momentOf(context))
  }

  charge(rated: RatedTransaction, context: RatingContext): void {
    const moment = momentOf(context)
    this.#quotas.spend(claimOf(rated, context), moment)
    const receiver = rated.pooled.transaction.to
    if (receiver && isNewAccount(receiver, context.accounts)) this.#quotas.welcome(receiver, moment)
  }
}

const isNewAccount = (address: Address, accounts: AccountReader): boolean =>
  accounts.nonce(address) === 0n && !accounts.isContract(address)

const momentOf = ({ nowMs, conditions }: RatingContext): QuotaMoment => ({
  nowMs,
  blockGasLimit: Number(conditions.blockGasLimit),
})

function claimOf({ pooled, replaced, pendingNonce }: RatedTransaction, context: RatingContext): QuotaClaim {
  const { conditions, competitivePrice } = context
  return {
    sender: pooled.sender,
    nonce: pooled.nonce,
    pendingNonce,
    virtualGas: virtualGas({
      gasLimit: Number(pooled.gasLimit),
      gasPrice: pooled.gasPrice,
      size: pooled.size,
      nonce: pooled.nonce,
      pendingNonce,
      replacedGasPrice: replaced?.gasPrice,
      blockGasLimit: Number(conditions.blockGasLimit),
      minimumGasPrice: conditions.minimumGasPrice,
      averageGasPrice: competitivePrice,
    }),
  }
}
