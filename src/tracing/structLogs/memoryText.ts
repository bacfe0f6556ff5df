import { opcodeByte } from '../../evm/opcodes.ts'
import { toHexDigits } from '../../primitives/hex.ts'

/* The instructions that write or extend memory. */
const usesMemory = new Uint8Array(256)
for (const name of [
  'SHA3',
  'CALLDATACOPY',
  'CODECOPY',
  'EXTCODECOPY',
  'RETURNDATACOPY',
  'MLOAD',
  'MSTORE',
  'MSTORE8',
  'MCOPY',
  ...['LOG0', 'LOG1', 'LOG2', 'LOG3', 'LOG4'],
  ...['CREATE', 'CREATE2', 'CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL'],
]) {
  usesMemory[opcodeByte(name)!] = 1
}

const digitsPerWord = 64

/** The JSON text of a frame's memory, rebuilt only after instructions that use memory. */
export class MemoryText {
  #text = '[]'
  #isStale = false

  /** `opcode` is the next instruction. */
  of(memory: () => Uint8Array, opcode: number): string {
    if (this.#isStale) this.#text = textOf(toHexDigits(memory()))
    this.#isStale = usesMemory[opcode] === 1
    return this.#text
  }
}

function textOf(digits: string): string {
  if (digits === '') return '[]'
  const words: string[] = []
  for (let at = 0; at < digits.length; at += digitsPerWord) words.push(digits.slice(at, at + digitsPerWord))
  return `["${words.join('","')}"]`
}
