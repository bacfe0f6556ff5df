import type { Entry } from './store.ts'

/* Small entries in one array, which is sent to another thread faster than many. */

/** Bytes for the length of a key or of a value. */
const lengthBytes = 2

export function packEntries(entries: readonly Entry[]): Uint8Array {
  const total = entries.reduce((sum, { key, value }) => sum + key.length + value.length + 2 * lengthBytes, 0)
  const packed = new Uint8Array(total)
  const view = new DataView(packed.buffer)
  let at = 0
  for (const { key, value } of entries) {
    for (const bytes of [key, value]) {
      view.setUint16(at, bytes.length)
      packed.set(bytes, at + lengthBytes)
      at += lengthBytes + bytes.length
    }
  }
  return packed
}

export function* unpackEntries(packed: Uint8Array): Generator<Entry, void, undefined> {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length)
  let at = 0
  const take = (): Uint8Array => {
    const length = view.getUint16(at)
    at += lengthBytes + length
    return packed.slice(at - length, at)
  }
  while (at < packed.length) yield { key: take(), value: take() }
}
