import { networkDefaults, type PeeringOptions } from '../../../peers/network/peeringSettings.ts'
import type { NetworkName } from '../../../protocol/networks/upgrades.ts'
import { type SettingValues, section } from '../../../settings/setting.ts'
import { listOf, matching, oneOf, port, wholeNumbers, yesOrNo } from '../../../settings/valueTypes.ts'
import { isLocal } from '../localNetwork.ts'

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

/** The peering settings of one network. */
export const peerSettings = (network: NetworkName) =>
  section(`networks.${network}.peers`, {
    enabled: {
      type: yesOrNo,
      default: undefined,
      unset: isLocal(network) ? 'no' : 'the value of `peers`',
      summary: 'connect this network to peers',
      when: 'only some networks have peers, or the local one has',
    },
    host: {
      type: host,
      default: undefined,
      unset: 'all addresses',
      summary: 'listen for peers on this address',
      when: 'the machine has several addresses',
    },
    port: {
      type: port,
      default: undefined,
      unset: usualPorts,
      summary: 'use this port for the transport (TCP) and discovery (UDP); 0 takes a free port',
      when: 'another program has the port, or a firewall leaves another one open',
    },
    listen: {
      type: yesOrNo,
      default: true,
      summary: 'accept connections of peers',
      when: 'the node is behind a firewall that lets no connection in',
    },
    discovery: {
      type: yesOrNo,
      default: networkDefaults[network].discovery,
      summary: 'discover nodes over UDP',
      when: 'the peers are all given, as in a private network',
    },
    bootNodes: {
      type: listOf(hostAndPort),
      default: undefined,
      unset: 'those of the network',
      summary: 'ask these nodes first in discovery',
      when: 'the usual ones cannot be reached, or the network is private',
    },
    staticPeers: {
      type: listOf(enode),
      default: [],
      summary: 'stay connected with these nodes; the node reconnects to them',
      when: 'your own nodes must stay connected',
    },
    trustedPeers: {
      type: listOf(nodeId),
      default: [],
      summary: 'accept these nodes beyond maximum-peers',
      when: 'your own nodes must always find a place',
    },
    maximumPeers: {
      type: wholeNumbers(1, 1_000, 'COUNT'),
      default: 30,
      summary: 'have at most this many peers',
      when: 'the node serves many others, or bandwidth is short',
    },
    bannedAddresses: {
      type: listOf(addressBlock),
      default: [],
      summary: 'reject these addresses and address blocks',
      when: 'an address disturbs the node',
    },
    publicAddress: {
      type: host,
      default: undefined,
      unset: 'the address that the node listens on',
      summary: 'announce this address to peers',
      when: 'the node is behind a router that forwards the port',
    },
    sync: {
      type: oneOf('full', 'snap'),
      default: undefined,
      unset: 'the value of `sync`',
      summary: 'let an empty chain catch up by executing all blocks, or from the state of a recent block',
      when: 'one network starts in another way than the others',
    },
    trustedBlock: {
      type: matching(/^\d{1,15}:0x[0-9a-fA-F]{64}$/, 'a NUMBER:HASH', 'NUMBER:HASH'),
      default: undefined,
      unset: 'headers are verified back to the genesis block',
      summary: 'with "snap": trust this block, and do not verify headers below it',
      when: 'the start takes too long, and you have the hash from a source that you trust',
    },
    backfill: {
      type: yesOrNo,
      default: true,
      summary: 'let a chain that started with "snap" fetch the blocks below it in the background',
      when: 'blocks before the start are never asked for, and the disk is small',
    },
    serveSnapshots: {
      type: yesOrNo,
      default: true,
      summary: 'let other nodes fetch the state of a recent block from this one',
      when: 'bandwidth or disk is short',
    },
    privateKey: {
      type: matching(/^(0x)?[0-9a-fA-F]{64}$/, 'a private key of 32 bytes in hex', 'KEY'),
      default: undefined,
      unset: 'the node creates a key and stores it in the data folder',
      isSecret: true,
      summary:
        "use this key as the node's identity; keep it in a file that only the node can read, not in a flag",
      when: 'other nodes name this one by its id, which must outlive the data folder',
    },
  } satisfies Partial<Record<keyof PeeringOptions | 'enabled', unknown>>)

export type PeerValues = SettingValues<ReturnType<typeof peerSettings>>
