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

function decodeBareHex(text: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw unreadable('expected whole bytes in hex without 0x')
  return fromHex(text)
}
