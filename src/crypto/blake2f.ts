import { loadWasm } from './loadWasm.ts'

/*
 * The compression function F of BLAKE2b (RFC 7693, section 3.2) with a free number of rounds, in WebAssembly:
 * assembly/blake2f.ts. JavaScript has no 64-bit words, and pairs of 32-bit words are more than ten times
 * slower.
 */

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

type Blake2Module = {
  readonly memory: WebAssembly.Memory
  readonly STATE: WebAssembly.Global
  readonly MESSAGE: WebAssembly.Global
  readonly COUNTER: WebAssembly.Global
  readonly ROUNDS_IN_SCHEDULE: WebAssembly.Global
  readonly start: (isFinal: boolean) => void
  readonly rounds: (count: number) => void
  readonly finish: () => void
}

function load() {
  const module = loadWasm<Blake2Module>('blake2f')
  const region = (start: WebAssembly.Global, length: number) =>
    new Uint8Array(module.memory.buffer, start.value, length)
  return {
    module,
    state: region(module.STATE, 64),
    message: region(module.MESSAGE, 128),
    counter: region(module.COUNTER, 16),
    /** V8 switches to optimised code only between calls, so a large number of rounds takes several calls. */
    roundsPerCall: 1000 * module.ROUNDS_IN_SCHEDULE.value,
  }
}

let loaded: ReturnType<typeof load> | undefined

/** Returns the next state, 64 bytes. */
export function compressBlake2b({ rounds, state, message, counter, isFinal }: Compression): Uint8Array {
  loaded ??= load()
  const { module, roundsPerCall } = loaded
  loaded.state.set(state)
  loaded.message.set(message)
  loaded.counter.set(counter)
  module.start(isFinal)
  for (let left = rounds; left > 0; left -= roundsPerCall) module.rounds(Math.min(left, roundsPerCall))
  module.finish()
  return loaded.state.slice()
}
