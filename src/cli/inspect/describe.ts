import type { Chain } from '../../chain/chain.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { FoundTransaction } from '../../chain/storage/transactionPlace.ts'
import { createdAddress } from '../../evm/contractAddress.ts'
import type { Log } from '../../evm/log.ts'
import { failureText } from '../../node/local/callLog/failureText.ts'
import type { Address } from '../../primitives/bytes.ts'
import { encodeBlock } from '../../protocol/block.ts'
import { gasLimitOf } from '../../protocol/headers/header.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { accountKey, storageRootKey, storageSubtreeStart } from '../../trie/keys.ts'
import { subtreeHash } from '../../trie/proof.ts'
import { type Description, ShownAmount, ShownMoment } from './description.ts'

export function describeBlock(block: StoredBlock, chain: Chain): Description {
  const { header } = block
  return {
    number: header.number,
    hash: header.hash,
    canonical: chain.isCanonical(block),
    parentHash: header.parentHash,
    timestamp: new ShownMoment(header.timestamp),
    miner: header.coinbase,
    difficulty: header.difficulty,
    totalDifficulty: block.totalDifficulty,
    gasLimit: gasLimitOf(header),
    gasUsed: header.gasUsed,
    minimumGasPrice: new ShownAmount(header.minimumGasPrice ?? 0n),
    paidFees: new ShownAmount(header.paidFees),
    stateRoot: header.stateRoot,
    transactionsRoot: header.transactionsRoot,
    receiptsRoot: header.receiptsRoot,
    extraData: header.extraData,
    size: encodeBlock(block).length,
    edges: header.edges ?? [],
    uncles: block.uncles.map((uncle) => uncle.hash),
    transactions: block.transactions.map((transaction) => transaction.hash),
  }
}

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
    value: new ShownAmount(transaction.value),
    gasLimit: transaction.gasLimitValue,
    gasPrice: new ShownAmount(transaction.gasPriceValue),
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

/** An account in the state after a block. */
export function describeAccount(address: Address, block: StoredBlock, chain: Chain): Description {
  const state = chain.stateAt(block.hash)!
  const key = accountKey(address)
  return {
    address,
    blockNumber: block.number,
    blockHash: block.hash,
    exists: state.exists(address),
    balance: new ShownAmount(state.balance(address)),
    nonce: state.nonce(address),
    contract: state.isContract(address),
    codeSize: state.code(address)?.bytes.length ?? 0,
    codeHash: state.codeHash(address, rulesAt(chain.network, block.number)),
    // The state is unchanged, so `commit` returns the stored trie; storage is a subtree of it.
    storageRoot: subtreeHash(state.commit(), storageRootKey(key), storageSubtreeStart(key)),
  }
}
