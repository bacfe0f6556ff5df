import type { KeyGrants, KeyRate } from '../../server/keys/apiKey.ts'
import { listOf, matching, oneOf, UnsuitableValue, type ValueType } from '../../settings/valueTypes.ts'
import type { GivenWords, Option } from '../commandLine/command.ts'
import { UsageError } from '../commandLine/commandFailure.ts'
import { methodOrModule, underAllNames } from '../configuration/settings/methodNames.ts'
import { networkName } from '../configuration/settings/serviceSettings.ts'

const origin = matching(
  /^[a-z][a-z0-9+.-]*:\/\/[^\s/,*]+$/,
  'an origin such as https://app.example',
  'ORIGIN',
)

const burstOption: Option = {
  name: 'burst',
  value: 'UNITS',
  summary: 'allow this many cost units at once (default those of one second)',
}

/** The options for what a key grants. */
export const grantOptions: readonly Option[] = [
  { name: 'label', value: 'TEXT', summary: 'name the user or purpose of the key; lists show it' },
  {
    name: 'network',
    value: 'NAME',
    isRepeatable: true,
    summary: 'grant this network (default all)',
  },
  {
    name: 'method',
    value: 'NAME',
    isRepeatable: true,
    summary: 'grant this module or method (default all)',
  },
  {
    name: 'origin',
    value: 'ORIGIN',
    isRepeatable: true,
    summary:
      'let web pages of this origin use the key, such as https://app.example (default all that the network allows)',
  },
  {
    name: 'expires',
    value: 'WHEN',
    summary:
      'expire at a date (2030-12-31), a time (2030-12-31T12:00Z) or after a span (90d, 12h) (default never)',
  },
  { name: 'rate', value: 'UNITS', summary: 'allow this many cost units per second (default unlimited)' },
  burstOption,
  {
    name: 'daily-units',
    value: 'UNITS',
    summary: 'allow this many cost units per day (UTC) (default unlimited)',
  },
  {
    name: 'errors',
    value: 'rootstock|ethereum',
    summary: 'word failed calls and rejected transactions as these nodes do (default as the network)',
  },
]

/** The grants of the options. `now` is in milliseconds since 1970. */
export function grantsOf({ options }: GivenWords, now: number): KeyGrants {
  const label = options.get('label')
  if (label === undefined) throw new UsageError('--label TEXT is missing: who is the key for?')
  const granted = <Value extends string | readonly string[]>(name: string, type: ValueType<Value>) =>
    optionValue(name, options.get(name), type)
  const networks = granted('network', listOf(networkName))
  const methods = granted('method', listOf(methodOrModule))
  const origins = granted('origin', listOf(origin))
  const errors = granted('errors', oneOf('rootstock', 'ethereum'))
  const expires = options.get('expires')
  const rate = rateOf(amount('rate', options.get('rate')), amount('burst', options.get('burst')))
  const dailyUnits = amount('daily-units', options.get('daily-units'))
  return {
    label,
    ...(networks && { networks }),
    ...(methods && { methods: underAllNames(methods) }),
    ...(origins && { origins }),
    ...(errors && { errors }),
    ...(expires !== undefined && { expiresAt: momentAfter('expires', expires, now) }),
    ...(rate && { rate }),
    ...(dailyUnits !== undefined && { dailyUnits }),
  }
}

/** The options for the limits of an existing key. */
export const limitOptions: readonly Option[] = [
  { name: 'rate', value: 'UNITS|none', summary: 'allow this many cost units per second' },
  burstOption,
  { name: 'daily-units', value: 'UNITS|none', summary: 'allow this many cost units per day (UTC)' },
]

/** The changed limits of a key; null removes a limit. */
export function limitChanges({ options }: GivenWords): {
  readonly rate?: KeyRate | null
  readonly dailyUnits?: number | null
} {
  const limit = <Limit>(name: string, read: (text: string) => Limit): Limit | null | undefined => {
    const text = options.get(name)
    if (text === undefined) return undefined
    return text === 'none' ? null : read(text)
  }
  const unitsPerSecond = limit('rate', (text) => amount('rate', text))
  const burst = amount('burst', options.get('burst'))
  if (unitsPerSecond === null && burst !== undefined) throw new UsageError('--burst needs --rate')
  const rate = unitsPerSecond === null ? null : rateOf(unitsPerSecond, burst)
  const dailyUnits = limit('daily-units', (text) => amount('daily-units', text))
  if (rate === undefined && dailyUnits === undefined)
    throw new UsageError('which limit? Give --rate UNITS or --daily-units UNITS')
  return { ...(rate !== undefined && { rate }), ...(dailyUnits !== undefined && { dailyUnits }) }
}

function optionValue<Value extends string | readonly string[]>(
  name: string,
  text: string | undefined,
  type: ValueType<Value>,
): Value | undefined {
  if (text === undefined) return undefined
  try {
    return type.check(type.fromText(text))
  } catch (error) {
    if (error instanceof UnsuitableValue) throw new UsageError(`--${name} ${error.message}`)
    throw error
  }
}

function amount(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const number = /^\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : 0
  if (number === 0) throw new UsageError(`--${name} ${text} is not a positive number of units`)
  return number
}

function rateOf(unitsPerSecond: number | undefined, burst = unitsPerSecond): KeyRate | undefined {
  if (unitsPerSecond !== undefined && burst !== undefined) return { unitsPerSecond, burst }
  if (burst !== undefined) throw new UsageError('--burst needs --rate')
  return undefined
}

const unitMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
}

const datePattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** Milliseconds of a span: `90d`, `12h`; undefined for any other text. */
export function spanMs(text: string): number | undefined {
  const [, digits, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? []
  return digits === undefined || unit === undefined ? undefined : Number(digits) * unitMs[unit]!
}

/** A time in the future, given as a date, a time or a span from now; in milliseconds since 1970. */
export function momentAfter(option: string, text: string, now: number): number {
  const span = spanMs(text)
  const moment = span === undefined && datePattern.test(text) ? Date.parse(text) : now + (span ?? Number.NaN)
  if (Number.isNaN(moment)) {
    throw new UsageError(`--${option} ${text} is neither a date (2030-12-31) nor a span (90d, 12h, 30m)`)
  }
  if (moment <= now) throw new UsageError(`--${option} ${text} is not in the future`)
  return moment
}
