import { section } from '../../../settings/setting.ts'
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
    isCommon: true,
    summary:
      'what the process does: "node" follows the chain and serves it, "follower" does so for gateways and this machine only, "reader" serves the data folder of a running node, "gateway" has no chain and sends requests to the nodes of `nodes`',
  },
  nodes: {
    type: listOf(nodeAddress),
    default: [],
    isCommon: true,
    summary:
      'nodes behind a gateway, as mainnet=http://10.0.0.1:4444/mainnet; further nodes of a network follow without its name. For a reader the node that writes its folder',
  },
  answerCache: {
    type: wholeNumbers(0, 1 << 20, 'MB'),
    default: 64,
    summary:
      'memory in MiB of a gateway for answers of each network that do not change any more; 0 to keep none',
  },
  sharedAnswerCache: {
    type: wholeNumbers(0, 1 << 20, 'MB'),
    default: 0,
    summary:
      'size in MiB of what gateways keep in the shared state of answers that do not change any more and that cost a node 2 ms or more; 0 to keep none there',
  },
  fleetSecretFile: {
    type: text('a file', 'FILE'),
    default: undefined,
    unset: 'every request needs what the access setting says, also that of a gateway',
    isCommon: true,
    summary:
      'file with the secret, 32 or more visible characters on one line, by which nodes recognise their gateways',
  },
})

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
