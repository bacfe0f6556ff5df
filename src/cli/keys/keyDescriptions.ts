import { type ApiKey, isLive } from '../../server/keys/apiKey.ts'
import { alignedRows } from '../terminal/alignedRows.ts'
import { counted } from '../terminal/quantities.ts'

/** A key with the units that it has used today. */
export interface KeyInUse {
  readonly key: ApiKey
  readonly usedToday: number
}

type Status = 'live' | 'expired' | 'revoked'

function statusOf(key: ApiKey, now: number): Status {
  if (key.revokedAt !== undefined) return 'revoked'
  return isLive(key, now) ? 'live' : 'expired'
}

const timeText = (ms: number): string => new Date(ms).toISOString()
const dayText = (ms: number): string => timeText(ms).slice(0, 10)
/** To the minute, in the form that `--expires` accepts. */
const minuteText = (ms: number): string => `${timeText(ms).slice(0, 16)}Z`

/** A key as JSON, without its secret and the hash of it. */
export function keyAsJson(key: ApiKey, now: number) {
  const { secretHash: _, retired, createdAt, expiresAt, revokedAt, ...grants } = key
  return {
    ...grants,
    status: statusOf(key, now),
    createdAt: timeText(createdAt),
    ...(expiresAt !== undefined && { expiresAt: timeText(expiresAt) }),
    ...(revokedAt !== undefined && { revokedAt: timeText(revokedAt) }),
    ...(retired && { previousSecretUntil: timeText(retired.expiresAt) }),
  }
}

const header = [
  'ID',
  'LABEL',
  'STATUS',
  'CREATED',
  'EXPIRES',
  'NETWORKS',
  'METHODS',
  'ORIGINS',
  'RATE',
  'TODAY',
  'ERRORS',
]

/** Keys as a table, one per line. */
export function keyTable(keys: readonly KeyInUse[], now: number): string {
  return alignedRows([header, ...keys.map((used) => keyRow(used, now))]).join('\n')
}

function keyRow({ key, usedToday }: KeyInUse, now: number): string[] {
  const { rate, dailyUnits } = key
  return [
    key.id,
    key.label,
    statusOf(key, now),
    dayText(key.createdAt),
    key.expiresAt === undefined ? 'never' : minuteText(key.expiresAt),
    listText(key.networks),
    listText(key.methods),
    listText(key.origins),
    rate === undefined ? 'any' : `${rate.unitsPerSecond}/s, ${rate.burst} at once`,
    dailyUnits === undefined ? counted(usedToday) : `${counted(usedToday)} of ${counted(dailyUnits)}`,
    key.errors ?? 'default',
  ]
}

/** The limits of a key in words. */
export const limitsText = ({ rate, dailyUnits }: Pick<ApiKey, 'rate' | 'dailyUnits'>): string =>
  `${rate === undefined ? 'any number of units per second' : `${rate.unitsPerSecond} units per second, ${rate.burst} at once`}, ` +
  `${dailyUnits === undefined ? 'any number' : counted(dailyUnits)} per day`

const listText = (names: readonly string[] | undefined): string => names?.join(',') ?? 'all'
