import fc from 'fast-check'
import type { RlpValue } from './encode.ts'

/** Byte strings around the lengths where the prefix changes, and lists of such values nested a few levels. */
export const arbitraryRlp: fc.Arbitrary<RlpValue> = fc.letrec<{ value: RlpValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.uint8Array({ maxLength: 4 }),
    fc.uint8Array({ minLength: 50, maxLength: 70, size: 'max' }),
    fc.array(tie('value'), { maxLength: 5 }),
  ),
})).value
