import type { Chain } from '../../chain/chain.ts'
import type { FoundTransaction } from '../../chain/foundTransaction.ts'
import { createdAddress } from '../../evm/contractAddress.ts'
import type { Log } from '../../evm/log.ts'
import { failureText } from '../../node/local/callLog/failureText.ts'
import type { Address } from '../../primitives/bytes.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { Amount, type Description } from './description.ts'

/** A transaction with its receipt and, if it failed, the reason. */
export function describeTransaction(found: FoundTransaction, chain: Chain): Description {
  const { block, index, transaction, receipt } = found
  return {
    hash: transaction.hash,
    blockNumber: block.number,
    blockHash: block.hash,
    index,
    // The REMASC transaction, the last of a block, has no sender.
    from: transaction.sender ?? null,
    to: transaction.to,
    createdContract: createdContract(transaction),
    nonce: transaction.nonceValue,
    value: new Amount(transaction.value),
    gasLimit: transaction.gasLimitValue,
    gasPrice: new Amount(transaction.gasPriceValue),
    data: transaction.data,
    success: receipt.success,
    ...(!receipt.success && { failure: failureText(chain, block, index) }),
    gasUsed: receipt.gasUsed,
    cumulativeGasUsed: receipt.cumulativeGasUsed,
    logs: receipt.logs.map(describeLog),
  }
}

function createdContract({ sender, to, nonceValue }: Transaction): Address | null {
  return sender === undefined || to !== null ? null : createdAddress(sender, nonceValue)
}

const describeLog = ({ address, topics, data }: Log): Description => ({ address, topics, data })
