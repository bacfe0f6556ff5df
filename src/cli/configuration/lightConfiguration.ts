import { maximumEndpoints } from '../../light/maximumEndpoints.ts'
import type { LightNodeOptions } from '../../node/light/openLightNode.ts'
import { fromHex } from '../../primitives/hex.ts'
import { isLoopback } from '../../server/entrance/hosts.ts'
import type { HostedNetwork } from '../../server/networks/hostedNetwork.ts'
import { contradictions } from '../../settings/contradictions.ts'
import { type SettingValues, variableOf } from '../../settings/setting.ts'
import type { GivenWords, Option } from '../commandLine/command.ts'
import { UsageError } from '../commandLine/commandFailure.ts'
import type { Configuration } from './configuration.ts'
import { Checks } from './configurationError.ts'
import { configOption, ownFlags, ownOptions, readConfiguration } from './readConfiguration.ts'
import { lightSettings } from './settings/lightSettings.ts'

/** The flags of `cambium light`: its settings by their short names. */
export const lightOptions: readonly Option[] = [
  configOption,
  ...ownOptions(lightSettings, {
    port: { short: 'p' },
    rpc: { alsoNamed: ['rpc-url', 'endpoints'] },
  }),
]

/** Where the client is served, and what it asks and believes. */
export interface LightConfiguration
  extends Pick<SettingValues<typeof lightSettings>, 'host' | 'port' | 'unverified'>,
    Omit<LightNodeOptions, 'onProblem' | 'unverified'> {
  readonly origins: HostedNetwork['origins']
}

export const readLightConfiguration = (given: GivenWords): Configuration =>
  readConfiguration(given, { flags: [ownFlags(given, lightSettings)] })

/** Throws a `UsageError` without endpoints, and a `ConfigurationError` for settings that contradict each other. */
export function lightConfiguration(configuration: Configuration): LightConfiguration {
  const values = configuration.values(lightSettings)
  const { rpc = [], link, data, checkpoint, host, origins } = values
  if (rpc.length === 0)
    throw new UsageError(
      `--rpc URL is missing: name one or more endpoints, separated by commas; their answers are checked (${variableOf(lightSettings.rpc)} keeps URLs with keys from other users)`,
    )
  new Checks().end(
    ...contradictions(
      rpc.length > maximumEndpoints && `--rpc has ${rpc.length} endpoints, more than ${maximumEndpoints}`,
      link === false &&
        data !== undefined &&
        '--data is given, but --link is false: only linked headers are kept',
      !isLoopback(host) &&
        !values.allowAnonymous &&
        `other machines can reach ${host}: add --allow-anonymous to allow that`,
    ),
  )
  return {
    ...values,
    origins: origins.includes('*') ? '*' : origins,
    endpoints: rpc,
    checkpoint: checkpoint === undefined ? undefined : fromHex(checkpoint),
    link: link ?? data !== undefined,
    dataFolder: data,
  }
}
