/* Carmichael's function: the minimum λ with a^λ = 1 modulo m for every a that has no common factor with m. */

/** Every composite number below the square of this limit has a prime factor below the limit. */
const primeLimit = 2 ** 16

let primes: readonly number[] | undefined

function knownPrimes(): readonly number[] {
  primes ??= sieve()
  return primes
}

function sieve(): readonly number[] {
  const isComposite = new Uint8Array(primeLimit)
  const found: number[] = []
  for (let candidate = 2; candidate < primeLimit; candidate++) {
    if (isComposite[candidate] === 1) continue
    found.push(candidate)
    for (let multiple = candidate * candidate; multiple < primeLimit; multiple += candidate) {
      isComposite[multiple] = 1
    }
  }
  return found
}

/** λ of an integer from 1 to 2^32. */
export function carmichael(modulus: number): number {
  let rest = modulus
  let lambda = 1
  for (const prime of knownPrimes()) {
    if (prime * prime > rest) break
    let power = 1
    while (rest % prime === 0) {
      rest /= prime
      power *= prime
    }
    if (power > 1) lambda = leastCommonMultiple(lambda, ofPrimePower(prime, power))
  }
  return rest > 1 ? leastCommonMultiple(lambda, ofPrimePower(rest, rest)) : lambda
}

function ofPrimePower(prime: number, power: number): number {
  const order = power - power / prime
  return prime === 2 && power >= 8 ? order / 2 : order
}

const leastCommonMultiple = (a: number, b: number): number => (a / greatestCommonDivisor(a, b)) * b

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
