import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
import { type FeeHistoryBlock, feeHistory } from '../../../pool/feeHistory.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import { gasLimitOf } from '../../../protocol/headers/header.ts'
import type { Network } from '../../../protocol/networks/network.ts'
import { hasRemascForm } from '../../../protocol/transactions/remasc.ts'
import { invalidPercentiles, pendingNotSupported } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { blockOf } from '../../method/askedBlock.ts'
import type { RpcSettings } from '../../method/context.ts'
import { defineRead } from '../../method/method.ts'
import type { ReadNode } from '../../node/readNode.ts'
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
/** Work to read the header, or all transactions, of one block. */
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

/** The blocks up to the newest, oldest first. Transactions are read only if the client asks for percentiles. */
function blocksUpTo(newest: StoredBlock, count: number, withFees: boolean, { chain, network }: ReadNode) {
  const first = Math.max(0, newest.number - count + 1)
  const blocks: FeeHistoryBlock[] = []
  for (let number = first; number <= newest.number; number++) {
    const block = chain.ancestor(newest.hash, number)
    if (block !== undefined) blocks.push(feesOf(block, withFees, network))
  }
  return blocks
}

const feesOf = (block: StoredBlock, withFees: boolean, network: Network): FeeHistoryBlock => ({
  number: block.number,
  baseFee: hasBaseFee(network, block.number) ? 0n : (block.header.minimumGasPrice ?? 0n),
  gasUsed: block.header.gasUsed,
  gasLimit: Number(gasLimitOf(block.header)),
  transactions: withFees ? paidTransactions(block) : [],
})

const paidTransactions = ({ transactions, receipts }: StoredBlock): FeeHistoryBlock['transactions'] =>
  transactions.flatMap((transaction, index) =>
    hasRemascForm(transaction)
      ? []
      : [{ gasPrice: transaction.gasPriceValue, gasUsed: receipts[index]!.gasUsed }],
  )

/** The pending block has paid no fees yet: on a development chain, the history ends with the block before it. */
function beforePending({ development }: RpcSettings): MinedBlockReference {
  if (development === undefined) throw pendingNotSupported()
  return latestBlock
}

export const ethFeeHistory = defineRead({
  name: 'eth_feeHistory',
  summary:
    'Gas prices of past blocks in the format of EIP-1559, with the minimum gas price as the base fee, or zero where blocks have a base fee.',
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
    work.expectWithinTry(count * (wanted === undefined ? unitsPerHeader : unitsPerBlock))
    const blocks = blocksUpTo(expectBlock(reference, node), count, wanted !== undefined, node)
    const history = feeHistory(blocks, wanted ?? [])
    const fees = {
      oldestBlock: toQuantity(history.oldestBlock),
      baseFeePerGas: history.baseFeePerGas.map(toQuantity),
      gasUsedRatio: history.gasUsedRatio,
    }
    if (wanted === undefined) return fees
    return { ...fees, reward: history.reward.map((prices) => prices.map(toQuantity)) }
  },
})
