/*
 * The point of a compressed public key (SEC 1, 2.3.4), with numbers of the language: half a millisecond, where loading a
 * library takes 28.
 */

const prime = 2n ** 256n - 2n ** 32n - 977n
/** A square root of a square is its power by this, because the prime is 3 modulo 4. */
const rootExponent = (prime + 1n) / 4n

/** The 65-byte form of a 33-byte key; undefined when it is not a point of the curve. */
export function uncompress(publicKey: Uint8Array): Uint8Array | undefined {
  const [form] = publicKey
  if (publicKey.length !== 33 || (form !== 2 && form !== 3)) return undefined
  const bytes = Buffer.from(publicKey.buffer, publicKey.byteOffset, publicKey.length)
  const x = BigInt(`0x${bytes.toString('hex', 1)}`)
  if (x >= prime) return undefined
  const square = (x ** 3n + 7n) % prime
  const root = power(square, rootExponent)
  if (root ** 2n % prime !== square) return undefined
  const y = Number(root & 1n) === (form & 1) ? root : prime - root
  return Uint8Array.from(
    Buffer.from(`04${bytes.toString('hex', 1)}${y.toString(16).padStart(64, '0')}`, 'hex'),
  )
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (const digit of exponent.toString(2)) {
    result = (result * result) % prime
    if (digit === '1') result = (result * base) % prime
  }
  return result
}
