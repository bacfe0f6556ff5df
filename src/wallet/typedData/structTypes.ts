import { keccak256 } from '../../crypto/keccak256.ts'
import { Buffer } from '../../platform/buffer.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { encoderOf } from './atomicTypes.ts'
import { type FieldType, isName, memberOf, membersOf, readFieldType } from './fieldType.ts'

export interface Field {
  readonly name: string
  readonly type: FieldType
}

/** Structs by name. The type of each field is atomic or one of them, and no struct contains itself. */
export type StructTypes = ReadonlyMap<string, readonly Field[]>

/** Larger than in any known use. The time to process types grows faster than their number. */
const maximumStructs = 100
const maximumFields = 1_000

/** Reads the member `types` of typed data. */
export function readStructTypes(value: unknown): StructTypes {
  const entries = Object.entries(membersOf(value, 'types'))
  if (entries.length > maximumStructs)
    throw new DecodeError('types', `has more than ${maximumStructs} structs`)
  const types = new Map(
    entries.map(([name, fields]) => [checkedName(name), readFields(fields, `types.${name}`)]),
  )
  const fieldCount = [...types.values()].reduce((count, fields) => count + fields.length, 0)
  if (fieldCount > maximumFields) throw new DecodeError('types', `has more than ${maximumFields} fields`)
  for (const [name, fields] of types) checkFields(name, fields, types)
  const acyclic = new Set<string>()
  for (const name of types.keys()) refuseCycles(name, types, new Set(), acyclic)
  return types
}

function checkedName(name: string): string {
  if (!isName(name)) throw new DecodeError('types', 'has a struct whose name is not an identifier')
  if (encoderOf(name) !== undefined) throw new DecodeError(`types.${name}`, 'has the name of another type')
  return name
}

function readFields(value: unknown, where: string): readonly Field[] {
  if (!Array.isArray(value)) throw new DecodeError(where, 'is not a list of fields')
  if (value.length > maximumFields) throw new DecodeError('types', `has more than ${maximumFields} fields`)
  return value.map((field: unknown, index) => readField(field, `${where}[${index}]`))
}

function readField(value: unknown, where: string): Field {
  const members = membersOf(value, where)
  const name = memberOf(members, 'name')
  if (typeof name !== 'string' || !isName(name))
    throw new DecodeError(`${where}.name`, 'is not an identifier')
  return { name, type: readFieldType(memberOf(members, 'type'), `${where}.type`) }
}

function checkFields(struct: string, fields: readonly Field[], types: StructTypes): void {
  const names = new Set<string>()
  for (const { name, type } of fields) {
    const where = `types.${struct}.${name}`
    if (names.has(name)) throw new DecodeError(where, 'is defined twice')
    names.add(name)
    if (type.encode === undefined && !types.has(type.base)) {
      throw new DecodeError(where, `has the unknown type ${type.base}${adviceOn(type.base)}`)
    }
  }
}

const adviceOn = (base: string): string => (base === 'uint' || base === 'int' ? `: write ${base}256` : '')

/** Structs that a struct's fields name. */
const structsIn = (fields: readonly Field[], types: StructTypes): string[] =>
  fields.map(({ type }) => type.base).filter((base) => types.has(base))

/** `above` are the structs on the path to this one, `acyclic` those that are known to be in no cycle. */
function refuseCycles(name: string, types: StructTypes, above: Set<string>, acyclic: Set<string>): void {
  if (acyclic.has(name)) return
  if (above.has(name)) throw new DecodeError(`types.${name}`, 'contains itself')
  above.add(name)
  for (const inner of structsIn(types.get(name)!, types)) refuseCycles(inner, types, above, acyclic)
  above.delete(name)
  acyclic.add(name)
}

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
