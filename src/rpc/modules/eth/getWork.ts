import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineMiningMethod } from '../mnr/miningMethod.ts'

/** Rootstock's proof of work has no seed. */
const noSeed = `0x${'0'.repeat(64)}`

export const ethGetWork = defineMiningMethod({
  name: 'eth_getWork',
  summary: 'The work of mnr_getWork as three hashes: the hash to commit to, a zero seed and the target.',
  result: schema.arrayOf(schema.hash),
  cost: 10,
  handler(_, { work }) {
    const { hash, target } = work.getWork()
    return [toHex(hash), noSeed, toHex(target)]
  },
})
