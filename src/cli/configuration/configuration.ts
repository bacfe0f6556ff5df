import type { Setting, SettingTable, SettingValue, SettingValues } from '../../settings/setting.ts'
import { type PlainValue, UnsuitableValue } from '../../settings/valueTypes.ts'
import { ConfigurationError } from './configurationError.ts'
import type { GivenValue, Origin, Source } from './sources/sources.ts'

const byDefault: Origin = { kind: 'default', name: '' }

/** The checked effective value of every setting, and its origin. */
export class Configuration {
  readonly #given: ReadonlyMap<string, GivenValue>

  /** An earlier source takes precedence over a later one; all values of `settings` are checked. Throws `ConfigurationError`. */
  constructor(sources: readonly Source[], settings: readonly Setting[]) {
    this.#given = new Map(sources.toReversed().flatMap(({ values }) => [...values]))
    const problems = sources.flatMap((source) => [...source.problems, ...unsuitableValues(source, settings)])
    if (problems.length > 0) throw new ConfigurationError(problems)
  }

  value<Kind extends Setting>(setting: Kind): SettingValue<Kind> {
    const given = this.#given.get(setting.name)
    const value: PlainValue | undefined =
      given === undefined ? setting.default : setting.type.check(given.value)
    return value as SettingValue<Kind>
  }

  /** The values of a table of settings, under the keys of the table. */
  values<Table extends SettingTable>(table: Table): SettingValues<Table> {
    const entries = Object.entries(table).map(([key, setting]) => [key, this.value(setting)])
    return Object.fromEntries(entries) as SettingValues<Table>
  }

  originOf({ name }: Setting): Origin {
    return this.#given.get(name)?.origin ?? byDefault
  }
}

/** The problems of all values of a source, including values that another source overrides. */
function unsuitableValues({ values }: Source, settings: readonly Setting[]): string[] {
  return settings.flatMap((setting) => {
    const given = values.get(setting.name)
    if (given === undefined) return []
    try {
      setting.type.check(given.value)
      return []
    } catch (error) {
      if (!(error instanceof UnsuitableValue)) throw error
      // The message of the error repeats the value.
      const problem = setting.isSecret ? `is not ${setting.type.description}` : error.message
      return [`${placeOf(given.origin, setting)} ${problem}`]
    }
  })
}

const placeOf = ({ kind, name }: Origin, setting: Setting): string =>
  kind === 'file' ? `${name}: ${setting.name}` : name
