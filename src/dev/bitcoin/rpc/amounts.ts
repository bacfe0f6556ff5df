import { satoshisPerBitcoin } from '../../../bitcoin/transactions/satoshis.ts'
import { maximumMoney } from '../../../bitcoin/transactions/transactionRules.ts'
import { bitcoinError } from '../bitcoinError.ts'
import type { Json } from './json.ts'

const amountPattern = /^(-?)(\d{1,15})(?:\.(\d{1,8})0*)?$/

/** Satoshis of an amount in bitcoins, given as a number or as text with at most eight decimal places. */
export function satoshisOf(value: Json | undefined): bigint {
  if (typeof value !== 'number' && typeof value !== 'string') {
    throw bitcoinError('type', 'Amount is not a number or string')
  }
  const [, sign, whole, fraction = ''] = amountPattern.exec(textOf(value)) ?? []
  if (whole === undefined) throw bitcoinError('type', 'Invalid amount')
  const satoshis = BigInt(whole) * satoshisPerBitcoin + BigInt(fraction.padEnd(8, '0'))
  if (sign === '-' || satoshis > maximumMoney) throw bitcoinError('type', 'Amount out of range')
  return satoshis
}

/** A number that eight decimal places do not hold is not an amount. */
function textOf(value: number | string): string {
  if (typeof value === 'string') return value
  const text = value.toFixed(8)
  return Number(text) === value ? text : 'invalid'
}

/** Amounts are numbers in answers; 15 digits are exact. */
export const bitcoins = (satoshis: bigint): number => Number(satoshis) / 1e8
