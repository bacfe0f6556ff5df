import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { toBigInt } from '../../primitives/integers.ts'
import { JUMPDEST, PUSH1, PUSH32 } from '../opcodeBytes.ts'
import { firstInstruction } from '../opcodes.ts'

/** Code with its analysis: where execution starts, where jumps may go, what PUSH instructions push. */
export class Program {
  readonly bytes: Uint8Array
  /** Where execution starts; undefined when a header reaches to the end of the code or beyond. */
  readonly start: number | undefined
  readonly #destinations: Uint8Array
  readonly #pushed: (bigint | undefined)[]

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    const start = firstInstruction(bytes)
    this.start = start > 0 && start >= bytes.length ? undefined : start
    this.#pushed = new Array<bigint | undefined>(bytes.length)
    this.#destinations = jumpDestinations(bytes, start)
  }

  isJumpDestination(position: number): boolean {
    return this.#destinations[position] === 1
  }

  /** The word that a PUSH with `size` bytes of data at `position` pushes. Bytes beyond the code are zeros. */
  pushed(position: number, size: number): bigint {
    const known = this.#pushed[position]
    if (known !== undefined) return known
    const word = readPushed(this.bytes, position, size)
    this.#pushed[position] = word
    return word
  }
}

function jumpDestinations(bytes: Uint8Array, start: number): Uint8Array {
  const destinations = new Uint8Array(bytes.length)
  for (let at = start; at < bytes.length; at++) {
    const opcode = bytes[at]!
    if (opcode === JUMPDEST) destinations[at] = 1
    else if (opcode >= PUSH1 && opcode <= PUSH32) at += opcode - PUSH1 + 1
  }
  return destinations
}

function readPushed(bytes: Uint8Array, position: number, size: number): bigint {
  const present = bytes.subarray(position, position + size)
  return toBigInt(present) << BigInt(8 * (size - present.length))
}

/** Bytes of an analysis per byte of code: a mark of one byte and a place of eight bytes for a pushed word. */
const analysisWeight = 9
/** Maximum bytes of all analyses in a thread: about 38 contracts of the maximum size. */
const keptAnalyses = 8 << 20
/** By identity: hosts have one array for equal code. */
const programs = new BoundedMap<Uint8Array, Program>(
  keptAnalyses,
  ({ bytes }) => (1 + analysisWeight) * bytes.length,
)

/** The program of deployed code, cached for as long as it is among those that were used last. */
export function programOf(bytes: Uint8Array): Program {
  const known = programs.use(bytes)
  if (known !== undefined) return known
  const program = new Program(bytes)
  programs.set(bytes, program)
  return program
}
