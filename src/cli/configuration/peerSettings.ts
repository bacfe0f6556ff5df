import { networkDefaults } from '../../peers/network/networkDefaults.ts'
import type { NetworkName } from '../../protocol/networks/networkName.ts'
import { isLocal } from './networkSettings.ts'
import { section } from './setting.ts'
import { listOf, matching, port, wholeNumbers, yesOrNo } from './valueTypes.ts'

const enode = matching(/^enode:\/\/[0-9a-fA-F]{128}@[^\s@,]+:\d{1,5}$/, 'an enode://ID@HOST:PORT', 'ENODE')
const nodeId = matching(
  /^(enode:\/\/[0-9a-fA-F]{128}@[^\s@,]+:\d{1,5}|[0-9a-fA-F]{128})$/,
  'a node id of 128 hex digits or an enode',
  'ID',
)
const hostAndPort = matching(/^[^\s@,/]+:\d{1,5}$/, 'a HOST:PORT', 'HOST:PORT')
const host = matching(/^[^\s@,/]+$/, 'an address or a host name', 'ADDRESS')
const addressBlock = matching(/^[0-9a-fA-F.:]+(\/\d{1,3})?$/, 'an address or a block ADDRESS/BITS', 'ADDRESS')

const usualPorts = Object.entries(networkDefaults)
  .flatMap(([network, usual]) => (usual.port === undefined ? [] : [`${usual.port} on \`${network}\``]))
  .join(', ')

/** How a network takes part among others of its kind. */
export const peerSettings = (network: NetworkName) =>
  section(`networks.${network}.peers`, {
    enabled: {
      type: yesOrNo,
      default: undefined,
      unset: isLocal(network) ? 'no' : 'as the setting `peers` says',
      summary: 'whether this network looks for peers',
    },
    host: {
      type: host,
      default: undefined,
      unset: 'all addresses',
      summary: 'address to listen on for peers',
    },
    port: {
      type: port,
      default: undefined,
      unset: usualPorts,
      summary: 'port for the transport (TCP) and discovery (UDP); 0 takes a free one',
    },
    listen: { type: yesOrNo, default: true, summary: 'whether others may find and call this node' },
    discovery: {
      type: yesOrNo,
      default: networkDefaults[network].discovery,
      summary: 'whether to look for nodes that nobody named',
    },
    bootNodes: {
      type: listOf(hostAndPort),
      default: undefined,
      unset: 'those of the network',
      summary: 'nodes that know others',
    },
    staticPeers: {
      type: listOf(enode),
      default: [],
      summary: 'nodes that are called for as long as they are away',
    },
    trustedPeers: {
      type: listOf(nodeId),
      default: [],
      summary: 'nodes that are let in although all places are taken',
    },
    maximumPeers: {
      type: wholeNumbers(1, 1_000, 'COUNT'),
      default: 30,
      summary: 'most peers at the same time',
    },
    bannedAddresses: {
      type: listOf(addressBlock),
      default: [],
      summary: 'addresses, or blocks of them, that are refused from the start',
    },
    publicAddress: {
      type: host,
      default: undefined,
      unset: 'the address that it listens on',
      summary: "what others are told as this node's address",
    },
    privateKey: {
      type: matching(/^(0x)?[0-9a-fA-F]{64}$/, 'a private key of 32 bytes in hex', 'KEY'),
      default: undefined,
      unset: 'one is made, and kept with the data',
      isSecret: true,
      summary: "the node's identity; better in a file that only the node can read than in a flag",
    },
  })

export type PeerSettings = ReturnType<typeof peerSettings>
