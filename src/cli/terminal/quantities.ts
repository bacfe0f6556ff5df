/* Numbers as text for the terminal. */

const weiPerCoin = 10n ** 18n

/** With commas between thousands. The first use of the locale's formatting would take 25 ms. */
export const counted = (value: number): string => String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** `3 blocks`, `1 block`. */
export const plural = (count: number, noun: string): string =>
  `${counted(count)} ${noun}${count === 1 ? '' : 's'}`

/** Two decimals below 10, one below 100, else a whole number. */
export const rate = (value: number): string =>
  value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : counted(value)

const byteUnits = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** `12 bytes`, `3.21 GB`. */
export function bytes(count: number): string {
  const step = Math.min(byteUnits.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, count)) / 3)))
  return step === 0 ? `${count} bytes` : `${rate(count / 1000 ** step)} ${byteUnits[step]}`
}

export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  if (whole < 120) return `${whole} s`
  const minutes = Math.round(whole / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** An amount of wei in RBTC, without trailing zeros. */
export function coins(wei: bigint): string {
  const fraction = (wei % weiPerCoin).toString().padStart(18, '0').replace(/0+$/, '')
  const whole = (wei / weiPerCoin).toLocaleString('en-US')
  return `${whole}${fraction && `.${fraction}`} RBTC`
}
