import { DecodeError } from '../../primitives/errors.ts'
import { ByteWriter } from '../serialization/byteWriter.ts'
import { opcode } from './script.ts'

/** A script that does not parse or is of another kind. The reference node tolerates this, but no other error. */
export class ScriptError extends DecodeError {
  constructor(problem: string) {
    super('script', problem)
  }
}

/** One opcode of a script with the data that it pushes. */
export interface Chunk {
  readonly opcode: number
  /** Undefined for opcodes that push no data. OP_0 pushes empty bytes. */
  readonly data: Uint8Array | undefined
  /** The bytes in the script. */
  readonly encoded: Uint8Array
}

/** Throws `ScriptError` when the data of a push is cut off. */
export function parseScript(script: Uint8Array): Chunk[] {
  const chunks = tryToParseScript(script)
  if (!chunks) throw new ScriptError('is cut off within a push')
  return chunks
}

/** Undefined when the data of a push is cut off. */
export function tryToParseScript(script: Uint8Array): Chunk[] | undefined {
  const chunks: Chunk[] = []
  const isComplete = visitScript(script, (code, at, dataStart, end) => {
    const data = code > opcode.pushData4 ? undefined : script.subarray(dataStart, end)
    chunks.push({ opcode: code, data, encoded: script.subarray(at, end) })
  })
  return isComplete ? chunks : undefined
}

/**
 * Calls `visit` for each opcode with the offsets of its start, of the data that it pushes, and of its end. Creates no
 * objects, because a script of a megabyte has up to a million opcodes. Returns false when the data of a push is cut
 * off, because an error with its stack takes 10 µs, as long as parsing the scripts of several outputs.
 */
export function visitScript(
  script: Uint8Array,
  visit: (opcode: number, at: number, dataStart: number, end: number) => void,
): boolean {
  for (let at = 0; at < script.length; ) {
    const code = script[at]!
    const lengthBytes =
      code < opcode.pushData1 || code > opcode.pushData4 ? 0 : 1 << (code - opcode.pushData1)
    const dataStart = at + 1 + lengthBytes
    if (dataStart > script.length) return false
    const length = lengthBytes === 0 ? code : littleEndian(script, at + 1, dataStart)
    const end = code > opcode.pushData4 ? dataStart : dataStart + length
    if (end > script.length) return false
    visit(code, at, dataStart, end)
    at = end
  }
  return true
}

function littleEndian(script: Uint8Array, start: number, end: number): number {
  let value = 0
  for (let at = end - 1; at >= start; at--) value = value * 256 + script[at]!
  return value
}

/** Whether the chunk pushes data, not a small number. */
export const isDataPush = (chunk: Chunk): boolean => chunk.opcode <= opcode.pushData4

/** The script that consists of the chunks. */
export function joinedChunks(chunks: readonly Chunk[]): Uint8Array {
  const writer = new ByteWriter()
  for (const { encoded } of chunks) writer.bytes(encoded)
  return writer.written()
}

const keysOfUnknownCount = 20

/**
 * The maximum number of signature checks in a script; zero for a script that does not parse, which cannot be spent.
 * With `exact`, a multisignature counts as many as the number of keys before it (BIP-16), otherwise 20.
 */
export function signatureOperations(script: Uint8Array, exact: boolean): number {
  let count = 0
  let previous: Chunk | undefined
  for (const chunk of tryToParseScript(script) ?? []) {
    if (chunk.opcode === opcode.checkSignature || chunk.opcode === opcode.checkSignatureVerify) count++
    if (chunk.opcode === opcode.checkMultisig || chunk.opcode === opcode.checkMultisigVerify) {
      const isSmall = previous && previous.opcode >= opcode.one && previous.opcode <= opcode.sixteen
      count += exact && isSmall ? previous!.opcode - opcode.one + 1 : keysOfUnknownCount
    }
    previous = chunk
  }
  return count
}
