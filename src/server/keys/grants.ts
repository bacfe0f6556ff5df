import { DecodeError } from '../../primitives/errors.ts'
import { isJsonObject } from '../../rpc/json/json.ts'
import type { KeyGrants, KeyRate } from './apiKey.ts'

type Check<T> = (value: unknown, where: string) => T

const maximumLabelLength = 100
const maximumListLength = 1_000

/** Checks grants from outside. An unknown member is refused: ignoring it could leave a key with too many rights. */
export function checkGrants(value: unknown): KeyGrants {
  if (!isJsonObject(value)) throw new DecodeError('key', 'is not an object')
  const { label, ...others } = value
  const grants = Object.entries(others)
    .filter(([, given]) => given !== undefined)
    .map(([member, given]) => {
      const check = checks.get(member)
      if (check === undefined) throw new DecodeError(`key.${member}`, 'is not known')
      return [member, check(given, `key.${member}`)]
    })
  return { label: checkLabel(label), ...Object.fromEntries(grants) }
}

function checkLabel(label: unknown): string {
  const isText = typeof label === 'string' && label.length > 0 && label.length <= maximumLabelLength
  // A control character could change the terminal on which keys are listed.
  if (isText && !/\p{Cc}/u.test(label)) return label
  throw new DecodeError('key.label', `is not text of 1 to ${maximumLabelLength} characters on one line`)
}

const list: Check<readonly string[]> = (value, where) => {
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '')
  if (!isList || value.length > maximumListLength) throw new DecodeError(where, 'is not a list of names')
  return value
}

const positive: Check<number> = (value, where) => {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value
  throw new DecodeError(where, 'is not a positive number')
}

const rate: Check<KeyRate> = (value, where) => {
  if (!isJsonObject(value)) throw new DecodeError(where, 'is not an object')
  const { unitsPerSecond, burst } = value
  return {
    unitsPerSecond: positive(unitsPerSecond, `${where}.unitsPerSecond`),
    burst: positive(burst, `${where}.burst`),
  }
}

const dialect: Check<NonNullable<KeyGrants['errors']>> = (value, where) => {
  if (value === 'rootstock' || value === 'ethereum') return value
  throw new DecodeError(where, 'is neither rootstock nor ethereum')
}

const checks = new Map<string, Check<unknown>>(
  Object.entries({
    networks: list,
    methods: list,
    origins: list,
    expiresAt: positive,
    rate,
    dailyUnits: positive,
    errors: dialect,
  }),
)
