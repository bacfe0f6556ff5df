import { assembleRounds, messageBytes, roundsInSchedule, workingBytes } from './blake2f/assemble.ts'

/*
 * The compression function F of BLAKE2b (RFC 7693, section 3.2) with a free number of rounds. Words are
 * little-endian in state, message and counter, as they are in WebAssembly's memory.
 */

type RoundsModule = {
  readonly memory: WebAssembly.Memory
  readonly rounds: (count: number) => void
}

/** Fractional parts of the square roots of the first eight primes, little-endian. */
const initialization = new Uint8Array(
  BigUint64Array.of(
    0x6a09e667f3bcc908n,
    0xbb67ae8584caa73bn,
    0x3c6ef372fe94f82bn,
    0xa54ff53a5f1d36f1n,
    0x510e527fade682d1n,
    0x9b05688c2b3e6c1fn,
    0x1f83d9abfb41bd6bn,
    0x5be0cd19137e2179n,
  ).buffer,
)

/** V8 swaps in optimised code only between calls, so a great number of rounds takes several calls. */
const roundsPerCall = 1000 * roundsInSchedule

export interface Compression {
  readonly rounds: number
  /** 64 bytes. */
  readonly state: Uint8Array
  /** 128 bytes. */
  readonly message: Uint8Array
  /** 16 bytes. */
  readonly counter: Uint8Array
  readonly isFinal: boolean
}

let loaded: RoundsModule | undefined

function load(): RoundsModule {
  return new WebAssembly.Instance(new WebAssembly.Module(assembleRounds())).exports as RoundsModule
}

/** The 64 bytes of the next state. */
export function compressBlake2b({ rounds, state, message, counter, isFinal }: Compression): Uint8Array {
  loaded ??= load()
  const working = new Uint8Array(loaded.memory.buffer, 0, workingBytes)
  working.set(state)
  working.set(initialization, 64)
  for (let i = 0; i < 16; i++) working[96 + i]! ^= counter[i]!
  if (isFinal) for (let i = 112; i < 120; i++) working[i]! ^= 0xff
  new Uint8Array(loaded.memory.buffer, workingBytes, messageBytes).set(message)

  for (let left = rounds; left > 0; left -= roundsPerCall) loaded.rounds(Math.min(left, roundsPerCall))
  return state.map((byte, i) => byte ^ working[i]! ^ working[64 + i]!)
}
