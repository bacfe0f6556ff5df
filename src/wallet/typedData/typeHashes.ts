import { keccak256 } from '../../crypto/keccak256.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { type Field, type StructTypes, structsIn } from './structTypes.ts'

/** Hashes of the types of structs, each computed once. */
export class TypeHashes {
  readonly #types: StructTypes
  readonly #hashes = new Map<string, Hash>()

  constructor(types: StructTypes) {
    this.#types = types
  }

  get(name: string): Hash {
    const known = this.#hashes.get(name)
    if (known !== undefined) return known
    const hash = keccak256(Buffer.from(encodeType(name, this.#types)))
    this.#hashes.set(name, hash)
    return hash
  }
}

/** EIP-712, "Definition of encodeType": the struct itself, then all structs that it refers to, sorted by name. */
export function encodeType(name: string, types: StructTypes): string {
  const needed = new Set<string>()
  need(name, types, needed)
  needed.delete(name)
  return [name, ...[...needed].sort()].map((struct) => memberList(struct, types.get(struct)!)).join('')
}

function need(name: string, types: StructTypes, needed: Set<string>): void {
  if (needed.has(name)) return
  needed.add(name)
  for (const inner of structsIn(types.get(name)!, types)) need(inner, types, needed)
}

const memberList = (struct: string, fields: readonly Field[]): string =>
  `${struct}(${fields.map(({ name, type }) => `${type.text} ${name}`).join(',')})`
