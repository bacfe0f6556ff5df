import { extendConfig, extendProvider, type Provider, task } from 'hardhat/config'
import { EventEmitter } from '../platform/events.ts'
import { answer } from './hardhat/answer.ts'
import { inProcess, inProcessOptions, withHardhatDefaults } from './hardhat/inProcess.ts'
import type { NodeArguments } from './hardhat/serveNode.ts'
import type { LocalNode } from './localNode.ts'

/*
 * The plugin for Hardhat 2: with `require('cambium/hardhat2')` in its configuration, the network `cambium` is a chain in Hardhat's
 * process, and is the default network.
 */

export { type InProcessNetwork, inProcess } from './hardhat/inProcess.ts'

const networkName = 'cambium'

/** What Hardhat adds to a network with a URL. */
const networkDefaults = {
  accounts: 'remote',
  gas: 'auto',
  gasPrice: 'auto',
  gasMultiplier: 1,
  httpHeaders: {},
  timeout: 40_000,
}

extendConfig((config, { defaultNetwork }) => {
  config.networks[networkName] ??= { ...networkDefaults, ...inProcess() }
  if (defaultNetwork === undefined) config.defaultNetwork = networkName
})

extendProvider(async (provider, { networks, paths }, name) => {
  const options = inProcessOptions(networks[name])
  if (options === undefined) return provider
  const { createNode } = await import('./createNode.ts')
  const given = { onConsole: console.log, ...withHardhatDefaults(options, paths.artifacts) }
  return providerOf(await createNode(given))
})

function providerOf(node: LocalNode): Provider {
  const provider = Object.assign(new EventEmitter(), {
    request: (request: Parameters<Provider['request']>[0]) => answer(node, request),
  })
  node.on('message', (message) => void provider.emit('message', message))
  return provider
}

task<NodeArguments>('node').setAction(async (given, { config, network }, runSuper) => {
  const options = inProcessOptions(network.config)
  if (options === undefined) return runSuper()
  const { serveNode } = await import('./hardhat/serveNode.ts')
  return serveNode(options, config.paths.artifacts, given)
})
