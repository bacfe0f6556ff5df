import { boolean } from '../../params/text.ts'
import { argument, defineCommand } from './developmentChain.ts'

export const anvilSetLoggingEnabled = defineCommand({
  name: 'anvil_setLoggingEnabled',
  aliases: ['hardhat_setLoggingEnabled', 'ganache_setLoggingEnabled'],
  summary: 'Switches the log of calls and transactions on or off.',
  params: [argument('enabled', boolean)],
  effect: 'uses-node',
  run([isOn], development) {
    development.isLogging = isOn
  },
})
