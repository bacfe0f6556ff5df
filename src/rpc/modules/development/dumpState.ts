import { packState } from '../../../node/local/stateFile/stateText.ts'
import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { expectDevelopment } from './developmentChain.ts'

export const anvilDumpState = defineMethod({
  name: 'anvil_dumpState',
  aliases: ['hardhat_dumpState', 'ganache_dumpState'],
  summary: 'The accounts and blocks of the chain, as gzip in hex, for anvil_loadState.',
  params: [],
  result: schema.data,
  cost: 100,
  effect: 'asks-node',
  access: 'no-foreign-pages',
  isLong: true,
  handler: (_, { node }) => toHex(packState(expectDevelopment(node).dumpState())),
})
