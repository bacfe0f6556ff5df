import type { NetworkName } from '../../protocol/networks/networkName.ts'
import type { Endpoint } from '../identity/enode.ts'

/** Defaults of peering in a network. */
export interface NetworkDefaults {
  /** For transport and discovery; undefined when the operator must choose one. */
  readonly port: number | undefined
  readonly discovery: boolean
  readonly bootNodes: readonly Endpoint[]
}

export const networkDefaults: Readonly<Record<NetworkName, NetworkDefaults>> = {
  mainnet: { port: 5050, discovery: true, bootNodes: bootNodes(16, 'rsk.co', 5050) },
  testnet: { port: 50_505, discovery: true, bootNodes: bootNodes(8, 'testnet.rsk.co', 50_505) },
  devnet: { port: undefined, discovery: false, bootNodes: [] },
  regtest: { port: 50_501, discovery: false, bootNodes: [] },
}

function bootNodes(count: number, domain: string, port: number): Endpoint[] {
  return Array.from({ length: count }, (_, index) => ({
    host: `bootstrap${String(index + 1).padStart(2, '0')}.${domain}`,
    port,
  }))
}
