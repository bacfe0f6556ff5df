import * as schema from '../../json/schema.ts'
import { defineRead } from '../../method/method.ts'
import { type BlockReference, headerIdentifier } from '../../params/blockReference.ts'
import { bareHash, expectHash } from '../../params/hash.ts'
import { type Codec, required } from '../../params/parameter.ts'
import { text as plainText } from '../../params/text.ts'
import { traceFoundBlock } from './findTraced.ts'
import { traceSchema } from './traceSchema.ts'

/** Text of 20 or more characters is read as a hash. */
const minimumHashLength = 20

/** A tag in any letter case, a number, or a hash with or without `0x`. */
const traceBlockIdentifier: Codec<BlockReference> = {
  schema: headerIdentifier.schema,
  decode(value) {
    const text = plainText.decode(value)
    if (/^[a-z]+$/i.test(text)) return headerIdentifier.decode(text.toLowerCase())
    if (text.length < minimumHashLength) return headerIdentifier.decode(text)
    const selector = expectHash(bareHash.decode(text))
    return { selector, text, isHashObject: false, requireCanonical: false }
  },
}

export const traceBlock = defineRead({
  name: 'trace_block',
  summary:
    'Every call and creation of a block of any branch, including the REMASC transaction if blocks show it; null for an unknown block.',
  params: [required('block', traceBlockIdentifier)],
  result: schema.nullable(schema.arrayOf(traceSchema)),
  cost: 100,
  upstream: 'trusted',
  isLong: true,
  light: 'executed',
  handler: ([reference], context) =>
    traceFoundBlock(reference, context, (shown) => ({ kind: 'parity-block', ...shown })),
})
