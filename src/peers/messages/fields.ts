import { asHash, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { signedBytes, unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp, encodeRlpList } from '../../primitives/rlp/encode.ts'
import type { RlpReader } from '../../primitives/rlp/reader.ts'
import { nestedBytes, nestedList, readItems } from './readNested.ts'

/** How a value is written in a message, as one item of RLP. */
export interface Field<Value> {
  encode(value: Value): Uint8Array
  decode(reader: RlpReader, name: string): Value
}

/** Fields in the order of the message. Null is a field that is left out at the end. */
export interface Fields {
  readonly [name: string]: Field<unknown>
}

export type ValueOf<F> = F extends Field<infer Value> ? Value : never
export type ValuesOf<F> = { readonly [Name in keyof F]: ValueOf<F[Name]> }

export const number: Field<number> = {
  encode: (value) => encodeRlp(unsignedBytes(value)),
  decode: (reader, name) => reader.number(name),
}

export const flag: Field<boolean> = {
  encode: (value) => number.encode(value ? 1 : 0),
  decode: (reader, name) => reader.number(name) === 1,
}

/** A copy, because hashes are kept and a view would keep the whole message in memory. */
export const hash: Field<Hash> = {
  encode: encodeRlp,
  decode: (reader, name) => asHash(reader.fixed(name, 32).slice()),
}

/** Two's complement; a negative difficulty is invalid. */
export const difficulty: Field<bigint> = {
  encode: (value) => encodeRlp(signedBytes(value)),
  decode(reader, name) {
    const value = reader.signed(name)
    if (value < 0n) throw new DecodeError(reader.path(name), 'is negative')
    return value
  },
}

export const unsigned: Field<bigint> = {
  encode: (value) => encodeRlp(unsignedBytes(value)),
  decode: (reader, name) => reader.unsigned(name),
}

/** An encoded list that is written as a string. */
export const listInString: Field<Uint8Array> = { encode: encodeRlp, decode: nestedBytes }

/** An encoded list that is written as it is. */
export const encodedList: Field<Uint8Array> = { encode: (list) => list, decode: nestedBytes }

export interface ListField<Item> extends Field<readonly Item[]> {
  /** The items of a list that the reader has entered. */
  items(list: RlpReader): readonly Item[]
}

export function listOf<Item>(item: Field<Item>, maximum: number): ListField<Item> {
  const items = (list: RlpReader): Item[] => readItems(list, maximum, (from, name) => item.decode(from, name))
  return {
    encode: (values) => encodeRlpList(values.map((value) => item.encode(value))),
    decode: (reader, name) => items(nestedList(reader, name)),
    items,
  }
}

/** Null where a message ends before the field. */
export const optional = <Value>(field: Field<Value>): Field<Value | null> => ({
  encode: (value) => field.encode(value!),
  decode: (reader, name) => (reader.done ? null : field.decode(reader, name)),
})

/** A list of named fields. */
export const listWith = <F extends Fields>(fields: F): Field<ValuesOf<F>> => ({
  encode: (values) => encodeRlpList(encodeFields(fields, values)),
  decode: (reader, name) => decodeFields(fields, nestedList(reader, name)),
})

export function encodeFields(fields: Fields, values: { readonly [name: string]: unknown }): Uint8Array[] {
  const given = Object.entries(fields).filter(([name]) => values[name] !== null)
  return given.map(([name, field]) => field.encode(values[name]))
}

/** Additional items are ignored, as the reference node does. */
export function decodeFields<F extends Fields>(fields: F, reader: RlpReader): ValuesOf<F> {
  const values: { [name: string]: unknown } = {}
  for (const [name, field] of Object.entries(fields)) values[name] = field.decode(reader, name)
  return values as ValuesOf<F>
}
