import { wrongType } from '../errors.ts'
import { isJsonObject } from '../json.ts'
import { parseRequest } from '../requestText.ts'
import * as schema from '../schema.ts'
import type { Codec } from './parameter.ts'

/** As deep as requests may be: text is not looked into with them. */
const maximumDepth = 64

/** Typed data of EIP-712, as an object or, which is what ethers and viem send, as its text. */
export const typedData: Codec<unknown> = {
  schema: schema.eitherOf(
    schema.objectOf({
      types: schema.mapOf(schema.arrayOf(schema.objectOf({ name: schema.text, type: schema.text }))),
      primaryType: schema.text,
      domain: schema.objectWith({}),
      message: schema.objectWith({}),
    }),
    schema.text,
  ),
  decode(value) {
    if (isJsonObject(value)) return value
    if (typeof value !== 'string') throw wrongType()
    return parseRequest(value, maximumDepth)
  },
}
