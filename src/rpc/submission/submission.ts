import { MiningError } from '../../mining/inputs/miningError.ts'
import type { Submission } from '../../pool/pool.ts'
import { inEthereumWords, type PoolRejectionReason } from '../../pool/poolRejection.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { decodeLegacyTransaction, decodeTransaction } from '../../protocol/transactions/decode.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { UnsignedFields, Wallet } from '../../wallet/wallet.ts'
import {
  DialectError,
  ethereumRejected,
  invalidChainId,
  invalidTransaction,
  malformedSubmission,
  noLocalWallet,
  notMined,
  type RpcError,
  transactionRejected,
  typedTransaction,
  unsupportedTransactionType,
} from '../errors/errors.ts'
import type { ActionContext } from '../method/rpcContext.ts'
import type { LookupNode } from '../node/lookupNode.ts'
import type { RpcNode } from '../node/rpcNode.ts'
import type { CallObject } from '../params/callObject.ts'
import { acceptsType, knowsTypes } from '../params/typedMembers.ts'
import { minedFailure } from './minedFailure.ts'
import { refusedType } from './refusedType.ts'
import { lengthProblem } from './rlpLengths.ts'

/** Gas of a transaction without `gas`, enough for a simple call. */
const defaultGas = 90_000n
/** The first byte of an RLP list, which follows the type of a typed transaction (EIP-2718). */
const firstListByte = 0xc0
/** The highest type that wallets send: 1 to 4 have a sentence of their own (M14), other bytes are malformed RLP. */
const maximumKnownType = 4

/** Typed transactions are known where their rule has a height, which no public network has. */
export function decodeSubmission(bytes: Uint8Array, { network }: Pick<RpcNode, 'network'>): Transaction {
  const isTyped = knowsTypes(network)
  const [type = 0, next = 0] = bytes
  if (type > 0 && type <= maximumKnownType && next >= firstListByte) {
    if (network.isDevelopment && !acceptsType(network, type)) throw typedTransaction(type)
    if (!isTyped) throw unsupportedTransactionType()
  }
  try {
    if (!isTyped) return decodeLegacyTransaction(bytes)
    return decodeTransaction(bytes, undefined, network.isDevelopment ? 'kept' : 'misread')
  } catch (error) {
    if (error instanceof DecodeError) throw isTyped ? refusedType(bytes, error) : refusedList(bytes, error)
    throw error
  }
}

/** The reference node reports wrong lengths first. */
const refusedList = (bytes: Uint8Array, error: DecodeError): RpcError =>
  invalidTransaction(lengthProblem(bytes) ?? error.message)

/** What the developer of a local chain may do about a rejection. */
const remedies: Readonly<Partial<Record<PoolRejectionReason, string>>> = {
  'gas-limit': 'leave the gas out, or start with --gas-limit or --disable-block-gas-limit',
  'nonce-too-high': 'pool.accountSlots of createNode() allows more',
}

/** Submits a transaction to the node and returns its hash. */
export function submit(transaction: Transaction, context: ActionContext): string {
  const { node, settings, ownChain } = context
  let submission: Submission
  try {
    submission = node.submit(transaction)
  } catch (error) {
    throw error instanceof MiningError ? notMined() : error
  }
  if (submission.status !== 'rejected') {
    const throwsOnRevert = settings.development?.throwsOnRevert === true
    const failure = throwsOnRevert && ownChain ? minedFailure(transaction, ownChain(context)) : undefined
    if (failure !== undefined) throw failure
    return toHex(transaction.hash)
  }
  const { rejection } = submission
  const { reason, message } = rejection
  if (reason === 'signature' || reason === 'gas-limit-missing') throw malformedSubmission(message)
  const remedy = settings.development && remedies[reason]
  const inOtherWords = inEthereumWords(rejection) + (remedy === undefined ? '' : `; ${remedy}`)
  throw new DialectError(transactionRejected(message), ethereumRejected(inOtherWords))
}

export function expectWallet({ wallet }: Pick<RpcNode, 'wallet'>): Wallet {
  if (wallet === undefined) throw noLocalWallet()
  return wallet
}

/** Missing members get the defaults of the reference node and the sender's next nonce. */
export function unsignedTransaction(
  call: CallObject,
  sender: Parameters<RpcNode['pool']['nextNonce']>[0],
  { network, pool }: Pick<LookupNode, 'network' | 'pool'>,
): UnsignedFields {
  const { chainId, isDevelopment } = network
  if (call.chainId && call.chainId.value !== 0n && call.chainId.value !== BigInt(chainId)) {
    throw invalidChainId(call.chainId.text)
  }
  const { gasPrice = 0n } = call
  return {
    nonce: unsignedBytes(call.nonce ?? pool.nextNonce(sender)),
    // Libraries write a price of zero as the empty string and compute the hash from it, the reference node as the byte 00.
    gasPrice: gasPrice === 0n && isDevelopment ? null : gasPrice,
    gasLimit: unsignedBytes(call.gas ?? call.gasLimit ?? defaultGas),
    to: call.to,
    value: call.value ?? 0n,
    data: call.data,
    chainId,
  }
}
