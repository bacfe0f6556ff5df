import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { expectDevelopment } from './developmentChain.ts'

export const anvilGetIntervalMining = defineMethod({
  name: 'anvil_getIntervalMining',
  aliases: ['hardhat_getIntervalMining', 'ganache_getIntervalMining'],
  summary: 'Seconds between blocks that are mined at an interval; null without an interval.',
  params: [],
  result: schema.nullable(schema.number),
  cost: 1,
  effect: 'asks-node',
  access: 'no-foreign-pages',
  handler(_, { node }) {
    const milliseconds = expectDevelopment(node).miningIntervalMs
    return milliseconds === undefined ? null : milliseconds / 1000
  },
})
