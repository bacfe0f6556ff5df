import type { ExecuteOptions } from '../../evm/execute.ts'
import { UnprocessableMessage } from '../../evm/halt.ts'
import type { ExecutingTransaction } from '../../native/nativeContext.ts'
import { asAddress, type Hash } from '../../primitives/bytes.ts'
import { remascAddress } from '../../protocol/addresses.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { EvmHost } from '../host/evmHost.ts'
import { type AdmittedTransaction, admit } from './admitTransaction.ts'
import { applyAuthorizations } from './applyAuthorizations.ts'
import { type CallResult, runCall } from './runCall.ts'
import { TransactionRejection } from './transactionRejection.ts'

/** The place of a transaction in its block. */
export interface TransactionContext extends ExecuteOptions {
  /** Gas left in the transaction's list. */
  readonly gasAvailable: number
  /** Position in the block. */
  readonly index: number
  /** Whether it is the block's REMASC transaction. */
  readonly isRemasc: boolean
  /**
   * When the fee reaches REMASC: with the transaction, or with those of all transactions at the end of the block (RSKIP144).
   */
  readonly feePayment: 'by-transaction' | 'by-block'
}

/** The result of a transaction, whose changes are in the state. */
export interface TransactionResult
  extends Pick<
    CallResult,
    'status' | 'cause' | 'gasUsed' | 'workGas' | 'output' | 'logs' | 'destroyed' | 'createdAddress'
  > {
  /** The status of the receipt, which is also true when a precompiled contract threw in a transaction sent to it. */
  readonly success: boolean
  readonly fee: bigint
  /** Whether it must be in its block's sequential list (RSKIP144). */
  readonly isSequentialOnly: boolean
}

/**
 * Executes a transaction on the host's state. Throws `TransactionRejection` when it cannot be executed. The state is
 * unchanged when this or any other error is thrown.
 */
export function executeTransaction(
  transaction: Transaction,
  host: EvmHost,
  context: TransactionContext,
): TransactionResult {
  const admitted = admit(transaction, context.isRemasc, context.gasAvailable, host)
  const mark = host.state.snapshot()
  try {
    return run(admitted, host, context)
  } catch (error) {
    host.state.rollback(mark)
    throw error instanceof UnprocessableMessage
      ? new TransactionRejection('unprocessable', error.message)
      : error
  }
}

/** Recovers the public key only for the contract that asks for it. */
class SignedTransaction implements ExecutingTransaction {
  readonly hash: Hash
  readonly sender: Uint8Array
  readonly isRemasc: boolean
  readonly isLocalCall = false
  readonly isFreeBridgeTransaction: boolean
  readonly #transaction: Transaction

  constructor({ transaction, sender, isRemasc, intrinsicGas }: AdmittedTransaction) {
    this.hash = transaction.hash
    this.sender = sender
    this.isRemasc = isRemasc
    this.isFreeBridgeTransaction = intrinsicGas === 0 && !isRemasc
    this.#transaction = transaction
  }

  get publicKey(): Uint8Array | undefined {
    return this.#transaction.recoverPublicKey()
  }
}

function run(admitted: AdmittedTransaction, host: EvmHost, context: TransactionContext): TransactionResult {
  const { state } = host
  const { transaction, sender, isRemasc, nonce, gasLimit, intrinsicGas } = admitted
  const { to, value, data, gasPriceValue: gasPrice } = transaction
  host.begin(new SignedTransaction(admitted), gasPrice, context.index, context.tracer)

  state.setNonce(sender, nonce + 1n)
  state.addBalance(sender, -gasPrice * BigInt(gasLimit))
  const refund = applyAuthorizations(transaction, host)
  const result = runCall({ from: sender, to, value, data, gas: gasLimit }, nonce, intrinsicGas, host, context)
  // The refund of authorizations comes after the usual one, and without its bound. A call that halted inside the machine or
  // a precompiled contract has used all of its gas: the receipt shows the refund, but the sender does not get it.
  const gasUsed = result.gasUsed - refund
  const losesRefund = result.status === 'halt' && result.isUnpaid !== true
  // Negative where more than the limit was used (before RSKIP136).
  const gasReturned = losesRefund ? 0 : gasLimit - gasUsed
  const fee = gasPrice * BigInt(gasLimit - gasReturned)
  state.addBalance(sender, gasPrice * BigInt(gasReturned))
  if (context.feePayment === 'by-transaction') state.addBalance(remascAddress, fee)
  for (const address of result.destroyed) state.deleteAccount(address)
  state.clearTransient()

  const { status, cause, workGas, output, logs, destroyed, createdAddress, isForgivenFailure } = result
  // The two parties of the REMASC transaction take part in every block.
  if (!isRemasc) {
    host.noteParticipant(asAddress(sender))
    const callee = to ?? createdAddress
    if (callee !== undefined) host.noteParticipant(callee)
  }
  if (to === null && createdAddress !== undefined && status === 'success') {
    host.noteCreation(createdAddress, asAddress(sender))
  }
  host.keepCreations()
  return {
    success: status === 'success' || isForgivenFailure,
    status,
    cause,
    gasUsed,
    workGas,
    fee,
    output,
    logs,
    destroyed,
    createdAddress,
    isSequentialOnly: host.calledSequentialContract,
  }
}
