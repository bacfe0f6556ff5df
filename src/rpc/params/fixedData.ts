import { leftPad } from '../../primitives/bytes.ts'
import { dataTooLong } from '../errors/errors.ts'
import type { Schema } from '../json/schema.ts'
import { data } from './data.ts'
import type { Codec } from './parameter.ts'

/** At most `length` bytes; leading zeros may be missing. */
export const dataOf = (length: number): Codec<Uint8Array> => ({
  schema: sized(length),
  decode(value) {
    const bytes = data.decode(value)
    if (bytes.length > length) throw dataTooLong(bytes.length, length)
    return leftPad(bytes, length)
  },
})

const sized = (length: number): Schema => ({ type: 'string', pattern: `^0x[0-9a-f]{${2 * length}}$` })
