import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { codeHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'

/** Shorter code lies in its account and has no record of its own (RSKIP107). */
export const debugCodeByHash = defineMethod({
  name: 'debug_codeByHash',
  summary: 'Code of more than 32 bytes by its Keccak-256 hash; null for an unknown hash.',
  params: [required('hash', codeHash)],
  result: schema.nullable(schema.data),
  cost: 5,
  asks: 'latest',
  upstream: 'never',
  handler([hash], { node }) {
    const code = node.chain.codeByHash(hash)
    return code === undefined ? null : toHex(code)
  },
})
