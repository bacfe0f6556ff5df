import { unsignedBytes } from '../../primitives/integers.ts'
import { latestRules } from '../evmWorld.cases.ts'
import { opcodeByte, opcodeTable } from '../opcodes.ts'

const opcodes = opcodeTable(latestRules)

/** A place in the program that jumps can name before it is known. */
export interface Label {
  position: number
}

/** Writes code and counts how many words it leaves on the stack. */
export class ProgramWriter {
  height = 0
  readonly #bytes: number[] = []
  readonly #references: { readonly at: number; readonly label: Label }[] = []

  get length(): number {
    return this.#bytes.length
  }

  op(...names: readonly string[]): void {
    for (const name of names) {
      const byte = opcodeByte(name)
      if (byte === undefined) throw new Error(`no opcode is called ${name}`)
      const { pops, pushes } = opcodes[byte]!
      this.#bytes.push(byte)
      this.height += pushes - pops
    }
  }

  raw(...bytes: readonly number[]): void {
    this.#bytes.push(...bytes)
  }

  push(value: bigint | number): void {
    const bytes = BigInt(value) === 0n ? new Uint8Array(1) : unsignedBytes(value)
    this.#bytes.push(0x5f + bytes.length, ...bytes)
    this.height++
  }

  pushAll(...values: readonly (bigint | number)[]): void {
    for (const value of values) this.push(value)
  }

  pushLabel(label: Label): void {
    this.#references.push({ at: this.#bytes.length + 1, label })
    this.#bytes.push(0x61, 0, 0)
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
