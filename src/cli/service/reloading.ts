import type { Reloaded } from '../../server/admin/adminRoute.ts'
import type { Setting } from '../../settings/setting.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { ConfigurationError } from '../configuration/configurationError.ts'
import type { ServiceConfiguration } from '../configuration/serviceConfiguration.ts'
import { serviceOnly } from '../configuration/settings/settings.ts'

/** The values of all settings, and the checked configuration that follows from them. */
export interface ReadSettings {
  readonly values: Configuration
  readonly configuration: ServiceConfiguration
}

export interface ReloadingParts {
  readonly started: ReadSettings
  /** Throws `ConfigurationError`. */
  readonly read: () => ReadSettings
  /** Gives a running service what it can change. */
  readonly apply: (configuration: ServiceConfiguration) => void
}

/** Settings that name files: what counts is the content. */
const contents = new Map<string, (configuration: ServiceConfiguration) => unknown>([
  ['fleet-secret-file', ({ fleetSecret }) => fleetSecret],
  ['shared-ca-file', ({ shared }) => shared?.authorities],
  ['shared-password-file', ({ shared }) => shared?.password],
  ['upgrades', ({ networks }) => networks.map(({ node }) => node.upgrades)],
])

/** Reads the settings of a running service again. The service changes only if all of them are valid. */
export class Reloading {
  readonly #parts: ReloadingParts
  #latest: ReadSettings

  constructor(parts: ReloadingParts) {
    this.#parts = parts
    this.#latest = parts.started
  }

  reload(): Reloaded {
    const { started, read, apply } = this.#parts
    try {
      const settings = read()
      const changed = differing(this.#latest, settings).filter(({ isReloadable }) => isReloadable)
      const needRestart = differing(started, settings).filter(({ isReloadable }) => !isReloadable)
      apply(settings.configuration)
      this.#latest = settings
      return { changed: namesOf(changed), needRestart: namesOf(needRestart) }
    } catch (error) {
      if (error instanceof ConfigurationError) return { problems: error.problems }
      throw error
    }
  }
}

const differing = (one: ReadSettings, other: ReadSettings): Setting[] =>
  serviceOnly.filter((setting) => valueText(one, setting) !== valueText(other, setting))

const valueText = ({ values, configuration }: ReadSettings, setting: Setting): string =>
  JSON.stringify([values.value(setting), contents.get(setting.name)?.(configuration)])

const namesOf = (settings: readonly Setting[]): string[] => settings.map(({ name }) => name)

/** A sentence about a reload for the operator. */
export function reloadText(reloaded: Reloaded): string {
  if ('problems' in reloaded) return `the settings are as before, because of ${reloaded.problems.join('; ')}`
  const { changed, needRestart } = reloaded
  const effect = changed.length === 0 ? 'nothing has changed' : `changed ${changed.join(', ')}`
  const rest = needRestart.length === 0 ? '' : `; needs a restart: ${needRestart.join(', ')}`
  return `settings read again: ${effect}${rest}`
}
