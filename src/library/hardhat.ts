import type { HardhatPlugin } from 'hardhat/types/plugins'

export { type InProcessNetwork, inProcess } from './hardhat/inProcess.ts'

/**
 * The plugin for Hardhat 3: `plugins: [cambium]` runs tests and scripts on a chain in Hardhat's process, and `hardhat node` serves
 * one. Networks that the project names itself stay as they are; `inProcess` makes further ones, with options.
 */
const cambium: HardhatPlugin = {
  id: 'cambium',
  // With the name of a package, Hardhat would demand all its peer dependencies, the optional ones too.
  npmPackage: null,
  hookHandlers: {
    config: () => import('./hardhat/configHooks.ts'),
    network: () => import('./hardhat/networkHooks.ts'),
  },
  // Hardhat's builder of tasks returns the same; without it the plugin imports nothing of Hardhat.
  tasks: [
    { type: 'TASK_OVERRIDE', id: ['node'], options: {}, action: () => import('./hardhat/nodeTask.ts') },
  ],
}

export default cambium
