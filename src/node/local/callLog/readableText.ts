import { haltTexts } from '../../../evm/halt.ts'
import { errorText, panicText } from '../../../evm/revertReason.ts'
import type { CallResult } from '../../../execution/transaction/runCall.ts'
import { toHex } from '../../../primitives/hex.ts'
import { printable } from '../../../primitives/printable.ts'
import { bridgeAddress, remascAddress } from '../../../protocol/addresses.ts'
import { coinText } from '../../../protocol/coinText.ts'

/* Readable texts of addresses, amounts and outcomes. */

export type CallOutcome = Pick<CallResult, 'status' | 'cause' | 'output'>

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

export const amountText = (wei: bigint): string => `${coinText(wei)} RBTC`

export function outcomeText({ status, cause, output }: CallOutcome): string {
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
