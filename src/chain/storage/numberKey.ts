/** A block number as a key: eight bytes, so that key order is number order. */
export function numberKey(number: number): Uint8Array {
  const key = new Uint8Array(8)
  const view = new DataView(key.buffer)
  view.setUint32(0, Math.floor(number / 2 ** 32))
  view.setUint32(4, number % 2 ** 32)
  return key
}
