import type { CreateNodeOptions } from '../createNodeOptions.ts'

/** Hardhat demands a URL of a network that is not its own. No request is sent to it. */
const url = 'http://chain-in-process.invalid'

/** A network in the configuration of Hardhat whose chain runs in Hardhat's process. */
export interface InProcessNetwork {
  readonly type: 'http'
  readonly url: string
  readonly cambium: CreateNodeOptions
}

/**
 * A network whose chain runs in Hardhat's process: `networks: { default: inProcess({ accounts: 3 }) }`. Each connection has a
 * chain of its own.
 */
export const inProcess = (options: CreateNodeOptions = {}): InProcessNetwork => ({
  type: 'http',
  url,
  cambium: options,
})

/** The options of a network of `inProcess`; undefined for another network. */
export const inProcessOptions = (network: object | undefined): CreateNodeOptions | undefined =>
  network !== undefined && 'cambium' in network && typeof network.cambium === 'object'
    ? (network.cambium ?? undefined)
    : undefined

/** Options that are not given are as Hardhat's users expect: failures throw, and the artifacts of the project are known. */
export const withHardhatDefaults = (options: CreateNodeOptions, artifacts: string): CreateNodeOptions => ({
  artifacts,
  throwOnRevert: true,
  ...options,
})
