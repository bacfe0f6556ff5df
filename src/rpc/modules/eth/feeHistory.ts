import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import { type BlockHeader, gasLimitOf } from '../../../protocol/headers/header.ts'
import type { Network } from '../../../protocol/networks/network.ts'
import { rulesAt } from '../../../protocol/networks/rules.ts'
import { hasRemascForm } from '../../../protocol/transactions/remasc.ts'
import { prices } from '../../budget/workPrices.ts'
import { invalidPercentiles, pendingNotSupported } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { blockOf } from '../../method/askedBlock.ts'
import type { RpcSettings } from '../../method/context.ts'
import { defineRead } from '../../method/method.ts'
import { pastBlocks } from '../../node/pastBlocks.ts'
import { expectBlock } from '../../node/selection.ts'
import {
  blockIdentifier,
  isMinedReference,
  latestBlock,
  type MinedBlockReference,
} from '../../params/blockReference.ts'
import { type Codec, optional, required } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'
import { hasBaseFee } from '../../shapes/blockShape.ts'

const maximumBlocks = 1_024
const maximumPercentiles = 100
/** Maximum work to read the header, or all transactions, of usual blocks. */
const unitsPerHeader = 0.4
const unitsPerBlock = 2

const percentiles: Codec<readonly number[]> = {
  schema: schema.arrayOf({ type: 'number', minimum: 0, maximum: 100 }),
  decode(value) {
    if (!Array.isArray(value) || value.length > maximumPercentiles) throw invalidPercentiles()
    return value.map((entry: unknown, position) => {
      const isNumber = typeof entry === 'number' && entry >= 0 && entry <= 100
      if (!isNumber || entry < Number(value[position - 1] ?? 0)) throw invalidPercentiles()
      return entry
    })
  },
}

export interface PaidTransaction {
  readonly gasPrice: bigint
  readonly gasUsed: number
}

/** Without the payment to the miners. */
const paidTransactions = ({ transactions, receipts }: StoredBlock): PaidTransaction[] =>
  transactions.flatMap((transaction, index) =>
    hasRemascForm(transaction)
      ? []
      : [{ gasPrice: transaction.gasPriceValue, gasUsed: receipts[index]!.gasUsed }],
  )

/**
 * The price above the base fee at each percentile, from 0 to 100 ascending: transactions are sorted by price, cheapest first,
 * and weighted by gas. `least` is that of a block without transactions.
 */
export function rewards(
  transactions: readonly PaidTransaction[],
  baseFee: bigint,
  percentiles: readonly number[],
  least = 0n,
): bigint[] {
  const byPrice = transactions.toSorted((a, b) => compare(a.gasPrice, b.gasPrice))
  if (byPrice.length === 0) return percentiles.map(() => least)
  const totalGas = byPrice.reduce((sum, { gasUsed }) => sum + gasUsed, 0)
  let index = 0
  let gasSoFar = byPrice[0]!.gasUsed
  return percentiles.map((percentile) => {
    const threshold = (totalGas * percentile) / 100
    while (gasSoFar < threshold && index < byPrice.length - 1) gasSoFar += byPrice[++index]!.gasUsed
    const { gasPrice } = byPrice[index]!
    return gasPrice > baseFee ? gasPrice - baseFee : 0n
  })
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

const usedShare = ({ gasUsed, gasLimit }: BlockHeader): number => {
  const limit = Number(gasLimitOf({ gasLimit }))
  return limit === 0 ? 0 : gasUsed / limit
}

/**
 * The base fee of a block, the fee that its rewards are above, and the reward that its minimum price stands for. The sender of
 * type 2 pays the priority fee alone (RSKIP546), so a reward is a whole price. Foundry takes a base fee of zero for a chain
 * without fees of type 2 unless the block has one as well: it is at least 1 on development chains that accept types 1 and 2.
 */
function feesOf(
  { number, header }: StoredBlock,
  network: Network,
): { readonly baseFee: bigint; readonly ofRewards: bigint; readonly least: bigint } {
  const minimum = header.minimumGasPrice ?? 0n
  if (hasBaseFee(network, number)) return { baseFee: 0n, ofRewards: 0n, least: minimum }
  if (!rulesAt(network, number).rskip546) return { baseFee: minimum, ofRewards: minimum, least: 0n }
  return { baseFee: minimum > 0n ? minimum : 1n, ofRewards: 0n, least: minimum }
}

/** The pending block has paid no fees yet: on a development chain, the history ends with the block before it. */
function beforePending({ development }: RpcSettings): MinedBlockReference {
  if (development === undefined) throw pendingNotSupported()
  return latestBlock
}

export const ethFeeHistory = defineRead({
  name: 'eth_feeHistory',
  summary:
    'Gas prices of past blocks in the format of EIP-1559, with the minimum gas price as the base fee, or zero where blocks have a base fee. On development chains that accept types 1 and 2 it is at least 1, and rewards are whole prices.',
  params: [
    required('blockCount', quantity),
    optional('newestBlock', blockIdentifier, latestBlock),
    optional('rewardPercentiles', percentiles, undefined),
  ],
  result: schema.objectWith({
    oldestBlock: schema.quantity,
    baseFeePerGas: schema.arrayOf(schema.quantity),
    gasUsedRatio: schema.arrayOf(schema.number),
    reward: schema.arrayOf(schema.arrayOf(schema.quantity)),
  }),
  cost: 20,
  asks: blockOf('newestBlock'),
  upstream: 'trusted',
  handler([blockCount, named, wanted], { node, settings, work }) {
    const reference = isMinedReference(named) ? named : beforePending(settings)
    const count = blockCount > maximumBlocks ? maximumBlocks : Number(blockCount)
    if (count === 0) return { oldestBlock: '0x0', baseFeePerGas: [], gasUsedRatio: [] }
    work.expect(count * (wanted === undefined ? unitsPerHeader : unitsPerBlock))
    const { number, hash } = expectBlock(reference, node)
    const oldest = Math.max(0, number - count + 1)
    const baseFees: bigint[] = []
    const gasUsedRatio: number[] = []
    const reward: string[][] = []
    for (const block of pastBlocks(hash, oldest, number, node.chain)) {
      const { baseFee, ofRewards, least } = feesOf(block, node.network)
      baseFees.push(baseFee)
      gasUsedRatio.push(usedShare(block.header))
      work.addDone(prices.value)
      if (wanted === undefined) continue
      work.addDone(block.transactions.length * prices.receipt)
      reward.push(rewards(paidTransactions(block), ofRewards, wanted, least).map(toQuantity))
    }
    return {
      oldestBlock: toQuantity(oldest),
      // It changes by at most a hundredth per block, so the last one is the estimate for the next.
      baseFeePerGas: [...baseFees, baseFees.at(-1)!].map(toQuantity),
      gasUsedRatio,
      ...(wanted !== undefined && { reward }),
    }
  },
})
