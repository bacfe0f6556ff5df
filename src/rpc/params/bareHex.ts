import { DecodeError } from '../../primitives/errors.ts'
import { fromHex } from '../../primitives/hex.ts'
import { tooManyItems, unreadable } from '../errors/errors.ts'
import * as schema from '../json/schema.ts'
import type { Codec } from './parameter.ts'
import { textOf } from './text.ts'

/** Characters of all transaction ids that a Bitcoin block can have, with spaces between them. */
const maximumListLength = 65 * 16_666

/** Hex without `0x`, as mining software sends it. */
export const bareHex: Codec<Uint8Array> = {
  schema: { type: 'string', pattern: '^([0-9a-fA-F]{2})*$' },
  decode: (value) => decodeBareHex(textOf(value)),
}

/** Hashes separated by white space. */
export const bareHexList: Codec<readonly Uint8Array[]> = {
  schema: schema.text,
  decode(value) {
    const text = textOf(value)
    if (text.length > maximumListLength) throw tooManyItems('characters', maximumListLength)
    return text
      .split(/\s+/)
      .filter((word) => word !== '')
      .map(decodeBareHex)
  },
}

/** A count in decimal or hex. */
export const bareCount: Codec<number> = {
  schema: { type: 'string', pattern: '^[0-9a-fA-F]+$' },
  decode(value) {
    const text = textOf(value)
    if (!/^[0-9a-f]{1,8}$/i.test(text)) throw unreadable('the count is not a hex number of at most 8 digits')
    return Number.parseInt(text, 16)
  },
}

/** A block has millions of digits, so they are read once. */
function decodeBareHex(text: string): Uint8Array {
  const bytes = /^0x/i.test(text) ? undefined : bytesOf(text)
  if (bytes === undefined) throw unreadable('expected whole bytes in hex without 0x')
  return bytes
}

function bytesOf(text: string): Uint8Array | undefined {
  try {
    return fromHex(text)
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}
