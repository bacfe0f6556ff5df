import { unsignedBytes } from '../../primitives/integers.ts'
import { POP, PUSH0, PUSH1, PUSH2 } from '../opcodeBytes.ts'
import { type Opcode, opcodeByte, opcodeTable } from '../opcodes.ts'
import type { EvmRules } from '../rules.ts'

/** A place in the program that jumps can use before its position is known. */
export interface Label {
  position: number
}

/** Writes code for some rules and counts how many words it leaves on the stack. */
export class ProgramWriter {
  height = 0
  /** Instructions that only other rules have: they halt a frame. */
  readonly inactiveBytes: readonly number[]
  readonly #opcodes: readonly (Opcode | undefined)[]
  readonly #bytes: number[] = []
  readonly #references: { readonly at: number; readonly label: Label }[] = []

  constructor(rules: EvmRules) {
    this.#opcodes = opcodeTable(rules)
    this.inactiveBytes = this.#opcodes.flatMap((opcode) => (opcode?.isActive === false ? [opcode.byte] : []))
  }

  /**
   * Writes the instructions. An instruction that the rules do not have becomes POP and PUSH1, so that the
   * program does not halt.
   */
  op(...names: readonly string[]): void {
    for (const name of names) {
      const { byte, pops, pushes, isActive } = this.#opcode(name)
      if (isActive) this.#bytes.push(byte)
      else this.#bytes.push(...Array(pops).fill(POP), ...Array(pushes).fill([PUSH1, 1]).flat())
      this.height += pushes - pops
    }
  }

  /** Number of words that an instruction pops. */
  operandsOf(name: string): number {
    return this.#opcode(name).pops
  }

  #opcode(name: string): Opcode {
    const byte = opcodeByte(name)
    if (byte === undefined) throw new Error(`unknown opcode ${name}`)
    return this.#opcodes[byte]!
  }

  raw(...bytes: readonly number[]): void {
    this.#bytes.push(...bytes)
  }

  push(value: bigint | number): void {
    const bytes = BigInt(value) === 0n ? new Uint8Array(1) : unsignedBytes(value)
    this.#bytes.push(PUSH0 + bytes.length, ...bytes)
    this.height++
  }

  pushAll(...values: readonly (bigint | number)[]): void {
    for (const value of values) this.push(value)
  }

  pushLabel(label: Label): void {
    this.#references.push({ at: this.#bytes.length + 1, label })
    this.#bytes.push(PUSH2, 0, 0)
    this.height++
  }

  place(label: Label): void {
    label.position = this.#bytes.length
    this.op('JUMPDEST')
  }

  jump(label: Label): void {
    this.pushLabel(label)
    this.op('JUMP')
  }

  finish(): Uint8Array {
    for (const { at, label } of this.#references) {
      this.#bytes[at] = label.position >> 8
      this.#bytes[at + 1] = label.position & 0xff
    }
    return Uint8Array.from(this.#bytes)
  }
}
