import { wrongType } from '../errors/errors.ts'
import { isJsonObject } from '../json/json.ts'
import * as schema from '../json/schema.ts'
import type { Codec } from './parameter.ts'
import { parseJson } from './parseJson.ts'

/** The depth that requests may have; the text inside a request is not part of the request's own depth. */
const maximumDepth = 64

/** Typed data of EIP-712 as an object, or as its JSON text, which ethers and viem send. */
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
    return parseJson(value, maximumDepth)
  },
}
