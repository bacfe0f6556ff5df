import { initCodeSizeLimit } from '../../evm/rules.ts'
import { delegateOf } from '../../protocol/delegation.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import { intrinsicGas } from '../../protocol/transactions/intrinsicGas.ts'
import { remascSender } from '../../protocol/transactions/remasc.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { State } from '../../state/state.ts'
import { isFreeBridgeTransaction } from './freeBridgeSenders.ts'
import { TransactionRejection } from './transactionRejection.ts'

/* The conditions that a transaction must satisfy before it runs. */

/** The reference node reads a gas limit as a signed 64-bit number; a longer one exceeds every block. */
const maximumGasLimitBytes = 8

/** The network, rules and state of a transaction's execution. */
export interface AdmissionContext {
  readonly network: Network
  readonly rules: Rules
  readonly state: Pick<State, 'nonce' | 'balance' | 'code'>
}

/** A transaction that may run. */
export interface AdmittedTransaction {
  readonly transaction: Transaction
  /** One byte in a REMASC transaction. */
  readonly sender: Uint8Array
  readonly isRemasc: boolean
  readonly nonce: bigint
  readonly gasLimit: number
  readonly intrinsicGas: number
}

/** Throws `TransactionRejection` when the transaction cannot be executed with this much gas left for it. */
export function admit(
  transaction: Transaction,
  isRemasc: boolean,
  gasAvailable: number,
  { network, rules, state }: AdmissionContext,
): AdmittedTransaction {
  const { to, value, data, neededRules, authorizations, gasLimitValue, nonceValue: nonce } = transaction
  for (const rule of neededRules) {
    if (!rules[rule])
      throw new TransactionRejection('type-not-active', `its type needs ${rule}, which is not active`)
  }
  if (to === null && rules.rskip438 && data.length > initCodeSizeLimit(rules)) {
    const problem = `init code of ${data.length} bytes exceeds the limit of ${initCodeSizeLimit(rules)}`
    throw new TransactionRejection('init-code-too-large', problem)
  }
  if (transaction.gasLimit.length > maximumGasLimitBytes || gasLimitValue > gasAvailable) {
    const problem = `the gas limit of ${gasLimitValue} exceeds the ${gasAvailable} gas left in the block`
    throw new TransactionRejection('block-gas-exceeded', problem)
  }
  const gasLimit = Number(gasLimitValue)
  const isFree = isRemasc || isFreeBridgeTransaction(transaction, network, rules)
  const intrinsic = isFree ? 0 : intrinsicGas(transaction, rules)
  if (gasLimit < intrinsic) {
    const problem = `the gas limit of ${gasLimit} is below the intrinsic gas of ${intrinsic}`
    throw new TransactionRejection('gas-limit-below-intrinsic', problem)
  }
  const sender = isRemasc ? remascSender : signerOf(transaction, network)
  if (authorizations.length > 0) checkSenderCode(state.code(sender)?.bytes)
  const expected = state.nonce(sender)
  if (nonce !== expected) {
    const problem = `the nonce is ${nonce}, but the account's next nonce is ${expected}`
    throw new TransactionRejection(nonce < expected ? 'nonce-too-low' : 'nonce-too-high', problem)
  }
  // A free transaction needs funds only for its value, although its gas is debited while it runs.
  const needed = value + (isFree ? 0n : transaction.gasPriceValue * BigInt(gasLimit))
  const balance = state.balance(sender)
  if (balance < needed) {
    const problem = `value and gas cost ${needed} wei, but the account has ${balance}`
    throw new TransactionRejection('insufficient-funds', problem)
  }
  return { transaction, sender, isRemasc, nonce, gasLimit, intrinsicGas: intrinsic }
}

/** The sender of a type 4 transaction must be an account without code other than a delegation (RSKIP545). */
function checkSenderCode(code: Uint8Array | undefined): void {
  if (code === undefined || delegateOf(code) !== undefined) return
  throw new TransactionRejection('sender-has-code', 'the sender of a type 4 transaction is a contract')
}

function signerOf(transaction: Transaction, { chainId }: Network): Uint8Array {
  const { sender } = transaction
  if (sender && transaction.hasAcceptableSignature(chainId)) return sender
  const problem =
    transaction.chainId !== 0 && transaction.chainId !== chainId
      ? `it is for chain ${transaction.chainId}, not ${chainId}`
      : 'no acceptable key can be recovered from it'
  throw new TransactionRejection('invalid-signature', `the signature is invalid: ${problem}`)
}
