import { equalBytes } from '../../primitives/bytes.ts'
import { type Block, unclesHash } from '../block.ts'
import { gasPriceCapFactor } from '../gasBounds.ts'
import type { Rules } from '../networks/rules.ts'
import { transactionsRoot } from '../roots.ts'
import { hasRemascForm } from '../transactions/remasc.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { type Rejection, reject } from './ruleRejection.ts'

/* The rules of a block's transactions and commitments; those of uncles are in uncleRules.ts. */

const maximumFieldBytes = 32
/** Amounts are encoded with a sign, which takes one bit. */
const coinLimit = 2n ** 255n
const signatureLimit = 2n ** 256n
const maximumEdges = 2

/** Whether this is the block's REMASC transaction: the last one, if it has the form of one. */
export function isRemascTransaction(block: Pick<Block, 'transactions'>, index: number): boolean {
  const last = block.transactions.at(-1)
  return last !== undefined && index === block.transactions.length - 1 && hasRemascForm(last)
}

/** Limits on the fields of every transaction; the signature of the REMASC transaction is not required. */
export function transactionFieldsRejection(block: Block): Rejection | undefined {
  for (const [index, transaction] of block.transactions.entries()) {
    const fault = fieldFault(transaction, isRemascTransaction(block, index))
    if (fault) return reject('transaction-fields', `transaction ${index}: ${fault}`)
  }
  return undefined
}

function fieldFault(transaction: Transaction, isRemasc: boolean): string | undefined {
  if (transaction.nonce.length > maximumFieldBytes) return 'the nonce is too long'
  if (transaction.gasLimit.length === 0) return 'the gas limit is missing'
  if (transaction.gasLimit.length > maximumFieldBytes) return 'the gas limit is too long'
  if (transaction.gasPriceValue >= coinLimit) return 'the gas price is too large'
  if (transaction.value >= coinLimit) return 'the value is too large'
  if (isRemasc || !transaction.needsSignature) return undefined
  if (!transaction.signature) return 'it is not signed'
  const { r, s } = transaction.signature
  if (r >= signatureLimit || s >= signatureLimit) return 'the signature is too long'
  return transaction.sender ? undefined : 'no key can be recovered from the signature'
}

/**
 * Every transaction except the REMASC transaction offers at least the block's minimum gas price, and at most its cap.
 */
export function gasPriceRejection(block: Block, rules: Rules): Rejection | undefined {
  const minimum = block.header.minimumGasPrice ?? 0n
  const cap = rules.rskip252 && minimum > 0n ? gasPriceCapFactor * minimum : undefined
  for (const [index, transaction] of block.transactions.entries()) {
    if (isRemascTransaction(block, index)) continue
    const price = transaction.gasPriceValue
    if (price < minimum)
      return reject('transaction-gas-price', `transaction ${index} offers ${price}, below ${minimum}`)
    if (cap !== undefined && price > cap) {
      return reject('transaction-gas-price-cap', `transaction ${index} offers ${price}, above ${cap}`)
    }
  }
  return undefined
}

export function unclesHashRejection(block: Block): Rejection | undefined {
  if (equalBytes(unclesHash(block.uncles), block.header.unclesHash)) return undefined
  return reject('uncles-hash', 'the uncles do not hash to the header’s value')
}

export function transactionsRootRejection(block: Block, rules: Rules): Rejection | undefined {
  if (equalBytes(transactionsRoot(block.transactions, rules), block.header.transactionsRoot)) return undefined
  return reject('transactions-root', 'the transactions do not hash to the header’s root')
}

export function remascRejection(block: Block): Rejection | undefined {
  if (isRemascTransaction(block, block.transactions.length - 1)) return undefined
  return reject('remasc-transaction', 'the last transaction does not pay the miners')
}

/** Sublists that run in parallel (RSKIP144) end at ascending positions before the last transaction. */
export function edgesRejection(block: Block): Rejection | undefined {
  const { edges } = block.header
  if (!edges) return undefined
  if (edges.length > maximumEdges) return reject('edges', `${edges.length} are more than ${maximumEdges}`)
  let previous = 0
  for (const edge of edges) {
    if (edge <= previous) return reject('edges', `${edge} does not come after ${previous}`)
    previous = edge
  }
  if (previous <= block.transactions.length - 1) return undefined
  return reject('edges', `${previous} leaves no transaction for the sequential list`)
}
