import { helperRefused } from '../../errors/errors.ts'
import { data } from '../../params/data.ts'
import type { Codec } from '../../params/parameter.ts'

/** At most 32 bytes. */
export const word: Codec<Uint8Array> = {
  schema: data.schema,
  decode(value) {
    const bytes = data.decode(value)
    if (bytes.length > 32) throw helperRefused('a word has at most 32 bytes')
    return bytes
  },
}
