import { concatBytes } from '../../primitives/bytes.ts'
import { op, opcode, push } from './script.ts'

/** A version and a program of 2 to 40 bytes (BIP-141). */
export interface WitnessProgram {
  readonly version: number
  readonly program: Uint8Array
}

const shortest = 4
const longest = 42

/** The witness program that a script consists of; undefined for other scripts. */
export function witnessProgramOf(script: Uint8Array): WitnessProgram | undefined {
  const [code = 0, length] = script
  const isVersion = code === opcode.zero || (code >= opcode.one && code <= opcode.sixteen)
  if (!isVersion || script.length < shortest || script.length > longest || length !== script.length - 2) {
    return undefined
  }
  return { version: code === opcode.zero ? 0 : code - opcode.one + 1, program: script.subarray(2) }
}

export const witnessProgramScript = ({ version, program }: WitnessProgram): Uint8Array =>
  concatBytes(op(version === 0 ? opcode.zero : opcode.one + version - 1), push(program))
