import { gunzipSync, gzipSync } from 'node:zlib'
import { StateFileError } from './stateDump.ts'

/** Bytes of an unpacked state. More would not fit into a text. */
const longestState = 256 << 20
const gzipMark = [0x1f, 0x8b]

/** The text of a state as Anvil's clients exchange it: gzip. */
export const packState = (text: string): Uint8Array => gzipSync(text)

/** The text of a packed state, or of one that is not packed. Throws `StateFileError`. */
export function unpackState(bytes: Uint8Array): string {
  if (bytes[0] !== gzipMark[0] || bytes[1] !== gzipMark[1]) return Buffer.from(bytes).toString()
  try {
    return gunzipSync(bytes, { maxOutputLength: longestState }).toString()
  } catch {
    throw new StateFileError('is not a whole gzip file, or unpacks to more than 256 MiB')
  }
}
