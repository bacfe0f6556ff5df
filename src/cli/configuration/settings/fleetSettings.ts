import { type SettingValues, section } from '../../../settings/setting.ts'
import { listOf, oneOf, text, wholeNumbers } from '../../../settings/valueTypes.ts'
import { networkName } from './serviceSettings.ts'

/** A node of a network; an item without a name belongs to the network of the item before it. */
const nodeAddress = text(
  'NETWORK=URL, or the URL of a further node of the same network',
  'NETWORK=URL',
  (value) => {
    const { network, url } = partsOfNode(value)
    if (network !== undefined && !isNetworkName(network)) return `${JSON.stringify(network)} is not a network`
    return isHttpUrl(url) ? undefined : 'the URL is not one of HTTP'
  },
)

/** The settings of processes that serve together. */
export const fleetSettings = section('', {
  role: {
    type: oneOf('node', 'follower', 'gateway', 'reader'),
    default: 'node',
    group: 'Fleet',
    summary:
      'choose what the process does: "node" follows the chain and serves it, "follower" does so for gateways and this machine only, "reader" serves the data folder of a running node, "gateway" has no chain and sends requests to the nodes of `nodes`',
    when: 'several processes serve one address together',
  },
  nodes: {
    type: listOf(nodeAddress),
    default: [],
    group: 'Fleet',
    summary:
      'send requests of a gateway to these nodes, such as mainnet=http://10.0.0.1:4444/mainnet; further nodes of a network follow without its name. For a reader, name the node that writes its folder',
    when: '`role` is "gateway" or "reader"',
  },
  answerCache: {
    type: wholeNumbers(0, 1 << 20, 'MB'),
    default: 64,
    summary: 'let a gateway keep this many MiB of final answers of each network in memory; 0 to keep none',
    when: 'clients of a gateway repeat questions about old blocks, or its memory is short',
  },
  fleetSecretFile: {
    type: text('a file', 'FILE'),
    default: undefined,
    unset: 'every request needs what the access setting says, also that of a gateway',
    group: 'Fleet',
    summary:
      'read from this file the secret by which nodes recognise their gateways: 32 or more visible characters on one line',
    when: 'gateways and nodes are on different machines, or users share a machine',
  },
})

export type FleetValues = SettingValues<typeof fleetSettings>

/** `mainnet=http://…` as its network and its URL. */
export function partsOfNode(item: string): { readonly network: string | undefined; readonly url: string } {
  const [, network, url = ''] = /^(?:([a-z0-9]+)=)?(.*)$/s.exec(item) ?? []
  return { network, url }
}

function isNetworkName(name: string): boolean {
  try {
    networkName.check(name)
    return true
  } catch {
    return false
  }
}

function isHttpUrl(url: string): boolean {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  return parsed !== undefined && ['http:', 'https:'].includes(parsed.protocol) && parsed.hash === ''
}
