import { ripemd160 } from '../../crypto/ripemd160.ts'
import { sha256 } from '../../crypto/sha256.ts'

/** The 20-byte hash that Bitcoin addresses hold: RIPEMD-160 of SHA-256. */
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))
