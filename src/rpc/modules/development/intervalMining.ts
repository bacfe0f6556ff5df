import { helperRefused } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import type { Codec } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'
import { argument, defineCommand, defineDevelopmentMethod } from './developmentChain.ts'

export const anvilGetIntervalMining = defineDevelopmentMethod({
  name: 'anvil_getIntervalMining',
  aliases: ['hardhat_getIntervalMining', 'ganache_getIntervalMining'],
  summary: 'Seconds between blocks that are mined at an interval; null without an interval.',
  result: schema.nullable(schema.number),
  effect: 'asks-node',
  handler: (_, { miningIntervalMs }) => (miningIntervalMs === undefined ? null : miningIntervalMs / 1000),
})

/** Anvil's clients send seconds and Hardhat's milliseconds; fewer than this are read as seconds. */
const minimumMilliseconds = 1000
const maximumMs = 86_400_000

/** Milliseconds; a range, as Hardhat allows it, is read as its lower end. */
const interval: Codec<number> = {
  schema: schema.eitherOf(quantity.schema, schema.number),
  decode(value) {
    const given = Number(quantity.decode(Array.isArray(value) ? value[0] : value))
    const milliseconds = given < minimumMilliseconds ? given * 1000 : given
    if (milliseconds > maximumMs) throw helperRefused('an interval is at most a day')
    return milliseconds
  },
}

export const evmSetIntervalMining = defineCommand({
  name: 'evm_setIntervalMining',
  aliases: ['anvil_setIntervalMining'],
  summary: 'Mines a block at an interval: below 1000 in seconds, else in milliseconds; 0 ends it.',
  params: [argument('interval', interval)],
  effect: 'uses-node',
  run: ([milliseconds], development) =>
    development.setMiningInterval(milliseconds === 0 ? undefined : milliseconds),
})
