import { fromHex } from '../primitives/hex.ts'
import { unsignedBytes } from '../primitives/integers.ts'
import { JUMPDEST, PUSH1, PUSH2 } from './opcodeBytes.ts'
import { opcodeByte } from './opcodes.ts'

/**
 * Assembles the program of a test. A name is an opcode; a number is a PUSH with as few bytes as it needs;
 * `name:` is a jump destination and `@name` pushes its position; `#6001ff` stands for raw bytes.
 */
export function assemble(source: string): Uint8Array {
  const parts = source
    .split(/\s+/)
    .filter((token) => token !== '')
    .map(parse)
  const labels = positions(parts)
  return Uint8Array.from(
    parts.flatMap((part) => ('reference' in part ? pushLabel(labels, part.reference) : part.bytes)),
  )
}

type Part = { readonly bytes: number[]; readonly label?: string } | { readonly reference: string }

function parse(token: string): Part {
  if (token.endsWith(':')) return { bytes: [JUMPDEST], label: token.slice(0, -1) }
  if (token.startsWith('@')) return { reference: token.slice(1) }
  if (token.startsWith('#')) return { bytes: [...fromHex(token.slice(1))] }
  if (/^\d/.test(token)) return { bytes: push(BigInt(token)) }
  const byte = opcodeByte(token)
  if (byte === undefined) throw new Error(`unknown opcode ${token}`)
  return { bytes: [byte] }
}

function push(value: bigint): number[] {
  const bytes = value === 0n ? new Uint8Array(1) : unsignedBytes(value)
  return [PUSH1 + bytes.length - 1, ...bytes]
}

function positions(parts: readonly Part[]): Map<string, number> {
  const labels = new Map<string, number>()
  let position = 0
  for (const part of parts) {
    if ('label' in part && part.label !== undefined) labels.set(part.label, position)
    position += 'reference' in part ? 3 : part.bytes.length
  }
  return labels
}

function pushLabel(labels: ReadonlyMap<string, number>, name: string): number[] {
  const position = labels.get(name)
  if (position === undefined) throw new Error(`unknown label ${name}`)
  return [PUSH2, position >> 8, position & 0xff]
}

/** Init code that deploys `code`. */
export function deployer(code: Uint8Array): Uint8Array {
  const size = code.length
  const prologue = assemble(`#61${hex16(size)} DUP1 #61${hex16(13)} 0 CODECOPY 0 RETURN`)
  return Uint8Array.from([...prologue, ...code])
}

const hex16 = (value: number): string => value.toString(16).padStart(4, '0')
