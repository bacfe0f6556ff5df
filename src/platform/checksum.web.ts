const polynomial = 0xedb8_8320

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? polynomial : 0)
  return remainder
})

/** The checksum of gzip (RFC 1952); `value` is that of the bytes before. */
export function crc32(bytes: Uint8Array, value = 0): number {
  let remainder = ~value
  for (let index = 0; index < bytes.length; index++) {
    remainder = (remainder >>> 8) ^ table[(remainder ^ bytes[index]!) & 0xff]!
  }
  return ~remainder >>> 0
}
