import { hmac } from '@noble/hashes/hmac.js'
import { ripemd160 as hashRipemd160, sha1 as hashSha1 } from '@noble/hashes/legacy.js'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'

export const longSha256 = (bytes: Uint8Array): Uint8Array => sha256(bytes)
export const sha1 = (bytes: Uint8Array): Uint8Array => hashSha1(bytes)
export const ripemd160 = (bytes: Uint8Array): Uint8Array => hashRipemd160(bytes)

export const hmacSha256 = (key: Uint8Array, data: Uint8Array): Uint8Array => hmac(sha256, key, data)
export const hmacSha512 = (key: Uint8Array, data: Uint8Array): Uint8Array => hmac(sha512, key, data)

/** PBKDF2 with HMAC-SHA-512. */
export const stretchWithSha512 = (text: string, salt: string, rounds: number, length: number): Uint8Array =>
  pbkdf2(sha512, text, salt, { c: rounds, dkLen: length })
