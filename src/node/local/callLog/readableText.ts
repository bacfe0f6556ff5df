import { type HaltCause, haltTexts } from '../../../evm/halt.ts'
import { errorText, panicText } from '../../../evm/revertReason.ts'
import { toHex } from '../../../primitives/hex.ts'
import { bridgeAddress, remascAddress } from '../../../protocol/addresses.ts'
import { printable } from './consoleMessages.ts'

/* Readable texts of addresses, amounts and outcomes. */

/** The outcome of an execution, as far as it is known. */
export interface Outcome {
  readonly status: 'success' | 'revert' | 'halt'
  readonly cause: HaltCause | undefined
  /** The data of a revert. */
  readonly output: Uint8Array
}

const maximumData = 36

const names = new Map([
  [toHex(bridgeAddress), 'the Bridge'],
  [toHex(remascAddress), 'REMASC'],
])

/** The first and last digits of an address, or the name of a native contract. */
export function shortAddress(address: Uint8Array): string {
  const text = toHex(address)
  const name = names.get(text)
  if (name !== undefined) return name
  return `${text.slice(0, 6)}…${text.slice(-4)}`
}

export const gasText = (gas: number | bigint): string => `${gas.toLocaleString('en-US')} gas`

const weiDigits = 18

/** In RBTC, without trailing zeros. */
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

/** The first bytes of the data of a custom error. */
function shortData(data: Uint8Array): string {
  const shown = toHex(data.subarray(0, maximumData))
  return data.length > maximumData ? `${shown}… (${data.length} bytes)` : shown
}
