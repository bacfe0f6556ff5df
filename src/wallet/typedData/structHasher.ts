import { keccak256 } from '../../crypto/keccak256.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { type FieldType, memberOf, membersOf } from './fieldType.ts'
import { type StructTypes, TypeHashes } from './structTypes.ts'

/** More than a request body can contain; an object of the same process may repeat values without limit. */
const maximumValues = 100_000

/** EIP-712, "Definition of hashStruct", for the structs of one message. */
export class StructHasher {
  readonly #types: StructTypes
  readonly #typeHashes: TypeHashes
  #values = 0

  constructor(types: StructTypes) {
    this.#types = types
    this.#typeHashes = new TypeHashes(types)
  }

  /** The hash of a value of a known struct; members that the struct does not have are ignored. */
  hash(struct: string, value: unknown, where: string): Hash {
    const members = membersOf(value, where)
    const words: Uint8Array[] = [this.#typeHashes.get(struct)]
    for (const { name, type } of this.#types.get(struct)!) {
      const path = `${where}.${name}`
      const member = memberOf(members, name)
      if (member === undefined) throw new DecodeError(path, 'is missing')
      words.push(this.#encode(member, type, type.lengths.length, path))
    }
    return hashOfWords(words)
  }

  /** Encodes a value that has `dimensions` array dimensions of its type left. */
  #encode(value: unknown, type: FieldType, dimensions: number, where: string): Uint8Array {
    if (++this.#values > maximumValues) throw new DecodeError(where, `follows ${maximumValues} other values`)
    if (dimensions > 0) return this.#array(value, type, dimensions, where)
    return type.encode === undefined ? this.hash(type.base, value, where) : type.encode(value, where)
  }

  #array(value: unknown, type: FieldType, dimensions: number, where: string): Hash {
    if (!Array.isArray(value)) throw new DecodeError(where, 'is not an array')
    const length = type.lengths[dimensions - 1]
    if (length !== undefined && value.length !== length) {
      throw new DecodeError(where, `has ${value.length} items instead of ${length}`)
    }
    const items = Array.from(value, (item: unknown, index) =>
      this.#encode(item, type, dimensions - 1, `${where}[${index}]`),
    )
    return hashOfWords(items)
  }
}

const wordLength = 32

/** Does not use `concatBytes`: there may be more words than a call can have arguments. */
function hashOfWords(words: readonly Uint8Array[]): Hash {
  const joined = new Uint8Array(wordLength * words.length)
  words.forEach((word, index) => {
    joined.set(word, wordLength * index)
  })
  return keccak256(joined)
}
