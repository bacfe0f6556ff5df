import { maximumEndpoints } from '../../light/lightEndpoints.ts'
import type { LightNodeOptions } from '../../node/light/openLightNode.ts'
import { fromHex } from '../../primitives/hex.ts'
import { isLoopback } from '../../server/entrance/hosts.ts'
import type { HostedNetwork } from '../../server/networks/hostedNetwork.ts'
import { contradictions } from '../../settings/contradictions.ts'
import { type Setting, type ValuesOf, variableOf } from '../../settings/setting.ts'
import type { Arguments, Option } from '../commandLine/command.ts'
import { UsageError } from '../commandLine/commandFailure.ts'
import { Configuration } from './configuration.ts'
import { Checks } from './configurationError.ts'
import { configOption, configuredPath } from './readConfiguration.ts'
import { lightSettings } from './settings/lightSettings.ts'
import { allSettings } from './settings/settings.ts'
import { fileSource } from './sources/configurationFile.ts'
import { environmentSource, flagSource, settingOption } from './sources/sources.ts'

const settings: readonly Setting[] = Object.values(lightSettings)
const flagName = ({ name }: Setting): string => name.slice(name.indexOf('.') + 1)

const otherNames: Readonly<Record<string, Pick<Option, 'short' | 'alsoNamed'>>> = {
  port: { short: 'p' },
  rpc: { alsoNamed: ['rpc-url', 'endpoints'] },
}

/** The flags of `cambium light`: its settings by their short names. */
export const lightOptions: readonly Option[] = [
  configOption,
  ...settings.map((setting) => {
    const name = flagName(setting)
    return { ...settingOption(setting), name, ...otherNames[name] }
  }),
]

/** Where the client is served, and what it asks and believes. */
export interface LightConfiguration
  extends Pick<ValuesOf<typeof lightSettings>, 'host' | 'port' | 'unverified'>,
    Omit<LightNodeOptions, 'onProblem' | 'unverified'> {
  readonly origins: HostedNetwork['origins']
}

/** Reads flags, environment and file, in this order of precedence. Throws `ConfigurationError`. */
export function readLightConfiguration(given: Arguments): Configuration {
  const path = configuredPath(given)
  const sources = [
    flagSource(given, settings, flagName),
    environmentSource(given.environment, allSettings),
    ...(path ? [fileSource(path)] : []),
  ]
  return new Configuration(sources, allSettings)
}

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
