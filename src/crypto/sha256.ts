import { longSha256 } from '../platform/hashes.ts'
import { asHash, type Hash } from '../primitives/bytes.ts'
import { loadWasm } from './loadWasm.ts'

/** assembly/sha256.ts, for inputs of up to CAPACITY bytes. */
type Sha256Module = {
  readonly memory: WebAssembly.Memory
  readonly INPUT: WebAssembly.Global
  readonly CAPACITY: WebAssembly.Global
  readonly OUTPUT: WebAssembly.Global
  readonly TARGET: WebAssembly.Global
  readonly hash: (length: number) => void
  readonly hashTwice: (length: number) => void
  readonly findNonce: (attempts: number) => number
}

const hashLength = 32

function load() {
  const core = loadWasm<Sha256Module>('sha256')
  const { buffer } = core.memory
  const capacity: number = core.CAPACITY.value
  return {
    core,
    capacity,
    input: new Uint8Array(buffer, core.INPUT.value, capacity),
    output: new Uint8Array(buffer, core.OUTPUT.value, hashLength),
    target: new DataView(buffer, core.TARGET.value, hashLength),
    /** In the module's memory. It is rarely rewritten, because most blocks of a chain have the same target. */
    latestTarget: -1n,
  }
}

let loaded: ReturnType<typeof load> | undefined

/** The instance of this thread, loaded at first use. */
function shortSha256(): ReturnType<typeof load> {
  loaded ??= load()
  return loaded
}

export function sha256(bytes: Uint8Array): Hash {
  const { core, capacity, input, output } = shortSha256()
  if (bytes.length > capacity) return asHash(longSha256(bytes))
  input.set(bytes)
  core.hash(bytes.length)
  return asHash(output.slice())
}

/** SHA-256 twice, as Bitcoin hashes headers, transactions and merkle nodes. */
export function doubleSha256(bytes: Uint8Array): Hash {
  const { core, capacity, input, output } = shortSha256()
  if (bytes.length > capacity) return sha256(sha256(bytes))
  input.set(bytes)
  core.hashTwice(bytes.length)
  return asHash(output.slice())
}

/**
 * The lowest nonce below `attempts` (at most 2^31 - 1) with which the hash of an 80-byte Bitcoin header does not exceed
 * the target; undefined if every nonce exceeds it.
 */
export function findNonce(header: Uint8Array, target: bigint, attempts: number): number | undefined {
  const short = shortSha256()
  short.input.set(header)
  if (target !== short.latestTarget) {
    for (let word = 0; word < 4; word++) {
      short.target.setBigUint64(8 * word, target >> BigInt(64 * word), true)
    }
    short.latestTarget = target
  }
  const nonce = short.core.findNonce(attempts)
  return nonce < 0 ? undefined : nonce
}
