import { toHex } from '../../primitives/hex.ts'
import { coins, counted } from '../terminal/quantities.ts'

/* The result of `cambium inspect`, as text and as JSON. */

/** Names and values in the order of the output. */
export interface Description {
  readonly [name: string]: Value | readonly (Value | Description)[]
}

type Value = string | number | bigint | boolean | null | Uint8Array | ShownAmount | ShownMoment

/** An amount in wei; the text also shows it in RBTC. */
export class ShownAmount {
  readonly wei: bigint

  constructor(wei: bigint) {
    this.wei = wei
  }
}

/** Seconds since 1970; the text also shows the date. */
export class ShownMoment {
  readonly seconds: number

  constructor(seconds: number) {
    this.seconds = seconds
  }
}

/** Bytes that the text shows of a byte string. */
const maximumShownLength = 64
/** The latest time that `Date` represents. */
const latestDateSeconds = 8_640_000_000_000

/** Bytes as hex, amounts and bigints as decimal strings. */
export const asJson = (description: Description): string => JSON.stringify(description, jsonValue, 2)

function jsonValue(_name: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return toHex(value)
  if (value instanceof ShownAmount) return value.wei.toString()
  if (value instanceof ShownMoment) return value.seconds
  return typeof value === 'bigint' ? value.toString() : value
}

export const asText = (description: Description): string => linesOf(description, '').join('\n')

function linesOf(description: Description, indent: string): string[] {
  const width = Math.max(...Object.keys(description).map((name) => name.length))
  return Object.entries(description).flatMap(([name, value]) => {
    if (!isList(value)) return `${indent}${name.padEnd(width)}  ${textOf(value)}`
    if (value.length === 0) return `${indent}${name.padEnd(width)}  none`
    return [`${indent}${name}`, ...value.flatMap((item) => itemLines(item, `${indent}  `))]
  })
}

const itemLines = (item: Value | Description, indent: string): string[] =>
  isValue(item) ? [`${indent}${textOf(item)}`] : [`${indent}-`, ...linesOf(item, `${indent}  `)]

function textOf(value: Value): string {
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value instanceof Uint8Array) return bytesText(value)
  if (value instanceof ShownAmount) return amountText(value)
  if (value instanceof ShownMoment) return momentText(value)
  return String(value)
}

function bytesText(bytes: Uint8Array): string {
  if (bytes.length <= maximumShownLength) return toHex(bytes)
  return `${toHex(bytes.subarray(0, maximumShownLength))}… (${counted(bytes.length)} bytes)`
}

const amountText = ({ wei }: ShownAmount): string => (wei === 0n ? '0' : `${coins(wei)} (${wei} wei)`)

const momentText = ({ seconds }: ShownMoment): string =>
  seconds > latestDateSeconds ? String(seconds) : `${seconds} (${new Date(1000 * seconds).toISOString()})`

const isList = (value: Description[string]): value is readonly (Value | Description)[] => Array.isArray(value)

const isValue = (item: Value | Description): item is Value =>
  typeof item !== 'object' ||
  item === null ||
  item instanceof Uint8Array ||
  item instanceof ShownAmount ||
  item instanceof ShownMoment
