import { type Address, emptyBytes } from '../../primitives/bytes.ts'
import { blake2f } from './blake2f.ts'
import { bn128Add, bn128Mul, bn128Pairing, secp256k1Add, secp256k1Mul } from './curves.ts'
import { ecrecover } from './ecrecover.ts'
import { identity, ripemd160, sha256 } from './hashes.ts'
import { modexp } from './modexp.ts'
import { type Precompile, PrecompileFailure } from './precompile.ts'

/** The network rules that decide which standard precompiles exist and how they fail. */
export interface PrecompileRules {
  /** bn128 add, mul and pairing. */
  readonly rskip137: boolean
  /** blake2f. */
  readonly rskip153: boolean
  /** An invalid bn128 input is a failure; before, it was a success with empty output. */
  readonly rskip197: boolean
  /** secp256k1 add and mul. */
  readonly rskip516: boolean
}

/** Finds the precompile of an address; undefined for every other address. */
export type PrecompileLookup = (address: Address) => Precompile | undefined

/** The precompiles that depend on their input only: Ethereum's 1 to 9 and the secp256k1 arithmetic. */
export function standardPrecompiles(rules: PrecompileRules): PrecompileLookup {
  const active = activePrecompiles(rules)
  return (address) => {
    for (let i = 0; i < 16; i++) if (address[i] !== 0) return undefined
    return active.get(
      ((address[16]! << 24) | (address[17]! << 16) | (address[18]! << 8) | address[19]!) >>> 0,
    )
  }
}

/** Last four bytes of the address (the others are zero) → precompile. */
function activePrecompiles(rules: PrecompileRules): ReadonlyMap<number, Precompile> {
  const active = new Map<number, Precompile>([
    [0x01, ecrecover],
    [0x02, sha256],
    [0x03, ripemd160],
    [0x04, identity],
    [0x05, modexp],
  ])
  if (rules.rskip137) {
    const settled = rules.rskip197 ? (precompile: Precompile) => precompile : failingSilently
    active.set(0x06, settled(bn128Add))
    active.set(0x07, settled(bn128Mul))
    active.set(0x08, settled(bn128Pairing))
  }
  if (rules.rskip153) active.set(0x09, blake2f)
  if (rules.rskip516) {
    active.set(0x0100_0016, secp256k1Add)
    active.set(0x0100_0017, secp256k1Mul)
  }
  return active
}

/** The same precompile with an empty output instead of every failure. */
function failingSilently(precompile: Precompile): Precompile {
  return {
    ...precompile,
    run: (input, call) => {
      try {
        return precompile.run(input, call)
      } catch (error) {
        if (error instanceof PrecompileFailure) return emptyBytes
        throw error
      }
    },
  }
}
