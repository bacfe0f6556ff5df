import { asciiBytes } from '../../primitives/bytes.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'

const version = new Uint8Array([1])
const maximumBytes = 32

/** The extra data of a block: a version and the name of the software that made it. */
export function extraDataOf(name: string): Uint8Array {
  const bytes = encodeRlp([version, asciiBytes(name)])
  if (bytes.length > maximumBytes) throw new RangeError(`"${name}" does not fit in a block's extra data`)
  return bytes
}
