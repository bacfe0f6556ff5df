import { pbkdf2Async } from '@noble/hashes/pbkdf2.js'
import { scryptAsync } from '@noble/hashes/scrypt.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { ScryptCost } from './passphrases.ts'

/** `maximumMemory` is in bytes. */
export const stretchByScrypt = (
  passphrase: string,
  salt: Uint8Array,
  { n, r, p }: ScryptCost,
  length: number,
  maximumMemory: number,
): Promise<Uint8Array> => scryptAsync(passphrase, salt, { N: n, r, p, dkLen: length, maxmem: maximumMemory })

/** PBKDF2 with HMAC-SHA-256. */
export const stretchWithSha256 = (
  passphrase: string,
  salt: Uint8Array,
  rounds: number,
  length: number,
): Promise<Uint8Array> => pbkdf2Async(sha256, passphrase, salt, { c: rounds, dkLen: length })

/** AES-128 in counter mode: encrypts, and decrypts what it has encrypted. Pages served without TLS do not have it. */
export async function aes128Ctr(
  key: Uint8Array,
  counter: Uint8Array,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const { subtle } = globalThis.crypto
  if (subtle === undefined)
    throw new Error('a page encrypts keys only when it is served by https, or from this machine')
  const secret = await subtle.importKey('raw', key.slice(), 'AES-CTR', false, ['encrypt'])
  const settings = { name: 'AES-CTR', counter: counter.slice(), length: 128 }
  return new Uint8Array(await subtle.encrypt(settings, secret, bytes.slice()))
}

/** Compares secrets of one length in constant time. */
export function equalSecrets(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) throw new RangeError('secrets of one kind have one length')
  let difference = 0
  for (let index = 0; index < one.length; index++) difference |= one[index]! ^ other[index]!
  return difference === 0
}
