import { opcodeName, pushedBytes } from './opcodes.ts'

export interface Instruction {
  readonly at: number
  readonly name: string
  /** The pushed value in hex; empty for other instructions. */
  readonly operand: string
}

/** The instructions of code in hex. A value cut off by the end of the code is filled with zeros, as the machine does. */
export function disassemble(code: string): Instruction[] {
  const instructions: Instruction[] = []
  const length = (code.length - 2) / 2
  for (let at = 0; at < length; at++) {
    const start = at
    const byte = Number.parseInt(code.slice(2 + at * 2, 4 + at * 2), 16)
    const size = pushedBytes(byte)
    const operand = code.slice(4 + at * 2, 4 + (at + size) * 2).padEnd(size * 2, '0')
    at += size
    const name = opcodeName(byte) ?? `unknown 0x${byte.toString(16).padStart(2, '0')}`
    instructions.push({ at: start, name, operand: size === 0 ? '' : `0x${operand}` })
  }
  return instructions
}
