import { hasSublists, sublistGasLimits } from '../execution/block/sublists.ts'
import { gasLimitOf } from '../protocol/headers/header.ts'
import type { Network } from '../protocol/networks/network.ts'
import { type Rules, rulesAt } from '../protocol/networks/rules.ts'
import type { PoolHead } from './poolChain.ts'

/** Lower than the cap of blocks (100), because the minimum may fall before the transaction is mined. */
const gasPriceCapFactor = 80n

/** The requirements for transactions of the block after the best one. */
export interface Conditions {
  /** The rules of the next block. */
  readonly rules: Rules
  readonly height: number
  readonly blockGasLimit: bigint
  /** The highest gas limit of one transaction. */
  readonly gasLimitCeiling: bigint
  readonly minimumGasPrice: bigint
  /** Undefined without RSKIP252 or if the minimum is zero. */
  readonly gasPriceCap: bigint | undefined
}

/** `before` are the conditions after another head, of which most stay when only the height differs. */
export function conditionsAfter(
  head: PoolHead,
  network: Network,
  before?: { readonly head: PoolHead; readonly value: Conditions },
): Conditions {
  const rules = rulesAt(network, head.number + 1)
  if (before !== undefined && before.value.rules === rules && hasSameLimits(head, before.head)) {
    const { blockGasLimit, gasLimitCeiling, minimumGasPrice, gasPriceCap } = before.value
    return { rules, height: head.number, blockGasLimit, gasLimitCeiling, minimumGasPrice, gasPriceCap }
  }
  const blockGasLimit = gasLimitOf(head)
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

const hasSameLimits = (head: PoolHead, other: PoolHead): boolean =>
  head.gasLimit === other.gasLimit && head.minimumGasPrice === other.minimumGasPrice

/** The sequential list has the highest gas limit (RSKIP144). */
const largestSublist = (blockGasLimit: bigint, network: Network): bigint =>
  BigInt(sublistGasLimits(Number(blockGasLimit), network).sequential)
