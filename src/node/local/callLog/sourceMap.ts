import { fromHex } from '../../../primitives/hex.ts'
import type { CompiledCode, SourceFile } from './contractArtifact.ts'

/** The source of an instruction. */
export interface SourcePlace {
  /** Undefined for code that the compiler made without a source. */
  readonly file: SourceFile | undefined
  readonly offset: number
  /** Whether a jump enters a function, leaves one, or does neither. */
  readonly jump: 'in' | 'out' | undefined
}

const jumps: Readonly<Record<string, SourcePlace['jump']>> = { i: 'in', o: 'out' }
const firstPush = 0x60
const lastPush = 0x7f

/** The places of a code's instructions in its sources, from the compiler's compressed list. */
export class SourceMap {
  readonly #places: readonly SourcePlace[]
  /** The index of the instruction at each byte. */
  readonly #indexes: Uint32Array

  constructor({ digits, sourceMap = '' }: CompiledCode, sources: ReadonlyMap<number, SourceFile>) {
    this.#places = placesOf(sourceMap, sources)
    this.#indexes = instructionIndexes(fromHex(digits.replaceAll(/[^0-9a-f]/gi, '0')))
  }

  at(pc: number): SourcePlace | undefined {
    const index = this.#indexes[pc]
    return index === undefined ? undefined : this.#places[index]
  }
}

/** Empty members repeat those of the instruction before. */
function placesOf(text: string, sources: ReadonlyMap<number, SourceFile>): SourcePlace[] {
  let offset = 0
  let file = -1
  let jump = '-'
  return text.split(';').map((entry) => {
    const [start = '', , source = '', kind = ''] = entry.split(':')
    if (start !== '') offset = Number(start)
    if (source !== '') file = Number(source)
    if (kind !== '') jump = kind
    return { file: sources.get(file), offset, jump: jumps[jump] }
  })
}

function instructionIndexes(code: Uint8Array): Uint32Array {
  const indexes = new Uint32Array(code.length)
  let index = 0
  for (let pc = 0; pc < code.length; pc++) {
    indexes[pc] = index++
    const opcode = code[pc]!
    if (opcode >= firstPush && opcode <= lastPush) pc += opcode - firstPush + 1
  }
  return indexes
}
