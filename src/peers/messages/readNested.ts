import { DecodeError } from '../../primitives/errors.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'

/*
 * A list inside a message may also be encoded as a string that contains the list: the reference node accepts both
 * forms and writes both.
 */

/** Enters the next item. */
export function nestedList(reader: RlpReader, name: string): RlpReader {
  if (reader.nextIsList(name)) return reader.list(name)
  return RlpReader.list(reader.bytes(name), reader.path(name))
}

/** The next item as the bytes of the list. */
export function nestedBytes(reader: RlpReader, name: string): Uint8Array {
  return reader.nextIsList(name) ? reader.encoded(name) : reader.bytes(name)
}

/** All items of a list. Throws a `DecodeError` when it has more than `maximum`. */
export function readItems<T>(
  list: RlpReader,
  maximum: number,
  read: (list: RlpReader, name: string) => T,
): T[] {
  const items: T[] = []
  while (!list.done) {
    if (items.length === maximum) throw new DecodeError(list.path(''), `has more than ${maximum} items`)
    items.push(read(list, `[${items.length}]`))
  }
  return items
}
