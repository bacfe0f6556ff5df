import type { NetworkName } from '../../../protocol/networks/upgrades.ts'
import { defaultCallSettings } from '../../../rpc/method/context.ts'
import { loopbackOrigins } from '../../../server/entrance/origins.ts'
import { type SettingValues, section } from '../../../settings/setting.ts'
import {
  endpoint,
  listOf,
  matching,
  oneOf,
  port,
  wholeNumbers,
  wordOrNumber,
  yesOrNo,
} from '../../../settings/valueTypes.ts'
import { defaultUpstream } from '../../../upstream/upstreamOptions.ts'
import { isLocal } from '../localNetwork.ts'
import { methodOrModule } from './methodNames.ts'

const hour = 60 * 60 * 1000
const gas = wholeNumbers(21_000, Number.MAX_SAFE_INTEGER, 'GAS')

const originOrAny = matching(
  /^(\*|loopback|[a-z][a-z0-9+.-]*:\/\/[^\s/,*]+)$/,
  '"*", "loopback" or an origin such as https://app.example',
  'ORIGIN',
)
const account = matching(/^0x[0-9a-fA-F]{40}$/, 'an address of 20 bytes in hex', 'ADDRESS')

/** The settings of one network. */
export const networkSettings = (network: NetworkName) =>
  section(`networks.${network}`, {
    port: {
      type: port,
      default: undefined,
      unset: 'the network is on the shared port',
      summary: 'serve this network alone on this port, at /; 0 takes a free port',
      when: 'a network needs an address, limits or a firewall of its own',
    },
    adminPort: {
      type: port,
      default: undefined,
      unset: 'the network has no metrics of its own',
      summary: 'serve /metrics of a network with its own port on this port; 0 takes a free port',
      when: 'that network is watched on its own',
    },
    origins: {
      type: listOf(originOrAny),
      default: isLocal(network) ? [loopbackOrigins] : [],
      isReloadable: true,
      summary:
        'let web pages of these origins send requests (CORS); "loopback" allows the pages of this machine, "*" every page',
      when: 'web pages send requests themselves',
    },
    disabled: {
      type: listOf(methodOrModule),
      default: [],
      summary: 'disable these modules and methods',
      when: 'clients must not use a method',
    },
    errors: {
      type: oneOf('rootstock', 'ethereum'),
      default: 'rootstock',
      summary:
        'word failed calls and rejected transactions as Rootstock nodes do, or as Ethereum nodes do, which most tools expect',
      when: 'tools of Ethereum read the messages',
    },
    callGasCap: {
      type: gas,
      default: defaultCallSettings.callGasCap,
      summary: 'limit the gas of a simulated call',
      when: 'calls need more gas than a block has, or take too much time',
    },
    stateOverrides: {
      type: yesOrNo,
      default: defaultCallSettings.allowsStateOverrides,
      summary:
        'accept overrides of the state in eth_call, eth_callMany, eth_createAccessList, eth_simulateV1, trace_call',
      when: 'developers simulate changes, and their calls may cost more',
    },
    coinbase: {
      type: account,
      default: undefined,
      unset: isLocal(network)
        ? 'the default account of the local chain'
        : 'the node offers no work to miners',
      summary: 'pay the fees of mined blocks to this account',
      when: 'the node mines, or gives work to a mining pool',
    },
    gasLimitTarget: {
      type: gas,
      default: undefined,
      unset: 'that of the network',
      summary: 'let the gas limit of mined blocks approach this value',
      when: 'the miners of the network agree on another gas limit',
    },
    minimumGasPriceTarget: {
      type: wholeNumbers(0, Number.MAX_SAFE_INTEGER, 'WEI'),
      default: undefined,
      unset: 'that of the network',
      summary: 'let the minimum gas price of mined blocks approach this value',
      when: 'the miners of the network agree on another price',
    },
    history: {
      type: history,
      default: undefined,
      unset: `the value of \`history\`, else ${isLocal(network) ? archive : `the last ${publicHistory}`}`,
      summary: 'keep the states of this many blocks of this network, as `history` says',
      when: 'one network needs more or fewer states than the others',
    },
    indexCallsFrom: {
      type: wholeNumbers(0, 1_000_000_000, 'BLOCK'),
      default: 0,
      summary: 'with `index-calls`: record the calls of blocks from this one on',
      when: 'traces of old blocks are not needed, and the disk is small',
    },
    upstream: {
      type: endpoint,
      default: undefined,
      unset: 'this node answers alone',
      isSecret: true,
      summary:
        'ask this node of the same network for what this one cannot answer yet, because it is syncing or does not keep the state: mainnet, testnet or an HTTP URL',
      when: 'one network has an upstream, or another one than the others',
    },
    upstreamLag: {
      type: wholeNumbers(0, 1_000_000, 'BLOCKS'),
      default: defaultUpstream.lag,
      summary:
        'with upstream: answer about "latest" locally while at most this many blocks behind the upstream',
      when: 'answers may be older, or must not be',
    },
    upstreamVerified: {
      type: yesOrNo,
      default: defaultUpstream.demandsProofs,
      summary: 'with upstream: refuse its answers that have no proof, such as those of eth_call',
      when: 'the upstream is not trusted: better no answer than an unproven one',
    },
    flush: {
      type: oneOf('commit', 'none'),
      default: 'commit',
      summary:
        'flush each block to the disk ("commit"); "none" is faster, but a power loss may damage the data',
      when: 'the data is disposable, as in a test',
    },
  })

export type NetworkValues = SettingValues<ReturnType<typeof networkSettings>>

/** The settings of the local chain, which alone mines without external miners. */
export const localChainSettings = section('networks.regtest', {
  mining: {
    type: oneOf('per-transaction', 'interval', 'manual'),
    default: 'per-transaction',
    summary: 'mine blocks of the local chain per transaction, at an interval, or on request',
    when: 'tests need several transactions in a block, or a steady clock',
  },
  miningIntervalMs: {
    type: wholeNumbers(10, hour, 'MS'),
    default: 5_000,
    summary: 'wait this long between blocks when mining is "interval"',
    when: 'tests need faster or slower blocks',
  },
})

/** Keeps the state after every block. */
export const archive = 'archive'

/**
 * About a week of blocks. Pruning takes as long as reading the state once, so doing it every week costs little, while
 * the archive of mainnet would be hundreds of gigabytes (docs/operating.md).
 */
export const publicHistory = 20_000

/** At least the blocks that a reorganisation may undo, and the deepest that contracts and rules look back. */
export const history = wordOrNumber(archive, 1_000, 1_000_000_000)

/** The states that a network keeps when the operator does not say. */
export const usualHistory = (network: NetworkName): typeof archive | number =>
  isLocal(network) ? archive : publicHistory
