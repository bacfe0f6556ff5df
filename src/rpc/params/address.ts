import { type Address, asAddress } from '../../primitives/bytes.ts'
import { fromHex, prefixedBytes } from '../../primitives/hex.ts'
import { invalidAddressFormat, invalidAddressLength } from '../errors/errors.ts'
import * as schema from '../json/schema.ts'
import type { Codec } from './parameter.ts'
import { evenDigits, hexDigitsOf, textOf } from './text.ts'

/** 20 bytes with or without `0x`; one leading zero may be missing. Checksums (EIP-1191) are not verified. */
export const address: Codec<Address> = {
  schema: schema.address,
  decode(value) {
    const usual = typeof value === 'string' && value.length === 42 ? prefixedBytes(value) : undefined
    if (usual !== undefined) return asAddress(usual)
    const text = textOf(value)
    if (text.length < 40 || text.length > 42) throw invalidAddressLength()
    const digits = hexDigitsOf(text)
    if (digits === undefined || digits.length < 39 || digits.length > 40) throw invalidAddressFormat()
    return asAddress(fromHex(evenDigits(digits)))
  },
}
