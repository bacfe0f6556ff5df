import { getHashes, hash } from 'node:crypto'
import { requireModule } from '../primitives/program/packageFile.ts'

/** Some builds of OpenSSL do not have RIPEMD-160. */
const isNative = getHashes().includes('ripemd160')

export function ripemd160(bytes: Uint8Array): Uint8Array {
  return isNative ? new Uint8Array(hash('ripemd160', bytes, 'buffer')) : portable(bytes)
}

function portable(bytes: Uint8Array): Uint8Array {
  const legacy: typeof import('@noble/hashes/legacy.js') = requireModule('@noble/hashes/legacy.js')
  return legacy.ripemd160(bytes)
}

/** SHA-1, for an opcode of Bitcoin scripts. */
export const sha1 = (bytes: Uint8Array): Uint8Array => new Uint8Array(hash('sha1', bytes, 'buffer'))
