import { StateFileError } from '../../../node/local/stateFile/stateDump.ts'
import { packState, unpackState } from '../../../node/local/stateFile/stateText.ts'
import { toHex } from '../../../primitives/hex.ts'
import { invalidArgument } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { data } from '../../params/data.ts'
import { argument, expectDevelopment } from './developmentChain.ts'

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

export const anvilLoadState = defineMethod({
  name: 'anvil_loadState',
  aliases: ['hardhat_loadState', 'ganache_loadState'],
  summary:
    'Adds the accounts of anvil_dumpState to the chain, and its blocks to a new one; a state of another chain is refused.',
  params: [argument('state', data)],
  result: schema.boolean,
  cost: 100,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  isLong: true,
  handler([state], { node }) {
    const development = expectDevelopment(node)
    try {
      development.loadState(unpackState(state))
      return true
    } catch (error) {
      throw error instanceof StateFileError ? invalidArgument('state', error.message) : error
    }
  },
})
