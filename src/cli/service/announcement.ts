import type { AddressInfo } from 'node:net'
import { toHex } from '../../primitives/hex.ts'
import { localAccountSeeds } from '../../wallet/localAccounts.ts'
import { accountOf, privateKeyFromSeed } from '../../wallet/privateKey.ts'
import type { NetworkService } from './networkServices.ts'

/** An account that programs can use at once. */
interface OpenAccount {
  readonly address: string
  readonly privateKey: string
}

/** What a developer needs to know about a server that has just started. */
export interface Announcement {
  readonly networks: readonly {
    readonly name: string
    readonly url: string
    readonly chainId: number
    readonly head: { readonly number: number; readonly hash: string }
    readonly accounts: readonly OpenAccount[]
  }[]
}

export function announcementOf(services: readonly NetworkService[], address: AddressInfo): Announcement {
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  const base = `http://${host}:${address.port}`
  return {
    networks: services.map(({ node }, index) => ({
      name: node.network.name,
      url: index === 0 ? base : `${base}/${node.network.name}`,
      chainId: node.network.chainId,
      head: { number: node.chain.head.number, hash: toHex(node.chain.head.hash) },
      accounts: openAccounts(node),
    })),
  }
}

/** The well-known keys of the local chain are no secrets. */
function openAccounts({ local }: NetworkService['node']): OpenAccount[] {
  if (local === undefined) return []
  return localAccountSeeds.map((seed) => {
    const privateKey = privateKeyFromSeed(seed)
    return { address: toHex(accountOf(privateKey)), privateKey: toHex(privateKey) }
  })
}

/** The announcement for people. */
export function announcementText({ networks }: Announcement): string {
  const accounts = networks.flatMap((network) => network.accounts)
  const lines = networks.map(({ name, url, chainId, head }) => {
    return `  ${name.padEnd(8)}  chain id ${chainId}  ${url.padEnd(30)}  block ${head.number}`
  })
  return [
    'Serving JSON-RPC over HTTP and WebSocket',
    '',
    ...lines,
    ...(accounts.length > 0
      ? ['', 'Accounts with funds, unlocked; their keys are public, so use them on this chain only']
      : []),
    ...accounts.map(({ address, privateKey }) => `  ${address}  key ${privateKey}`),
    '',
    'Ctrl-C stops it.',
  ].join('\n')
}
