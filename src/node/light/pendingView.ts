import type { Chain } from '../../chain/chain.ts'
import { hostOf } from '../../execution/block/blockExecution.ts'
import { executeTransaction } from '../../execution/transaction/executeTransaction.ts'
import { TransactionRejection } from '../../execution/transaction/transactionRejection.ts'
import { openHeader } from '../../mining/assembly/openHeader.ts'
import type { PendingView } from '../../mining/pendingBlock.ts'
import { asAddress, emptyBytes } from '../../primitives/bytes.ts'
import { logsBloom } from '../../protocol/bloom.ts'
import { sealHeader } from '../../protocol/headers/hashes.ts'
import { gasLimitOf } from '../../protocol/headers/header.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'

const nobody = asAddress(new Uint8Array(20))

/**
 * The next block as far as a light node knows it: the state after the best block and the transactions that were sent through
 * this node. There is no payment to miners, because other transactions are not known.
 */
export function pendingView(chain: Chain, sent: Iterable<Transaction>, nowSeconds: number): PendingView {
  const { network, codes, head } = chain
  const { header: parent } = head
  const header = openHeader(
    {
      parent: head,
      timestamp: Math.max(nowSeconds, parent.timestamp + 1),
      uncles: [],
      settings: {
        coinbase: nobody,
        gasLimitTarget: gasLimitOf(parent),
        minimumGasPriceTarget: parent.minimumGasPrice ?? 0n,
        extraData: emptyBytes,
      },
    },
    network,
  )
  const host = hostOf({ header }, chain.trieAt(head.hash)!, { network, chain, codes })
  const transactions: Transaction[] = []
  const receipts: Receipt[] = []
  let gasUsed = 0
  for (const transaction of sent) {
    try {
      const result = executeTransaction(transaction, host, {
        index: transactions.length,
        isRemasc: false,
        gasAvailable: Number(gasLimitOf(header)) - gasUsed,
        feePayment: 'by-block',
      })
      const { success, logs } = result
      gasUsed += result.gasUsed
      transactions.push(transaction)
      receipts.push({
        ...{ success, logs, cumulativeGasUsed: gasUsed, gasUsed: result.gasUsed },
        logsBloom: logsBloom(logs),
      })
    } catch (error) {
      if (!(error instanceof TransactionRejection)) throw error
    }
  }
  const block = { header: sealHeader({ ...header, gasUsed }, network), transactions, uncles: [] }
  return { block, receipts, state: host.state }
}
