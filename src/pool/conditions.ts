import { hasSublists, sublistGasLimits } from '../execution/block/sublists.ts'
import { toBigInt } from '../primitives/integers.ts'
import type { Network } from '../protocol/networks/network.ts'
import { type Rules, rulesAt } from '../protocol/networks/rules.ts'
import type { PoolHead } from './poolChain.ts'

/** The pool stays below the cap of blocks (100 times), because the minimum may fall before a transaction's turn. */
const gasPriceCapFactor = 80n

/** What the best block asks of transactions that want to be in the next one. */
export interface Conditions {
  /** Of the next block. */
  readonly rules: Rules
  readonly height: number
  readonly blockGasLimit: bigint
  /** The most gas one transaction can have. */
  readonly gasLimitCeiling: bigint
  readonly minimumGasPrice: bigint
  /** Undefined without RSKIP252 or a minimum. */
  readonly gasPriceCap: bigint | undefined
}

export function conditionsAfter(head: PoolHead, network: Network): Conditions {
  const rules = rulesAt(network, head.number + 1)
  const blockGasLimit = toBigInt(head.gasLimit)
  const minimumGasPrice = head.minimumGasPrice ?? 0n
  return {
    rules,
    height: head.number,
    blockGasLimit,
    gasLimitCeiling: hasSublists(rules) ? largestSublist(blockGasLimit, network) : blockGasLimit,
    minimumGasPrice,
    gasPriceCap: rules.rskip252 && minimumGasPrice > 0n ? gasPriceCapFactor * minimumGasPrice : undefined,
  }
}

/** No parallel list gets more than the sequential one (RSKIP144). */
const largestSublist = (blockGasLimit: bigint, network: Network): bigint =>
  BigInt(sublistGasLimits(Number(blockGasLimit), network).sequential)
