import { networks } from '../../../protocol/networks/definitions.ts'
import type { NetworkName } from '../../../protocol/networks/upgrades.ts'
import { defaultCallSettings } from '../../../rpc/method/context.ts'
import { parseProxy } from '../../../server/limits/clientAddress.ts'
import { logLevels } from '../../../server/log/logger.ts'
import { type SettingValues, section } from '../../../settings/setting.ts'
import {
  endpointProblem,
  listOf,
  matching,
  mebibytes,
  oneOf,
  port,
  text,
  UnsuitableValue,
  wholeNumbers,
  yesOrNo,
} from '../../../settings/valueTypes.ts'
import { archive, history, publicHistory } from './networkSettings.ts'

export const networkNames: readonly NetworkName[] = Object.values(networks).map(({ name }) => name)

/** The name of a network. */
export const networkName = { ...oneOf(...networkNames), placeholder: 'NAME' }

/** Parts of `NAME=URL`; the name is undefined for a URL alone. */
export function upstreamIn(text: string): { readonly name: NetworkName | undefined; readonly url: string } {
  const name = networkNames.find((candidate) => text.startsWith(`${candidate}=`))
  return { name, url: name === undefined ? text : text.slice(name.length + 1) }
}

const dayMs = 24 * 60 * 60 * 1000
const address = text('an address or a host name', 'ADDRESS')
const proxyText = text('an IP address, or a block of them such as 10.0.0.0/8', 'ADDRESS')
const proxyAddress = {
  ...proxyText,
  check(value: unknown): string {
    const checked = proxyText.check(value)
    if (parseProxy(checked) !== undefined) return checked
    throw new UnsuitableValue(checked, proxyText.description)
  },
}

const networkEndpoint = text('an endpoint, or a network and its endpoint as NAME=URL', 'NAME=URL', (value) =>
  endpointProblem(upstreamIn(value).url),
)

/** The settings of the process. */
export const serviceSettings = section('', {
  host: {
    type: address,
    default: '127.0.0.1',
    group: 'Server',
    summary: 'listen on this address; any but a loopback address requires API keys',
    when: 'other machines send requests',
  },
  port: {
    type: port,
    default: 4444,
    group: 'Server',
    summary: 'serve HTTP and WebSocket on this port; 0 takes a free port',
    when: 'another program has the port',
  },
  data: {
    type: text('a folder', 'DIR'),
    default: undefined,
    unset: 'all data is in memory',
    group: 'Chain',
    summary:
      'store chains and API keys in this folder, with one folder per network; without it all data is in memory',
    when: 'the chain or the keys must outlive the process: for every node but a short test',
  },
  network: {
    type: listOf(networkName),
    default: ['regtest', 'mainnet', 'testnet'],
    group: 'Chain',
    summary: 'serve these networks, each at /NAME; the first also at /',
    when: 'you need fewer networks, or another one at /',
  },
  upgrades: {
    type: text('a JSON file', 'FILE'),
    default: undefined,
    unset: 'the local chain has its upgrades from the first block on',
    group: 'Chain',
    summary: 'read from this JSON file the heights at which upgrades and rules of the local chain start',
    when: 'a test needs the rules of an earlier block',
  },
  upgrade: {
    type: listOf(
      matching(
        /^[A-Za-z]\w*=-?\d{1,16}$/,
        'an upgrade or rule and its height, such as iris300=150',
        'NAME=HEIGHT',
      ),
    ),
    default: undefined,
    unset: 'the heights are those of `upgrades`',
    group: 'Chain',
    summary:
      'start one upgrade or rule of the local chain at this height, -1 for never; takes precedence over upgrades',
    when: 'a test needs one rule earlier or later',
  },
  upstream: {
    type: listOf(networkEndpoint),
    default: undefined,
    unset: 'the settings `upstream` of the networks apply',
    group: 'Sync',
    isSecret: true,
    summary:
      'ask this node for what a network cannot answer yet while it is syncing: URL, or NAME=URL when several networks are served',
    when: 'clients need answers while the node is still syncing',
  },
  threads: {
    type: wholeNumbers(0, 256, 'NUMBER'),
    default: undefined,
    unset: 'one per processor core',
    group: 'Resources',
    summary:
      'run this many heavy reads of all networks at once, each in its own thread; 0 answers all in the thread of the connections',
    when: 'other programs need the cores, or memory is short',
  },
  history: {
    type: history,
    default: undefined,
    unset: `${archive} on the local chain, the last ${publicHistory} on public networks`,
    group: 'Chain',
    summary:
      'keep the states of this many blocks: "archive" keeps that after every block; a number keeps those after at least as many of the last blocks, and fewer right after catching up',
    when: 'clients ask for older states, or the disk is small',
  },
  indexCalls: {
    type: yesOrNo,
    default: false,
    group: 'Chain',
    summary:
      'record the calls inside transactions, so that traces and the pages of accounts need few executions; older blocks are executed again for it in the background',
    when: 'indexers or the explorer ask for traces of many blocks, and the disk has room',
  },
  indexCallsShare: {
    type: wholeNumbers(1, 100, 'PERCENT'),
    default: 20,
    summary: "with `index-calls`: let older blocks take this percentage of the main thread's time",
    when: 'older blocks should have their records sooner and the node has few clients, or calls wait for it',
  },
  memory: {
    type: mebibytes(128, 1 << 20),
    default: undefined,
    unset:
      'a quarter of the memory of the machine or container, from 512 to 4096, or more when the threads need it',
    group: 'Resources',
    summary:
      'stay near this much memory in MiB; caches, database transactions and the heaps of threads have their parts of it',
    when: 'other programs need the memory, or the node has the machine to itself',
  },
  access: {
    type: oneOf('open', 'keys'),
    default: undefined,
    unset: '`open` on a loopback address, else `keys`',
    group: 'Server',
    summary: 'accept requests of every client that reaches the address, or of clients with API keys',
    when: 'programs on this machine need keys too',
  },
  allowAnonymous: {
    type: yesOrNo,
    default: false,
    group: 'Server',
    summary: 'require no keys although other machines can reach the address',
    when: 'everybody who reaches the address may use the service, such as in a private network',
  },
  allowedHosts: {
    type: listOf(matching(/^[a-z0-9.:-]+$/, 'a host name in small letters, without a port', 'HOST')),
    default: undefined,
    unset: 'loopback names on a loopback address, else every name',
    summary: 'accept only these values of the Host header on an address that is not a loopback address',
    when: 'browsers use the service: names other than those of the service are refused',
  },
  trustedProxies: {
    type: listOf(proxyAddress),
    default: [],
    summary:
      'believe the headers X-Forwarded-For, -Proto, -Host and -Prefix of these reverse proxies, given as addresses or blocks of them',
    when: 'a reverse proxy on another address stands in front',
  },
  peers: {
    type: yesOrNo,
    default: false,
    group: 'Sync',
    summary: 'connect to peers of the public networks and synchronise with them',
    when: 'the node follows a public network',
  },
  sync: {
    type: oneOf('full', 'snap'),
    default: 'full',
    group: 'Sync',
    summary:
      'let an empty network catch up by executing all blocks ("full") or from the state of a recent block ("snap")',
    when: 'the first synchronisation takes too long, and nobody asks for past states',
  },
  maximumHeadAgeMs: {
    type: wholeNumbers(1_000, 365 * dayMs, 'MS'),
    default: defaultCallSettings.maximumHeadAgeMs,
    summary:
      'report a public network as not ready, and eth_syncing as not false, when its best block is older',
    when: 'load balancers notice a lagging node too late, or too early',
  },
  explorer: {
    type: yesOrNo,
    default: undefined,
    unset: 'on for a loopback address without API keys, else off',
    group: 'Server',
    summary: 'serve the explorer to browsers at the base URL of each network',
    when: 'other machines may see the explorer, or nobody may',
  },
  adminHost: {
    type: address,
    default: '127.0.0.1',
    summary: 'serve the metrics and the admin API on this address; keep it private',
    when: 'Prometheus runs on another machine of a private network',
  },
  adminPort: {
    type: port,
    default: undefined,
    unset: 'metrics and the admin API are off',
    group: 'Server',
    summary: 'serve /metrics for Prometheus and the admin API on this port; 0 takes a free port',
    when: 'the service is operated for others: metrics, usage and keys',
  },
  adminToken: {
    type: matching(/^[\x21-\x7e]{16,200}$/, 'a text of 16 to 200 visible characters', 'TOKEN'),
    default: undefined,
    unset: 'each start makes one and prints it',
    isSecret: true,
    summary: 'require this token for the admin API',
    when: 'a program uses the admin API, and its token must outlive a restart',
  },
  logLevel: {
    type: oneOf(...logLevels),
    default: 'warn',
    isReloadable: true,
    group: 'Output',
    summary: 'log this level and more severe ones to standard error',
    when: 'you look for a problem ("debug"), or record every start and stop ("info")',
  },
  logFormat: {
    type: oneOf('text', 'json'),
    default: 'text',
    summary: 'log as text, or as one JSON object per line',
    when: 'a program collects the log',
  },
  accessLog: {
    type: text('a file, or - for standard output', 'FILE'),
    default: undefined,
    unset: 'requests are not logged',
    group: 'Output',
    summary:
      'write a line of JSON for every request to this file, - for standard output; SIGHUP opens it again after a rotation (and reads the settings again)',
    when: 'every request must be accounted for',
  },
  tracesUrl: {
    type: matching(/^https?:\/\/[^\s/?#]+[^\s]*$/, 'an HTTP URL', 'URL'),
    default: undefined,
    unset: 'no request is traced',
    summary:
      'send traces over HTTP in JSON to this OpenTelemetry collector, such as http://127.0.0.1:4318/v1/traces',
    when: 'you follow requests through gateways and nodes',
  },
  tracesOneIn: {
    type: wholeNumbers(1, 1_000_000_000),
    default: 1_000,
    summary: 'trace one request in this many; nodes trace those that their gateways have chosen',
    when: 'the collector gets too many requests, or too few',
  },
})

export type ServiceValues = SettingValues<typeof serviceSettings>
