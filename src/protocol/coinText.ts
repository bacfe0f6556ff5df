/** Decimals of RBTC. */
const decimals = 18

/** An amount of wei as a number of RBTC, without trailing zeros. */
export function coinText(wei: bigint): string {
  const digits = wei.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  const whole = digits.slice(0, -decimals)
  return fraction === '' ? whole : `${whole}.${fraction}`
}
