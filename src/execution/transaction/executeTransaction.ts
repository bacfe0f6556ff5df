import type { ExecuteOptions } from '../../evm/execute.ts'
import type { HaltCause } from '../../evm/halt.ts'
import type { Log } from '../../evm/log.ts'
import { UnprocessableMessage } from '../../evm/unprocessable.ts'
import type { ExecutingTransaction } from '../../native/nativeContext.ts'
import { type Address, asAddress, type Hash } from '../../primitives/bytes.ts'
import { remascAddress } from '../../protocol/addresses.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { EvmHost } from '../host/evmHost.ts'
import { type AdmittedTransaction, admit } from './admission.ts'
import { TransactionRejection } from './rejection.ts'
import { runRequest } from './runRequest.ts'
import { settle } from './settlement.ts'

/** The place of a transaction in its block. */
export interface ListedTransactionContext extends ExecuteOptions {
  /** Position in the block. */
  readonly index: number
  /** Whether it is the block's REMASC transaction. */
  readonly isRemasc: boolean
  /** Who pays the fee to REMASC: the transaction itself, or the block for all of them at its end (RSKIP144). */
  readonly feePayment: 'by-transaction' | 'by-block'
}

export interface TransactionContext extends ListedTransactionContext {
  /** Gas left in the transaction's list. */
  readonly gasAvailable: number
}

/** The result of a transaction, whose changes are in the state. */
export interface TransactionResult {
  /** The status of the receipt, which is also true when a precompiled contract threw in a transaction sent to it. */
  readonly success: boolean
  readonly status: 'success' | 'revert' | 'halt'
  readonly cause: HaltCause | undefined
  readonly gasUsed: number
  readonly fee: bigint
  /** Return data, revert data, or deployed code. */
  readonly output: Uint8Array
  readonly logs: readonly Log[]
  readonly destroyed: readonly Address[]
  /** Set for every creation, also a failed one. */
  readonly createdAddress: Address | undefined
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
  return executeListed(transaction, host, context.gasAvailable, context)
}

/** `executeTransaction` with the gas left in the transaction's list apart from the rest. */
export function executeListed(
  transaction: Transaction,
  host: EvmHost,
  gasAvailable: number,
  context: ListedTransactionContext,
): TransactionResult {
  const admitted = admit(transaction, context.isRemasc, gasAvailable, host)
  const mark = host.snapshot()
  try {
    return run(admitted, host, context)
  } catch (error) {
    host.rollback(mark)
    throw error instanceof UnprocessableMessage
      ? new TransactionRejection('unprocessable', error.message)
      : error
  }
}

function run(
  admitted: AdmittedTransaction,
  host: EvmHost,
  context: ListedTransactionContext,
): TransactionResult {
  const { state } = host
  const { transaction, sender, nonce, gasLimit, intrinsicGas } = admitted
  const { to, value, data, gasPriceValue: gasPrice } = transaction
  host.begin(new AdmittedExecution(admitted), gasPrice, context.index, context.tracer)

  state.setNonce(sender, nonce + 1n)
  state.addBalance(sender, -gasPrice * BigInt(gasLimit))
  const outcome = runRequest({ sender, nonce, to, value, data, gasLimit, intrinsicGas }, host, context)
  const { gasUsed, gasReturned, fee } = settle(outcome, gasLimit, gasPrice)
  state.addBalance(sender, gasPrice * BigInt(gasReturned))
  if (context.feePayment === 'by-transaction') state.addBalance(remascAddress, fee)
  for (const address of outcome.destroyed) state.deleteAccount(address)
  state.clearTransient()

  const { status, cause, output, logs, destroyed, createdAddress, isForgivenFailure } = outcome
  if (!admitted.isRemasc) noteParticipants(asAddress(sender), to ?? createdAddress, host)
  if (to === null && createdAddress !== undefined && status === 'success') {
    host.noteCreation(createdAddress, asAddress(sender))
  }
  host.keepCreations()
  return {
    success: status === 'success' || isForgivenFailure,
    status,
    cause,
    gasUsed,
    fee,
    output,
    logs,
    destroyed,
    createdAddress,
    isSequentialOnly: host.calledSequentialContract,
  }
}

/** Not called for the REMASC transaction, whose two parties take part in every block. */
function noteParticipants(sender: Address, callee: Address | undefined, host: EvmHost): void {
  host.noteParticipant(sender)
  if (callee !== undefined) host.noteParticipant(callee)
}

/** A class, because V8 keeps a literal with getters in a slow form. */
class AdmittedExecution implements ExecutingTransaction {
  readonly #transaction: Transaction
  readonly sender: Uint8Array
  readonly isRemasc: boolean
  readonly isLocalCall = false
  readonly isFreeBridgeTransaction: boolean

  constructor({ transaction, sender, isRemasc, intrinsicGas }: AdmittedTransaction) {
    this.#transaction = transaction
    this.sender = sender
    this.isRemasc = isRemasc
    this.isFreeBridgeTransaction = intrinsicGas === 0 && !isRemasc
  }

  get hash(): Hash {
    return this.#transaction.hash
  }

  get publicKey(): Uint8Array | undefined {
    return this.#transaction.recoverPublicKey()
  }
}
