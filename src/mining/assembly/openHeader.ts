import { emptyTrieRoot } from '../../crypto/keccak256.ts'
import { asHash, emptyBytes } from '../../primitives/bytes.ts'
import { signedBytes } from '../../primitives/integers.ts'
import { type Block, unclesHash } from '../../protocol/block.ts'
import { emptyBloom } from '../../protocol/bloom.ts'
import { nextDifficulty } from '../../protocol/difficulty.ts'
import { gasLimitToward, minimumGasPriceBounds } from '../../protocol/gasBounds.ts'
import { type BlockHeader, gasLimitOf } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import type { MiningSettings } from '../inputs/miningSettings.ts'

/** The choices about a block that precede its transactions. */
export interface BlockPlan {
  readonly parent: Block
  readonly timestamp: number
  readonly uncles: readonly BlockHeader[]
  readonly settings: MiningSettings
  /** Without the payment to the miners; undefined if only gas limits their number. */
  readonly maximumTransactions?: number
}

/** No transaction can read the hash of its own block. */
const noHash = asHash(new Uint8Array(32))

/** The header of a block before its transactions are executed, with every field that they can read. */
export function openHeader(
  { parent: { header: parent }, timestamp, uncles, settings }: BlockPlan,
  network: Network,
): BlockHeader {
  const number = parent.number + 1
  const rules = rulesAt(network, number)
  const uncleCount = uncles.length
  const { coinbase, extraData, gasLimitTarget, minimumGasPriceTarget } = settings
  // On a development chain the operator's choices take effect at once.
  const isAtOnce = network.isDevelopment === true
  const elapsedSeconds = timestamp - parent.timestamp
  return {
    version: rules.rskip351 ? (rules.rskip535 ? 2 : 1) : 0,
    parentHash: parent.hash,
    unclesHash: unclesHash(uncles),
    coinbase,
    stateRoot: emptyTrieRoot,
    transactionsRoot: emptyTrieRoot,
    receiptsRoot: emptyTrieRoot,
    logsBloom: emptyBloom,
    difficulty: nextDifficulty(network, { number, uncleCount }, elapsedSeconds, parent.difficulty),
    rawDifficulty: null,
    number,
    gasLimit: signedBytes(isAtOnce ? gasLimitTarget : gasLimitToward(gasLimitTarget, gasLimitOf(parent))),
    gasUsed: 0,
    timestamp,
    extraData,
    paidFees: 0n,
    minimumGasPrice: isAtOnce
      ? minimumGasPriceTarget
      : minimumGasPriceToward(minimumGasPriceTarget, parent.minimumGasPrice ?? 0n),
    uncleCount,
    ummRoot: rules.umm ? emptyBytes : null,
    edges: rules.rskip351 && rules.rskip144 ? [] : null,
    baseEvent: rules.rskip351 && rules.rskip535 ? emptyBytes : null,
    mergedMining: null,
    hash: noHash,
  }
}

/** The target, or the bound closest to it. */
function minimumGasPriceToward(target: bigint, parentPrice: bigint): bigint {
  const { lowest, highest } = minimumGasPriceBounds(parentPrice)
  if (target < lowest) return lowest
  return target > highest ? highest : target
}
