import type { NetworkName } from '../../protocol/networks/networkName.ts'
import { defaultCallSettings } from '../../rpc/method/context.ts'
import { defaultTraceLimits } from '../../tracing/worker/traceService.ts'
import { methodOrModule } from './methodNames.ts'
import { section } from './setting.ts'
import { listOf, matching, oneOf, port, wholeNumbers, yesOrNo } from './valueTypes.ts'

const hour = 60 * 60 * 1000
const gas = wholeNumbers(21_000, Number.MAX_SAFE_INTEGER, 'GAS')

const originOrAny = matching(
  /^(\*|[a-z][a-z0-9+.-]*:\/\/[^\s/,*]+)$/,
  '"*" or an origin as https://app.example',
  'ORIGIN',
)
const account = matching(/^0x[0-9a-fA-F]{40}$/, 'an address of 20 bytes in hex', 'ADDRESS')

/** The settings of one network. */
export const networkSettings = (network: NetworkName) =>
  section(`networks.${network}`, {
    port: {
      type: port,
      default: undefined,
      unset: 'it is served on the common port',
      summary: 'a port for this network alone, where it is at /; 0 takes a free one',
    },
    adminPort: {
      type: port,
      default: undefined,
      unset: 'there are no metrics of it',
      summary: 'port of /metrics for a network that has a port of its own; 0 takes a free one',
    },
    origins: {
      type: listOf(originOrAny),
      default: isLocal(network) ? ['*'] : [],
      summary: 'origins of web pages that may ask (CORS); "*" allows any page',
    },
    disabled: {
      type: listOf(methodOrModule),
      default: [],
      summary: 'modules and methods that are switched off',
    },
    errors: {
      type: oneOf('rootstock', 'ethereum'),
      default: 'rootstock',
      summary:
        'wording of failed calls and rejected transactions: that of Rootstock nodes, or that of Ethereum nodes, which most tools expect',
    },
    callGasCap: {
      type: gas,
      default: defaultCallSettings.callGasCap,
      summary: 'most gas of a simulated call',
    },
    callTimeoutMs: {
      type: wholeNumbers(1, hour, 'MS'),
      default: defaultCallSettings.callTimeoutMs,
      summary: 'longest time of a simulated call',
    },
    stateOverrides: {
      type: yesOrNo,
      default: defaultCallSettings.allowsStateOverrides,
      summary: 'whether eth_call may run on accounts that are other than they are (its third parameter)',
    },
    traceThreads: {
      type: wholeNumbers(1, 64, 'NUMBER'),
      default: defaultTraceLimits.threads,
      summary: 'traces that are made at the same time, each in a thread beside the node',
    },
    traceTimeoutMs: {
      type: wholeNumbers(1, hour, 'MS'),
      default: defaultTraceLimits.timeoutMs,
      summary: 'longest time of a trace, waiting for a thread included',
    },
    coinbase: {
      type: account,
      default: undefined,
      unset: isLocal(network) ? 'the well-known one of the local chain' : 'no work is handed out to miners',
      summary: 'account that mined blocks pay',
    },
    gasLimitTarget: {
      type: gas,
      default: undefined,
      unset: 'that of the network',
      summary: 'where mined blocks move the gas limit of blocks',
    },
    minimumGasPriceTarget: {
      type: wholeNumbers(0, Number.MAX_SAFE_INTEGER, 'WEI'),
      default: undefined,
      unset: 'that of the network',
      summary: 'where mined blocks move the minimum gas price',
    },
    sync: {
      type: oneOf('commit', 'none'),
      default: 'commit',
      summary: 'whether each block waits for the disk; "none" is quicker, for data that can be lost',
    },
  })

export type NetworkSettings = ReturnType<typeof networkSettings>

/** Only a chain of one's own makes blocks by itself. */
export const localChainSettings = section('networks.regtest', {
  mining: {
    type: oneOf('per-transaction', 'interval', 'manual'),
    default: 'per-transaction',
    summary: 'when the local chain makes blocks',
  },
  miningIntervalMs: {
    type: wholeNumbers(10, hour, 'MS'),
    default: 5_000,
    summary: 'time between blocks when mining is "interval"',
  },
})

/** Whether it is a chain of one's own. */
export const isLocal = (network: NetworkName): boolean => network === 'regtest'
