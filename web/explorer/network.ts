import { signal } from '@preact/signals'
import { nodeKnowsContracts } from '../shared/abi/contracts.ts'
import { numberOf } from '../shared/format/quantity.ts'
import { call } from '../shared/rpc/rpcClient.ts'

/** Facts about the network, loaded once at the start. */
export interface NetworkFacts {
  readonly chainId: number
  readonly clientVersion: string
  /** Modules that the node answers, by name. */
  readonly modules: ReadonlySet<string>
}

export const network = signal<NetworkFacts | undefined>(undefined)

export async function loadNetwork(): Promise<void> {
  const [chainId, clientVersion, modules] = await Promise.all([
    call<string>('eth_chainId'),
    call<string>('web3_clientVersion').catch(() => ''),
    call<Record<string, string>>('rpc_modules').catch(() => ({})),
  ])
  nodeKnowsContracts.value = 'dev' in modules
  network.value = { chainId: numberOf(chainId), clientVersion, modules: new Set(Object.keys(modules)) }
}

const names: Readonly<Record<number, string>> = {
  30: 'Rootstock mainnet',
  31: 'Rootstock testnet',
  33: 'Local chain',
}

export const networkTitle = (): string => {
  const chainId = network.value?.chainId
  return chainId === undefined ? 'Rootstock' : (names[chainId] ?? `Chain ${chainId}`)
}

/** Whether the node has the methods of a development chain. */
export const isLocal = (): boolean => network.value?.modules.has('evm') === true
