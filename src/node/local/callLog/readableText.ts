import { type HaltCause, haltTexts } from '../../../evm/halt.ts'
import { errorText, panicText } from '../../../evm/revertReason.ts'
import { toHex } from '../../../primitives/hex.ts'
import { bridgeAddress, remascAddress } from '../../../protocol/addresses.ts'
import { printable } from './consoleMessages.ts'

/* How addresses, amounts and outcomes are told to people. */

/** How an execution ended, as much as is known of it. */
export interface Outcome {
  readonly status: 'success' | 'revert' | 'halt'
  readonly cause: HaltCause | undefined
  /** What a revert says. */
  readonly output: Uint8Array
}

const longestData = 36

const names = new Map([
  [toHex(bridgeAddress), 'the Bridge'],
  [toHex(remascAddress), 'REMASC'],
])

/** Enough of an address to recognise it, or the name of a contract that every chain has. */
export function shortAddress(address: Uint8Array): string {
  const text = toHex(address)
  const name = names.get(text)
  if (name !== undefined) return name
  return `${text.slice(0, 6)}…${text.slice(-4)}`
}

export const gasText = (gas: number | bigint): string => `${gas.toLocaleString('en-US')} gas`

const weiDigits = 18

/** In RBTC, without the zeros that mean nothing. */
export function amountText(wei: bigint): string {
  const digits = wei.toString().padStart(weiDigits + 1, '0')
  const fraction = digits.slice(-weiDigits).replace(/0+$/, '')
  const whole = digits.slice(0, -weiDigits)
  return `${whole}${fraction === '' ? '' : `.${fraction}`} RBTC`
}

export function outcomeText({ status, cause, output }: Outcome): string {
  if (status === 'success') return 'success'
  if (status === 'halt') return `failed: ${cause === undefined ? 'unknown' : haltTexts[cause]}`
  if (output.length === 0) return 'reverted without a reason'
  const reason = errorText(output) ?? panicText(output)
  return reason === undefined ? `reverted with ${shortData(output)}` : `reverted: ${printable(reason)}`
}

/** Data of custom errors are for those who know them. */
function shortData(data: Uint8Array): string {
  const shown = toHex(data.subarray(0, longestData))
  return data.length > longestData ? `${shown}… (${data.length} bytes)` : shown
}
