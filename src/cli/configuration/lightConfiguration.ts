import { maximumEndpoints } from '../../light/openLightEndpoints.ts'
import type { LightNodeOptions } from '../../node/light/openLightNode.ts'
import { asHash } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { isLoopback } from '../../server/entrance/hosts.ts'
import type { HostedNetwork } from '../../server/networks/hostedNetwork.ts'
import { section, type ValuesOf } from '../../settings/setting.ts'
import { endpoint, listOf, matching, oneOf, text, wholeNumbers, yesOrNo } from '../../settings/valueTypes.ts'
import type { Arguments, Option } from '../commandLine/command.ts'
import { UsageError } from '../commandLine/commandFailure.ts'
import { developmentPort } from '../commandLine/developmentUrl.ts'
import { Configuration } from './configuration.ts'
import { ConfigurationError } from './configurationError.ts'
import { networkSettings } from './settings/networkSettings.ts'
import { serviceSettings } from './settings/serviceSettings.ts'
import { flagSource, settingOption } from './sources/sources.ts'

const { host, port } = serviceSettings
const { origins } = networkSettings('regtest')
/** Bitcoin blocks of a week. */
const maximumWork = 1_000

const settings = section('', {
  network: {
    type: { ...oneOf('mainnet', 'testnet', 'regtest'), placeholder: 'NAME' },
    default: 'mainnet',
    group: 'Chain',
    summary: 'follow this network: mainnet, testnet, or regtest for a chain on this machine',
    when: 'you need another network',
  },
  rpc: {
    type: listOf(endpoint),
    default: [],
    isSecret: true,
    group: 'Chain',
    summary: `ask these endpoints, one to ${maximumEndpoints} of them; for values of the state one must have eth_getProof, as Cambium nodes have`,
    when: 'always',
  },
  link: {
    type: yesOrNo,
    default: undefined,
    unset: 'with a data folder only',
    group: 'Chain',
    summary:
      'link all headers from the checkpoint on, so that every block since then can be asked for; on with --data',
    when: 'older blocks are asked for',
  },
  data: {
    type: text('a folder', 'DIR'),
    default: undefined,
    unset: 'headers are in memory',
    group: 'Chain',
    summary: 'keep the headers in this folder, so that the next start continues there',
    when: 'headers are linked more than once',
  },
  checkpoint: {
    type: matching(/^0x[0-9a-f]{64}$/i, 'a hash of 32 bytes in hex with 0x', 'HASH'),
    default: undefined,
    unset: 'the checkpoint of the release',
    group: 'Chain',
    summary: 'trust the block with this hash instead of the checkpoint of the release',
    when: 'the release has no checkpoint of the network, or you want an older or newer one',
  },
  work: {
    type: wholeNumbers(1, maximumWork, 'BLOCKS'),
    default: 6,
    group: 'Chain',
    summary: 'without --link, believe the newest headers when they have the work of this many Bitcoin blocks',
    when: 'much money depends on an answer',
  },
  bitcoin: {
    type: endpoint,
    default: undefined,
    unset: 'Bitcoin is not asked',
    isSecret: true,
    group: 'Chain',
    summary:
      'ask this Bitcoin node, http://USER:PASSWORD@HOST:PORT, whether the head was mined on the newest Bitcoin blocks',
    when: 'a chain that was mined in advance must be ruled out',
  },
  unverified: {
    type: listOf(matching(/^\w{1,60}$/, 'a method', 'METHOD')),
    default: [],
    group: 'Chain',
    summary: 'pass this method on to an endpoint although nothing proves its answer',
    when: 'a program needs a method that the light client refuses',
  },
  host: { ...host, summary: 'listen on this address' },
  port: { ...port, default: developmentPort },
  allowAnonymous: {
    type: yesOrNo,
    default: false,
    group: 'Server',
    summary: 'let other machines ask, where they reach the address of --host',
    when: 'everybody who reaches the address may use the client',
  },
  origins: { ...origins, group: 'Server' },
})

const otherNames: Readonly<Record<string, Pick<Option, 'short' | 'alsoNamed'>>> = {
  port: { short: 'p' },
  rpc: { alsoNamed: ['rpc-url', 'endpoints'] },
}

export const lightOptions: readonly Option[] = Object.values(settings).map((setting) => ({
  ...settingOption(setting),
  ...otherNames[setting.name],
}))

type LightValues = ValuesOf<typeof settings>

export interface LightConfiguration extends Pick<LightValues, 'host' | 'port'> {
  readonly origins: HostedNetwork['origins']
  readonly node: Omit<LightNodeOptions, 'onProblem'>
}

/** Throws a `UsageError` for flags that are wrong, missing or contradict each other. */
export function lightConfiguration(given: Arguments): LightConfiguration {
  const all = Object.values(settings)
  const values = new Configuration([flagSource(given, all)], all).values(settings)
  const { network, rpc, link, data, checkpoint, work, bitcoin, unverified, host, port } = values
  if (rpc.length === 0)
    throw new UsageError(
      '--rpc URL is missing: name one or more endpoints, separated by commas; their answers are checked',
    )
  const problems = [
    ...(rpc.length > maximumEndpoints
      ? [`--rpc has ${rpc.length} endpoints, more than ${maximumEndpoints}`]
      : []),
    ...(link === false && data !== undefined
      ? ['--data is given, but --link is false: only linked headers are kept']
      : []),
    ...(isLoopback(host) || values.allowAnonymous
      ? []
      : [`other machines can reach ${host}: add --allow-anonymous to allow that`]),
  ]
  if (problems.length > 0) throw new ConfigurationError(problems)
  return {
    host,
    port,
    origins: values.origins.includes('*') ? '*' : values.origins,
    node: {
      network,
      endpoints: rpc,
      checkpoint: checkpoint === undefined ? undefined : asHash(fromHex(checkpoint)),
      isLinked: link ?? data !== undefined,
      dataFolder: data,
      workBitcoinBlocks: work,
      bitcoin,
      unverified,
    },
  }
}
