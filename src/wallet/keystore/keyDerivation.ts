import { type ScryptCost, stretchByScrypt, stretchWithSha256 } from '../../platform/passphrases.ts'

export type { ScryptCost } from '../../platform/passphrases.ts'

/** The cost that Ethereum tools use for files: 256 MiB of memory, one to two seconds. */
export const standardCost: ScryptCost = { n: 262_144, r: 8, p: 1 }
/** The cost that Ethereum tools use to save memory: 4 MiB, a tenth of a second. */
export const lightCost: ScryptCost = { n: 4096, r: 8, p: 6 }

export type KeyDerivation =
  | { readonly kdf: 'scrypt'; readonly cost: ScryptCost; readonly salt: Uint8Array }
  | { readonly kdf: 'pbkdf2'; readonly iterations: number; readonly salt: Uint8Array }

/* Limits on the time and memory that an untrusted file can demand: twice the work of the standard cost, and 1 GiB. */
const maximumScryptWork = 2 ** 22
const maximumScryptMemory = 2 ** 30
const maximumIterations = 10_000_000

/** The memory of scrypt in bytes, as OpenSSL counts it. */
const scryptMemory = ({ n, r, p }: ScryptCost): number => 128 * r * (n + p + 2)

/** The problem with the cost; undefined if it is valid. */
export function scryptProblem(cost: ScryptCost): string | undefined {
  const { n, r, p } = cost
  if (n < 2 || r < 1 || p < 1) return 'has a parameter that is too small'
  if (n * r * p > maximumScryptWork || scryptMemory(cost) > maximumScryptMemory) {
    return `asks for too much work (n ${n}, r ${r}, p ${p})`
  }
  if ((n & (n - 1)) !== 0) return `has an n that is not a power of two (${n})`
  // RFC 7914, section 2. Some published keystores break it; OpenSSL refuses them.
  if (n >= 2 ** (16 * r)) return `has an n that is too large for r (n ${n}, r ${r})`
  return undefined
}

/** The problem with the number of iterations of PBKDF2; undefined if it is valid. */
export function iterationsProblem(iterations: number): string | undefined {
  if (iterations < 1) return 'has no iterations'
  if (iterations > maximumIterations) return `asks for too many iterations (${iterations})`
  return undefined
}

/**
 * Derives 32 bytes, which is enough for every `dklen` of at least 32: both functions return the first bytes of a longer
 * stream. The passphrase is encoded in UTF-8 without Unicode normalisation, as in geth.
 */
export function deriveKey(passphrase: string, derivation: KeyDerivation): Promise<Uint8Array> {
  const { salt } = derivation
  if (derivation.kdf === 'pbkdf2') {
    return stretchWithSha256(passphrase, salt, derivation.iterations, derivedLength)
  }
  const { cost } = derivation
  return stretchByScrypt(passphrase, salt, cost, derivedLength, scryptMemory(cost))
}

const derivedLength = 32
