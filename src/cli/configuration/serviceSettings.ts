import { networks } from '../../protocol/networks/definitions.ts'
import type { NetworkName } from '../../protocol/networks/networkName.ts'
import { logLevels } from '../../server/log/log.ts'
import { section } from './setting.ts'
import { listOf, matching, oneOf, port, text, yesOrNo } from './valueTypes.ts'

export const networkNames: readonly NetworkName[] = Object.values(networks).map(({ name }) => name)

/** One of the networks there are. */
export const networkName = { ...oneOf(...networkNames), placeholder: 'NAME' }

const address = text('an address or a host name', 'ADDRESS')

/** The settings of the process as a whole. */
export const serviceSettings = section('', {
  host: {
    type: address,
    default: '127.0.0.1',
    isCommon: true,
    summary: 'address to listen on; any but a loopback address needs API keys',
  },
  port: {
    type: port,
    default: 4444,
    isCommon: true,
    summary: 'port for HTTP and WebSocket; 0 takes a free one',
  },
  data: {
    type: text('a folder', 'DIR'),
    default: undefined,
    unset: 'everything is in memory, and gone at the end',
    isCommon: true,
    summary: 'folder of chains and API keys, one folder per network; without it all is in memory',
  },
  network: {
    type: listOf(networkName),
    default: ['regtest', 'mainnet', 'testnet'],
    isCommon: true,
    summary: 'networks to serve, each at its name; the first is also at /',
  },
  access: {
    type: oneOf('open', 'keys'),
    default: undefined,
    unset: '`open` on a loopback address, else `keys`',
    isCommon: true,
    summary: 'who may ask: anybody who reaches the address, or holders of API keys',
  },
  openToEverybody: {
    type: yesOrNo,
    default: false,
    isCommon: true,
    summary: 'ask for no keys although other machines can reach the address',
  },
  allowedHosts: {
    type: listOf(matching(/^[a-z0-9.:-]+$/, 'a host name in small letters, without a port', 'HOST')),
    default: undefined,
    unset: 'on a loopback address its own names, else any',
    summary: 'names under which the server may be asked, where it does not listen on a loopback address',
  },
  peers: {
    type: yesOrNo,
    default: false,
    isCommon: true,
    summary: 'take part in the public networks: look for peers and follow their chains',
  },
  adminHost: {
    type: address,
    default: '127.0.0.1',
    summary: 'address on which Prometheus finds /metrics; keep it private',
  },
  adminPort: {
    type: port,
    default: undefined,
    unset: 'there are no metrics',
    isCommon: true,
    summary: 'port on which Prometheus finds /metrics; 0 takes a free one',
  },
  logLevel: {
    type: oneOf(...logLevels),
    default: 'warn',
    isCommon: true,
    summary: 'the least important events that are logged, on standard error',
  },
  logFormat: {
    type: oneOf('text', 'json'),
    default: 'text',
    summary: 'lines for people, or a JSON object a line',
  },
})
