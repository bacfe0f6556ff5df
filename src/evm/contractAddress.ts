import { keccak256 } from '../crypto/keccak256.ts'
import { type Address, asAddress, concatBytes } from '../primitives/bytes.ts'
import { unsignedBytes } from '../primitives/integers.ts'
import { encodeRlp } from '../primitives/rlp/encode.ts'

const addressOf = (preimage: Uint8Array): Address => asAddress(keccak256(preimage).slice(12))

/**
 * Address of a contract made by a transaction or by CREATE; `nonce` is the creator's before it is increased.
 */
export const createdAddress = (creator: Address, nonce: bigint): Address =>
  addressOf(encodeRlp([creator, unsignedBytes(nonce)]))

const create2Marker = new Uint8Array([0xff])

/** Address of a contract made by CREATE2 (RSKIP125, EIP-1014). */
export const create2Address = (creator: Address, salt: Uint8Array, initCode: Uint8Array): Address =>
  addressOf(concatBytes(create2Marker, creator, salt, keccak256(initCode)))
