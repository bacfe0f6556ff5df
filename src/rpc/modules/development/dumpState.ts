import { StateFileError } from '../../../node/local/stateFile/stateDump.ts'
import { packState, unpackState } from '../../../node/local/stateFile/stateText.ts'
import { toHex } from '../../../primitives/hex.ts'
import { invalidArgument } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { data } from '../../params/data.ts'
import { argument, defineCommand, defineDevelopmentMethod } from './developmentChain.ts'

export const anvilDumpState = defineDevelopmentMethod({
  name: 'anvil_dumpState',
  aliases: ['hardhat_dumpState', 'ganache_dumpState'],
  summary: 'The accounts and blocks of the chain, as gzip in hex, for anvil_loadState.',
  result: schema.data,
  cost: 100,
  effect: 'asks-node',
  isLong: true,
  handler: async (_, development) => toHex(await packState(development.dumpState())),
})

export const anvilLoadState = defineCommand({
  name: 'anvil_loadState',
  aliases: ['hardhat_loadState', 'ganache_loadState'],
  summary:
    'Adds the accounts of anvil_dumpState to the chain, and its blocks to a new one; a state of another chain is refused.',
  params: [argument('state', data)],
  cost: 100,
  isLong: true,
  async run([state], development) {
    try {
      development.loadState(await unpackState(state))
    } catch (error) {
      throw error instanceof StateFileError ? invalidArgument('state', error.message) : error
    }
  },
})
