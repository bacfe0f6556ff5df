import type { Method } from '../../method/method.ts'
import { seconds } from '../../params/quantity.ts'
import { argument, defineCommand, orRefuse } from './developmentChain.ts'

const method = (name: string, aliases: readonly string[], unit: string, perSecond: number): Method =>
  defineCommand({
    name,
    aliases,
    summary: `Makes each block later than its parent by this number of ${unit}.`,
    params: [argument('interval', seconds)],
    run: ([interval], development) =>
      orRefuse(() => development.setBlockSeconds(Math.ceil(interval / perSecond))),
  })

export const anvilSetBlockTimestampInterval = method(
  'anvil_setBlockTimestampInterval',
  ['ganache_setBlockTimestampInterval'],
  'seconds',
  1,
)

/** viem sends milliseconds in its mode `hardhat`. */
export const hardhatSetBlockTimestampInterval = method(
  'hardhat_setBlockTimestampInterval',
  [],
  'milliseconds',
  1000,
)

export const anvilRemoveBlockTimestampInterval = defineCommand({
  name: 'anvil_removeBlockTimestampInterval',
  aliases: ['hardhat_removeBlockTimestampInterval', 'ganache_removeBlockTimestampInterval'],
  summary: 'Lets the timestamps of blocks follow the clock again.',
  run: (_, development) => development.setBlockSeconds(undefined),
})
