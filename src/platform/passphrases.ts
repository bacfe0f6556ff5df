import { createCipheriv, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto'

export interface ScryptCost {
  readonly n: number
  readonly r: number
  readonly p: number
}

/** `maximumMemory` is in bytes. */
export function stretchByScrypt(
  passphrase: string,
  salt: Uint8Array,
  { n, r, p }: ScryptCost,
  length: number,
  maximumMemory: number,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salt, length, { N: n, r, p, maxmem: maximumMemory }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

/** PBKDF2 with HMAC-SHA-256. */
export function stretchWithSha256(
  passphrase: string,
  salt: Uint8Array,
  rounds: number,
  length: number,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    pbkdf2(passphrase, salt, rounds, length, 'sha256', (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** AES-128 in counter mode: encrypts, and decrypts what it has encrypted. */
export async function aes128Ctr(
  key: Uint8Array,
  counter: Uint8Array,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const cipher = createCipheriv('aes-128-ctr', key, counter)
  return Buffer.concat([cipher.update(bytes), cipher.final()])
}

/** Compares secrets of one length in constant time. */
export const equalSecrets = (one: Uint8Array, other: Uint8Array): boolean => timingSafeEqual(one, other)
