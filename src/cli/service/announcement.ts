import type { AddressInfo } from 'node:net'
import { developmentAccounts } from '../../node/local/development/developmentAccounts.ts'
import { toHex } from '../../primitives/hex.ts'
import { localAccountSeeds } from '../../wallet/localAccounts.ts'
import type { ServiceConfiguration } from '../configuration/serviceConfiguration.ts'
import { alignedRows } from '../terminal/alignedRows.ts'
import type { NetworkService } from './networkService.ts'
import type { Service } from './openService.ts'

/** An unlocked account with its public private key. */
interface OpenAccount {
  readonly address: string
  readonly privateKey: string
}

interface AnnouncedNetwork {
  readonly name: string
  readonly url: string
  readonly chainId: number
  readonly head: { readonly number: number; readonly hash: string }
  /** Address for peers; null without peering. */
  readonly enode: string | null
  readonly accounts: readonly OpenAccount[]
}

/** What a server prints when it is ready. */
export interface Announcement {
  readonly networks: readonly AnnouncedNetwork[]
  /** Whether API keys are required. */
  readonly access: ServiceConfiguration['access']
  /** Null when all data is in memory. */
  readonly dataFolder: string | null
  /** Addresses for browsers; empty when the explorer is off. */
  readonly explorer: readonly string[]
  readonly metrics: readonly string[]
  readonly admin: {
    readonly urls: readonly string[]
    /** Null when the operator has set it. */
    readonly token: string | null
  } | null
}

export function announcementOf(
  { served, newAdminToken, hasExplorer }: Pick<Service, 'served' | 'newAdminToken' | 'hasExplorer'>,
  { access, data }: Pick<ServiceConfiguration, 'access' | 'data'>,
): Announcement {
  const adminUrls = served.flatMap(({ server: { adminAddress } }) =>
    adminAddress === undefined ? [] : [urlOf(adminAddress)],
  )
  return {
    networks: served.flatMap(({ server, services }) => {
      const base = urlOf(server.address)
      return services.map((service, index) => announcedNetwork(service, base, index === 0))
    }),
    access,
    dataFolder: data ?? null,
    explorer: hasExplorer ? served.map(({ server }) => urlOf(server.address)) : [],
    metrics: adminUrls.map((url) => `${url}/metrics`),
    admin: adminUrls.length === 0 ? null : { urls: adminUrls, token: newAdminToken ?? null },
  }
}

function announcedNetwork(service: NetworkService, base: string, isFirst: boolean): AnnouncedNetwork {
  const { configuration, chainId, endpoint, node } = service
  const { name } = configuration
  return {
    name,
    url: isFirst ? base : `${base}/${name}`,
    chainId,
    head: endpoint.head(),
    enode: node?.peers?.enode ?? null,
    accounts: openAccounts(service),
  }
}

/** For a server on all addresses the URL names the loopback address, which a browser can open. */
export function urlOf({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** The accounts of the local chain; their private keys are public. */
function openAccounts({ node, configuration }: NetworkService): OpenAccount[] {
  if (node?.local === undefined) return []
  const { development, accountSeeds = localAccountSeeds } = configuration.node
  const accounts =
    development === undefined
      ? developmentAccounts({}, accountSeeds)
      : developmentAccounts(development, configuration.node.accountSeeds)
  return accounts.map(({ key, address }) => ({ address: toHex(address), privateKey: toHex(key) }))
}

/** The local chain of the service answers as Rootstock's nodes do, which Ethereum's tools do not expect. */
const developmentHint =
  'To develop contracts with Hardhat, Foundry, viem or ethers, start cambium dev instead (port 8545).'

/** The announcement as text. */
export function announcementText(announcement: Announcement): string {
  const { networks } = announcement
  const rows = networks.map(({ name, chainId, url, head }) => [
    `  ${name}`,
    `chain id ${chainId}`,
    url,
    `block ${head.number}`,
  ])
  return [
    'Serving JSON-RPC over HTTP and WebSocket',
    '',
    ...alignedRows(rows),
    '',
    ...circumstances(announcement),
    ...peerLines(networks),
    ...accountLines(networks.flatMap(({ accounts }) => accounts)),
    ...(networks.some(({ accounts }) => accounts.length > 0) ? ['', developmentHint] : []),
    '',
    'Ctrl-C stops the node.',
  ].join('\n')
}

export function circumstances(announcement: Announcement): string[] {
  const { access, dataFolder, explorer, metrics, admin } = announcement
  // Keys without a folder are in the shared state, whose URL may have a password.
  const place = dataFolder === null ? '--shared URL' : `--data ${dataFolder}`
  const keys =
    `API keys are required, as Authorization: Bearer KEY or as the last part of the address: URL/KEY.\n` +
    `cambium keys create --label NAME ${place} creates one.`
  return [
    ...dataLines(announcement),
    ...(access === 'keys' ? [keys] : []),
    ...(access === 'fleet' ? ['Only gateways with the secret of the fleet are answered.'] : []),
    ...explorer.map((url) => `Explorer for browsers: ${url}`),
    ...metrics.map((url) => `Metrics for Prometheus: ${url}`),
    ...(admin === null ? [] : adminLines(admin)),
  ]
}

/** A process with keys and without a folder is a gateway: it has no data. */
function dataLines({ access, dataFolder }: Announcement): string[] {
  if (dataFolder !== null) return [`The data is in ${dataFolder}.`]
  if (access === 'keys') return []
  return ['All data is in memory and is lost when the process ends; --data DIR keeps it.']
}

function adminLines({ urls, token }: NonNullable<Announcement['admin']>): string[] {
  const needed = token === null ? 'with the token of admin-token' : `with the token ${token}`
  return urls.map((url) => `Console for the operator: ${url} ${needed}`)
}

function peerLines(networks: readonly AnnouncedNetwork[]): string[] {
  const rows = networks.flatMap(({ name, enode }) => (enode === null ? [] : [[`  ${name}`, enode]]))
  return rows.length === 0
    ? []
    : ['', 'Connecting to peers; the address of this node is', ...alignedRows(rows)]
}

function accountLines(accounts: readonly OpenAccount[]): string[] {
  if (accounts.length === 0) return []
  return [
    '',
    'Unlocked accounts with funds; their private keys are public, so use them on this chain only',
    ...accounts.map(({ address, privateKey }) => `  ${address}  key ${privateKey}`),
  ]
}
