import { createHmac, getHashes, hash, pbkdf2Sync } from 'node:crypto'
import { loadLibrary } from './packageContent.ts'

/** Some builds of OpenSSL do not have RIPEMD-160. */
const hasRipemd160 = getHashes().includes('ripemd160')

const hashWith =
  (name: string) =>
  (bytes: Uint8Array): Uint8Array =>
    new Uint8Array(hash(name, bytes, 'buffer'))

/** For input of any length. Short input is faster in our WebAssembly. */
export const longSha256 = hashWith('sha256')
export const sha1 = hashWith('sha1')
export const ripemd160 = hasRipemd160
  ? hashWith('ripemd160')
  : (bytes: Uint8Array): Uint8Array => loadLibrary('@noble/hashes/legacy.js').ripemd160(bytes)

const hmacWith =
  (name: string) =>
  (key: Uint8Array, data: Uint8Array): Uint8Array =>
    createHmac(name, key).update(data).digest()

export const hmacSha256 = hmacWith('sha256')
export const hmacSha512 = hmacWith('sha512')

/** PBKDF2 with HMAC-SHA-512. */
export const stretchWithSha512 = (text: string, salt: string, rounds: number, length: number): Uint8Array =>
  pbkdf2Sync(text, salt, rounds, length, 'sha512')
