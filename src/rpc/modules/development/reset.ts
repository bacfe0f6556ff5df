import { noForking, wrongType } from '../../errors/errors.ts'
import { isJsonObject } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import type { Codec } from '../../params/parameter.ts'
import { expectLocalChain } from '../evm/localChain.ts'
import { optionalArgument } from './developmentChain.ts'

/** Tools send `forking` without a URL when they do not fork. */
const withoutForking: Codec<true> = {
  schema: schema.objectWith({ forking: schema.objectWith({ jsonRpcUrl: schema.text }) }),
  decode(value) {
    if (!isJsonObject(value)) throw wrongType()
    const { forking } = value
    const { jsonRpcUrl } = isJsonObject(forking) ? forking : {}
    if (typeof jsonRpcUrl === 'string') throw noForking()
    return true
  },
}

export const anvilReset = defineMethod({
  name: 'anvil_reset',
  aliases: ['hardhat_reset', 'ganache_reset'],
  summary: 'Restores the first block and discards all snapshots.',
  params: [optionalArgument('options', withoutForking, true)],
  result: schema.boolean,
  cost: 10,
  handler(_, { node }) {
    expectLocalChain(node, 'anvil_reset').reset()
    return true
  },
})
