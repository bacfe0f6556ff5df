/* Quantities of the node as people read them. */

/** Zero for a missing quantity. */
export const integerOf = (quantity: string | number | null | undefined): bigint =>
  quantity === null || quantity === undefined ? 0n : BigInt(quantity)

export const numberOf = (quantity: string | number | null | undefined): number => Number(integerOf(quantity))

/** Groups of three digits with a narrow space between them. */
export const grouped = (value: bigint | number): string => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ' ')

/** `3 blocks`, `1 block`. */
export const counted = (count: bigint | number, noun: string): string =>
  `${grouped(count)} ${noun}${BigInt(count) === 1n ? '' : 's'}`

/** An amount with `decimals` digits behind the point, without needless zeros. */
export function decimal(amount: bigint, decimals: number): string {
  const sign = amount < 0n ? '−' : ''
  const size = amount < 0n ? -amount : amount
  const unit = 10n ** BigInt(decimals)
  const part = (size % unit).toString().padStart(decimals, '0').replace(/0+$/, '')
  return `${sign}${grouped(size / unit)}${part === '' ? '' : `.${part}`}`
}

/** Digits behind the point that are shown; a page has the others on hover and in the copy. */
const briefDigits = 6

/** An amount for a glance: digits that are left out become "…", so that it never looks exact. */
export function briefDecimal(amount: bigint, decimals: number): string {
  const whole = decimal(amount, decimals)
  const [integer = '', part = ''] = whole.split('.')
  const zeros = /^−?0$/.test(integer) ? part.search(/[1-9]/) : 0
  const kept = part.slice(0, Math.max(zeros, 0) + briefDigits)
  return kept.length < part.length ? `${integer}.${kept}…` : whole
}

/** Wei as RBTC. */
export const rbtc = (wei: bigint): string => `${decimal(wei, 18)} RBTC`

const gwei = 1_000_000_000n

/** Wei as RBTC for a glance; less than one gwei stays wei. */
export function briefRbtc(wei: bigint): string {
  const isSmall = wei !== 0n && -gwei < wei && wei < gwei
  return isSmall ? `${decimal(wei, 0)} wei` : `${briefDecimal(wei, 18)} RBTC`
}

/** Satoshi as BTC. */
export const btc = (satoshi: bigint): string => `${decimal(satoshi, 8)} BTC`

/** A gas price in gwei; small ones in wei. */
export const gasPrice = (wei: bigint): string =>
  wei < 1_000_000n ? `${grouped(wei)} wei` : `${decimal(wei, 9)} gwei`

const steps = ['', 'k', 'M', 'G', 'T', 'P', 'E', 'Z']

/** Three digits with a unit: hashes a second, bytes, gas. */
export function scaled(value: number, unit: string): string {
  let step = 0
  let size = value
  while (size >= 1000 && step < steps.length - 1) {
    size /= 1000
    step++
  }
  const digits = step === 0 ? String(Math.round(size * 100) / 100) : size.toPrecision(3)
  return `${digits} ${steps[step]}${unit}`.trim()
}

export const percent = (part: bigint, whole: bigint): string =>
  whole === 0n ? '0 %' : `${(Number((part * 10_000n) / whole) / 100).toFixed(1)} %`

/** The amount of a text such as `1.5` in the smallest unit; undefined for anything else. */
export function parseDecimal(text: string, decimals: number): bigint | undefined {
  const match = /^(\d{1,60})(?:\.(\d{1,60}))?$/.exec(text.trim())
  if (match === null || (match[2] ?? '').length > decimals) return undefined
  return (
    BigInt(match[1] ?? '0') * 10n ** BigInt(decimals) + BigInt((match[2] ?? '').padEnd(decimals, '0') || '0')
  )
}

export const toQuantity = (value: bigint | number): `0x${string}` => `0x${value.toString(16)}`
