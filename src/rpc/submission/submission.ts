import { MiningError } from '../../mining/inputs/miningError.ts'
import type { Submission } from '../../pool/pool.ts'
import { inEthereumWords } from '../../pool/poolRejection.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { decodeTransaction } from '../../protocol/transactions/decode.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { decodeTypedTransaction, isTypedEnvelope } from '../../protocol/transactions/typedTransaction.ts'
import type { UnsignedTransaction, Wallet } from '../../wallet/wallet.ts'
import {
  ethereumRejected,
  invalidChainId,
  invalidTransaction,
  malformedSubmission,
  noLocalWallet,
  notMined,
  transactionRejected,
  typedTransaction,
  unsupportedTransactionType,
} from '../errors/errors.ts'
import type { DevelopmentSettings, RpcContext } from '../method/context.ts'
import type { RpcNode } from '../node/rpcNode.ts'
import type { CallObject } from '../params/callObject.ts'
import { minedFailure } from './minedFailure.ts'
import { lengthProblem } from './rlpLengths.ts'

/** Gas of a transaction without `gas`, enough for a simple call. */
const defaultGas = 90_000n
/** The first byte of an RLP list; the type of a typed transaction (EIP-2718) is below it. */
const firstListByte = 0xc0

/** Only a development chain accepts Ethereum's typed transactions, and only if it is asked to. */
export function decodeSubmission(bytes: Uint8Array, development?: DevelopmentSettings): Transaction {
  if (bytes.length > 1 && bytes[0]! < 0x80 && bytes[1]! >= firstListByte) {
    if (development === undefined) throw unsupportedTransactionType()
    if (!development.acceptsTyped || !isTypedEnvelope(bytes)) throw typedTransaction()
    return decoded(bytes, decodeTypedTransaction)
  }
  return decoded(bytes, decodeTransaction, lengthProblem)
}

/** `problemOf` finds what the reference node reports first; it has nothing to say about bytes that can be decoded. */
function decoded(
  bytes: Uint8Array,
  decode: (bytes: Uint8Array) => Transaction,
  problemOf?: (bytes: Uint8Array) => string | undefined,
): Transaction {
  try {
    return decode(bytes)
  } catch (error) {
    if (error instanceof DecodeError) throw invalidTransaction(problemOf?.(bytes) ?? error.message)
    throw error
  }
}

/** Submits a transaction to the node and returns its hash. */
export function submit(transaction: Transaction, context: RpcContext): string {
  const { node, settings } = context
  let submission: Submission
  try {
    submission = node.submit(transaction)
  } catch (error) {
    throw error instanceof MiningError ? notMined() : error
  }
  if (submission.status !== 'rejected') {
    const failure = settings.development?.throwsOnRevert ? minedFailure(transaction, context) : undefined
    if (failure !== undefined) throw failure
    return toHex(transaction.hash)
  }
  const { rejection } = submission
  const { reason, message } = rejection
  if (reason === 'signature' || reason === 'gas-limit-missing') throw malformedSubmission(message)
  if (settings.errors === 'ethereum') throw ethereumRejected(inEthereumWords(rejection))
  throw transactionRejected(message)
}

export function expectWallet({ wallet }: RpcNode): Wallet {
  if (wallet === undefined) throw noLocalWallet()
  return wallet
}

/** Missing members get the defaults of the reference node and the sender's next nonce. */
export function unsignedTransaction(
  call: CallObject,
  sender: Parameters<RpcNode['pool']['nextNonce']>[0],
  { network, pool }: RpcNode,
): UnsignedTransaction {
  const { chainId } = network
  if (call.chainId && call.chainId.value !== 0n && call.chainId.value !== BigInt(chainId)) {
    throw invalidChainId(call.chainId.text)
  }
  return {
    nonce: unsignedBytes(call.nonce ?? pool.nextNonce(sender)),
    gasPrice: call.gasPrice ?? 0n,
    gasLimit: unsignedBytes(call.gas ?? call.gasLimit ?? defaultGas),
    to: call.to,
    value: call.value ?? 0n,
    data: call.data,
    chainId,
  }
}
