import { type Address, asAddress, concatBytes } from '../primitives/bytes.ts'

/*
 * The code of an account that lets the code of another run in its place (RSKIP545): three bytes and the other's address.
 */

const marker = Uint8Array.of(0xef, 0x01, 0x00)
const delegationLength = marker.length + 20

export const delegationTo = (address: Address): Uint8Array => concatBytes(marker, address)

/** The account whose code runs in place of this one; undefined for ordinary code. */
export function delegateOf(code: Uint8Array): Address | undefined {
  if (code.length !== delegationLength || code[0] !== marker[0]) return undefined
  if (code[1] !== marker[1] || code[2] !== marker[2]) return undefined
  return asAddress(code.subarray(marker.length))
}
