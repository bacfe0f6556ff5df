import type { ConfigHooks } from 'hardhat/types/hooks'
import { inProcess, inProcessOptions } from './inProcess.ts'

export default async (): Promise<Partial<ConfigHooks>> => ({
  extendUserConfig: (config, next) =>
    next({ ...config, networks: { default: inProcess(), ...config.networks } }),

  async validateUserConfig({ networks = {} }) {
    const problems = []
    for (const [name, network] of Object.entries(networks)) {
      const options = inProcessOptions(network)
      if (options === undefined || Object.keys(options).length === 0) continue
      // Loaded only for options, which most configurations do not have.
      const { checkedOptions } = await import('../checkedOptions.ts')
      try {
        checkedOptions(options)
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        for (const message of error.message.split('\n')) problems.push({ path: ['networks', name], message })
      }
    }
    return problems
  },

  async resolveUserConfig(userConfig, resolveVariable, next) {
    const config = await next(userConfig, resolveVariable)
    const networks = { ...config.networks }
    for (const [name, network] of Object.entries(userConfig.networks ?? {})) {
      const cambium = inProcessOptions(network)
      if (cambium !== undefined) networks[name] = { ...networks[name], cambium }
    }
    return { ...config, networks }
  },
})
