import { type Address, asAddress } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'

export const address = (digits: string): Address => asAddress(fromHex(digits))

export const addresses = (...list: readonly string[]): readonly Address[] => list.map(address)

export const publicKeys = (...list: readonly string[]): readonly Uint8Array[] =>
  list.map((digits) => fromHex(digits))
