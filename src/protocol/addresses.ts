import { type Address, asAddress } from '../primitives/bytes.ts'
import { fromHex } from '../primitives/hex.ts'

/* Addresses of the protocol. */

const address = (digits: string): Address => asAddress(fromHex(digits.padStart(40, '0')))

export const bridgeAddress = address('01000006')
export const remascAddress = address('01000008')
export const hdWalletUtilsAddress = address('01000009')
export const blockHeaderAddress = address('01000010')
export const environmentAddress = address('01000011')
export const secp256k1AdditionAddress = address('01000016')
export const secp256k1MultiplicationAddress = address('01000017')

/** The address of a standard precompiled contract; `index` is 1 to 9. */
export const standardPrecompileAddress = (index: number): Address => address(index.toString(16))
