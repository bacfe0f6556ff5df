import type { Key } from '../../admin/answers.ts'

/** The texts of the form. */
export interface KeyFields {
  readonly label: string
  readonly unitsPerSecond: string
  readonly burst: string
  readonly dailyUnits: string
  readonly networks: string
  readonly methods: string
  readonly origins: string
}

export const fieldsOf = (key: Key | undefined): KeyFields => ({
  label: key?.label ?? '',
  unitsPerSecond: String(key?.rate?.unitsPerSecond ?? ''),
  burst: String(key?.rate?.burst ?? ''),
  dailyUnits: String(key?.dailyUnits ?? ''),
  networks: key?.networks?.join(', ') ?? '',
  methods: key?.methods?.join(', ') ?? '',
  origins: key?.origins?.join(', ') ?? '',
})

const secondsOfBurst = 10

/**
 * The members of a request's body. An empty field does not restrict the key: it is left out for a new key, and null
 * when a key is changed. Text that is not a number is sent as it is, so that the node names the problem.
 */
export function grantsOf(fields: KeyFields, isChange: boolean): object {
  const { label, unitsPerSecond, burst, dailyUnits, networks, methods, origins } = fields
  const members = {
    label: label.trim(),
    rate: unitsPerSecond.trim() === '' ? null : rateIn(unitsPerSecond, burst),
    dailyUnits: dailyUnits.trim() === '' ? null : numberIn(dailyUnits),
    networks: listIn(networks),
    methods: listIn(methods),
    origins: listIn(origins),
  }
  if (isChange) return members
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))
}

function rateIn(unitsPerSecond: string, burst: string): object {
  const units = numberIn(unitsPerSecond)
  const usualBurst = typeof units === 'number' ? units * secondsOfBurst : units
  return { unitsPerSecond: units, burst: burst.trim() === '' ? usualBurst : numberIn(burst) }
}

function numberIn(text: string): number | string {
  const number = Number(text.replace(/[\s,]/g, ''))
  return Number.isFinite(number) ? number : text
}

function listIn(text: string): readonly string[] | null {
  const names = text.split(',').flatMap((name) => name.trim() || [])
  return names.length === 0 ? null : names
}
