import { nativeName } from '../../../shared/abi/nativeContracts.ts'
import type { Block, Receipt, Transaction } from '../../../shared/rpc/answers.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'

export interface FoundTransaction {
  readonly transaction: Transaction
  /** Undefined while the transaction is pending. */
  readonly receipt: Receipt | undefined
}

/** Undefined for a hash that the node does not know, and for a text that is not a hash. */
export async function findTransaction(hash: string): Promise<FoundTransaction | undefined> {
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) return undefined
  const [transaction, receipt] = await Promise.all([
    call<Transaction | null>('eth_getTransactionByHash', hash),
    call<Receipt | null>('eth_getTransactionReceipt', hash),
  ])
  return transaction === null ? undefined : { transaction, receipt: receipt ?? undefined }
}

export interface ShownTransaction extends FoundTransaction {
  /** The block that holds it. */
  readonly block: Block | undefined
  /** Whether the receiver runs code; undefined when the node does not know. */
  readonly hasCode: boolean | undefined
}

export async function findWithBlock(hash: string): Promise<ShownTransaction | undefined> {
  const found = await findTransaction(hash)
  if (found === undefined) return undefined
  const { to, blockHash, blockNumber } = found.transaction
  const [block, hasCode] = await Promise.all([
    blockHash === null ? null : call<Block | null>('eth_getBlockByHash', blockHash, false),
    to === null ? undefined : receiverHasCode(to, blockNumber ?? 'latest'),
  ])
  return { ...found, block: block ?? undefined, hasCode }
}

/** Native contracts run without code. */
async function receiverHasCode(to: string, block: string): Promise<boolean | undefined> {
  return nativeName(to) !== undefined || call<boolean>('ots_hasCode', to, block).catch(() => undefined)
}
