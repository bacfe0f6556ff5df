import { Buffer } from '../platform/buffer.ts'
import { StoreError } from './errors.ts'

/** LMDB's limit with pages of 4096 bytes. It is the same on all systems, so that a folder can move between them. */
export const maximumKeyLength = 1978

export function checkKey({ length }: Uint8Array): void {
  if (length > 0 && length <= maximumKeyLength) return
  throw new StoreError('invalid-key', `a key has 1 to ${maximumKeyLength} bytes, not ${length}`)
}

/** The smallest key after `key`: the same bytes followed by a zero. */
export function successor(key: Uint8Array): Uint8Array {
  const next = new Uint8Array(key.length + 1)
  next.set(key)
  return next
}

/** A key of a Map, with one character per byte: text order is byte order. */
export const keyText = (key: Uint8Array): string => Reflect.apply(String.fromCharCode, undefined, key)

export const bytesOfText = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))
